/** Makes a badge of an application for a page outside Faultline. Only for those who may make a link. */
'use client';

import { Button, Stack, Text } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import { SubmitRow } from '@/ui/SubmitRow';
import { Dialog } from '@/ui/Dialog';
import { ShownOnce } from '@/ui/ShownOnce';

export function BadgeButton({ applicationId, name }: { applicationId: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconTag size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Badge
      </Button>
      {isOpen && <BadgeDialog applicationId={applicationId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function BadgeDialog({ applicationId, name, onClose }: { applicationId: string; name: string; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(
    trpc.shareLinks.createBadge.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.shareLinks.pathFilter()) }),
  );
  const made = create.data;
  return (
    <Dialog onClose={onClose} title={`Badge of ${name}`} closeOnClickOutside={false} isKept={made !== undefined}>
      {made === undefined ? (
        <form
          aria-label={`Badge of ${name}`}
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate({ applicationId });
          }}
        >
          <Stack gap="md">
            <Text size="sm">
              An image for a README or a wiki: the name of the application, its state now and how many single points it has. Anyone who sees
              the page sees it, without an account, until it is revoked.
            </Text>
            {create.isError && <RefusalNote error={create.error} />}
            <SubmitRow label="Make the badge" missing={[]} isBusy={create.isPending} onCancel={onClose} />
          </Stack>
        </form>
      ) : (
        <ShownOnce label="Markdown" text={`![${name}](${window.location.origin}/badge/${made.token}.svg)`} onDone={onClose}>
          Paste this where the badge should be. It is shown only once; under Settings, Share links, you can revoke it.
        </ShownOnce>
      )}
    </Dialog>
  );
}
