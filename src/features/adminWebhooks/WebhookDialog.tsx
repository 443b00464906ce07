/** Creates a webhook and shows its secret once, or edits one. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { Webhook } from '@/contract/webhooks';
import { Dialog } from '@/ui/Dialog';
import { notify } from '@/ui/notify';
import { SecretNote } from './SecretNote';
import { WebhookForm } from './WebhookForm';

/** Creates a webhook if `webhook` is null. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
  const create = useMutation(
    trpc.webhooks.create.mutationOptions({
      onSuccess: async ({ format }) => {
        // Messages for people are not signed.
        if (format !== 'events') {
          notify({ message: 'Webhook created. Send a test event, then add a subscription.' });
          onClose();
        }
        await refresh();
      },
    }),
  );
  const update = useMutation(
    trpc.webhooks.update.mutationOptions({
      onSuccess: async () => {
        notify({ message: 'Webhook saved.' });
        onClose();
        await refresh();
      },
    }),
  );
  const made = create.data?.format === 'events' ? create.data : undefined;
  return (
    <Dialog
      isKept={made !== undefined}
      onClose={onClose}
      title={made !== undefined ? 'The secret of the new webhook' : webhook === null ? 'New webhook' : 'Change the webhook'}
      size="lg"
      closeOnClickOutside={false}
    >
      {made !== undefined ? (
        <SecretNote secret={made.secret} onDone={onClose} />
      ) : (
        <WebhookForm
          webhook={webhook}
          isBusy={create.isPending || update.isPending}
          error={create.error ?? update.error}
          onSubmit={(wish) => (webhook === null ? create.mutate({ url: '', ...wish }) : update.mutate({ id: webhook.id, ...wish }))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
