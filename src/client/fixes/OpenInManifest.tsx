/** Opens the manifest of a fix in the editor. */
'use client';

import { Button } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { holdText, readHeldText } from '@/client/manifest/heldText';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/** The editor holds one text. Text that somebody typed is not replaced without asking. */
export function OpenInManifest({ text }: { text: string }) {
  const { tenantId } = useTenant();
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const open = (): void => {
    holdText(tenantId, { text, isUnsaved: true });
    router.push(pageHref(tenantId, 'manifest'));
  };
  const ask = (): void => {
    const held = readHeldText(tenantId);
    if (held.isUnsaved && held.text.trim() !== '' && held.text !== text) setAsking(true);
    else open();
  };
  return (
    <>
      <Button variant="light" px="sm" onClick={ask}>
        Open in the manifest
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Replace what is in the editor?"
          confirmLabel="Replace it"
          isBusy={false}
          onConfirm={open}
          onClose={() => setAsking(false)}
        >
          The manifest editor contains text that was not applied. That text would be lost.
        </ConfirmDialog>
      )}
    </>
  );
}
