/** The actions for one endpoint. */
'use client';

import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '@/client/ConfirmChange';
import { countOf } from '@/plain/counts';
import { RefusalNote } from '@/client/RefusalNote';
import { useChangeNotice } from '@/client/useChangeNotice';
import { useTRPC } from '@/client/trpc';
import type { Webhook } from '@/contract/webhooks';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { RowMenu } from '@/ui/RowMenu';
import { SecretNote } from './SecretNote';
import { WebhookDialog } from './WebhookDialog';

const REPLAYED_MS = 7 * 86_400_000;

type Asked = 'edit' | 'rotate' | 'delete' | null;

export function EndpointActions({ webhook }: { webhook: Webhook }) {
  const { id, url, isEnabled } = webhook;
  const trpc = useTRPC();
  const [asked, setAsked] = useState<Asked>(null);
  const close = (): void => setAsked(null);
  const withNotice = useChangeNotice(trpc.webhooks.pathFilter());
  const test = useMutation(
    trpc.webhooks.test.mutationOptions(withNotice('No test event was sent', () => 'A test event is on its way. See it under Deliveries.')),
  );
  const turn = useMutation(
    trpc.webhooks.update.mutationOptions(
      withNotice('The webhook was not changed', (after) => (after.isEnabled ? 'The webhook is on.' : 'The webhook is off.')),
    ),
  );
  const replay = useMutation(
    trpc.webhooks.replayFailed.mutationOptions(
      withNotice(
        'Nothing will be sent again',
        ({ replayed }) => `${countOf(replayed, 'delivery', 'deliveries')} of the last seven days will be sent again.`,
      ),
    ),
  );
  return (
    <>
      <RowMenu label={`Actions for ${url}`} onLast={() => setAsked('delete')}>
        <Menu.Item disabled={!isEnabled} onClick={() => test.mutate({ id })}>
          Send a test event
        </Menu.Item>
        <Menu.Item onClick={() => setAsked('edit')}>Change</Menu.Item>
        <Menu.Item disabled={!isEnabled} onClick={() => replay.mutate({ id, since: new Date(Date.now() - REPLAYED_MS).toISOString() })}>
          Send all failed again
        </Menu.Item>
        <Menu.Item onClick={() => setAsked('rotate')}>New secret</Menu.Item>
        <Menu.Item onClick={() => turn.mutate({ id, isEnabled: !isEnabled })}>{isEnabled ? 'Switch off' : 'Switch on'}</Menu.Item>
      </RowMenu>
      {asked === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {asked === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {asked === 'delete' && (
        <ConfirmChange
          title="Delete this webhook?"
          confirmLabel="Delete the webhook"
          change={trpc.webhooks.delete.mutationOptions()}
          input={{ id }}
          done="The webhook was deleted."
          stale={trpc.webhooks.pathFilter()}
          onClose={close}
        >
          Nothing more is sent to {url} , and the log of its deliveries is deleted too.
        </ConfirmChange>
      )}
    </>
  );
}

function RotateDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const rotate = useMutation(
    trpc.webhooks.rotateSecret.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.webhooks.pathFilter()) }),
  );
  if (rotate.data !== undefined)
    return (
      <Dialog isKept onClose={onClose} title="The new secret" size="lg">
        <SecretNote secret={rotate.data.secret} onDone={onClose} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Create a new secret?"
      confirmLabel="Create a new secret"
      isBusy={rotate.isPending}
      refusal={rotate.isError ? <RefusalNote error={rotate.error} /> : null}
      onConfirm={() => rotate.mutate({ id })}
      onClose={onClose}
    >
      Events to {url} are signed with both secrets for 24 hours, then only with the new one.
    </ConfirmDialog>
  );
}
