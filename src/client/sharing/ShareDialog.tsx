/** Makes a link to the view as it is now, and shows it once. */
'use client';

import { Checkbox, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { SharedQuestion } from '@/contract/shareLinks';
import { MOST_LINK_DAYS } from '@/contract/values/shareLinks';
import { SubmitRow } from '@/ui/SubmitRow';
import { Dialog } from '@/ui/Dialog';
import { ShownOnce } from '@/ui/ShownOnce';

interface Props {
  what: SharedQuestion;
  hasMoney: boolean;
  onClose(): void;
}

export function ShareDialog({ what, hasMoney, onClose }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [days, setDays] = useState<number | null>(MOST_LINK_DAYS);
  const [hasRevenue, setRevenue] = useState(false);
  const create = useMutation(
    trpc.shareLinks.create.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.shareLinks.pathFilter()) }),
  );
  const made = create.data;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (days !== null) create.mutate({ what, hasRevenue, days });
  };
  return (
    <Dialog
      onClose={onClose}
      title={made === undefined ? 'Share this view' : 'Your link'}
      // A link that is shown once must not be lost by a stray click.
      closeOnClickOutside={false}
      isKept={made !== undefined}
    >
      {made === undefined ? (
        <form onSubmit={submit} aria-label="Share this view">
          <Stack gap="md">
            <Text size="sm">
              Anyone with the link sees this view as it is now, with names, until the link ends or is revoked. It shows nothing else of your
              tenant{what.page === 'incidents' ? ', and leaves out comments and the names of people' : ''}.
            </Text>
            <NumberInput
              label="Ends after"
              suffix={days === 1 ? ' day' : ' days'}
              min={1}
              max={MOST_LINK_DAYS}
              clampBehavior="strict"
              allowDecimal={false}
              allowNegative={false}
              value={days ?? ''}
              onChange={(value) => setDays(typeof value === 'number' && value >= 1 ? value : null)}
              data-autofocus
            />
            {hasMoney && (
              <Checkbox
                label="With money"
                description="What it costs, as you see it. The link ends if you may no longer see revenue."
                checked={hasRevenue}
                onChange={(event) => setRevenue(event.currentTarget.checked)}
              />
            )}
            {create.isError && <RefusalNote error={create.error} />}
            <SubmitRow
              label="Make the link"
              missing={days === null ? ['the number of days'] : []}
              isBusy={create.isPending}
              onCancel={onClose}
            />
          </Stack>
        </form>
      ) : (
        <ShownOnce label="Link" text={`${window.location.origin}/s/${made.token}`} onDone={onClose}>
          Send it to whoever should see this view. It is shown only once; under Settings, Share links, you can revoke it.
        </ShownOnce>
      )}
    </Dialog>
  );
}
