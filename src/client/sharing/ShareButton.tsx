/** Shares the view with somebody who has no account. Only for those who may make a link. */
'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTenant } from '@/client/tenantContext';
import type { SharedQuestion } from '@/contract/shareLinks';
import { isRoleAtLeast } from '@/domain/access';
import { laterPart } from '@/ui/laterPart';

const ShareDialog = laterPart(async () => (await import('./ShareDialog')).ShareDialog);

interface Props {
  /** Null while there is nothing to share. */
  what: SharedQuestion | null;
  /** The answer on the page shows money, which the link may show too. */
  hasMoney: boolean;
}

export function ShareButton({ what, hasMoney }: Props) {
  const { role } = useTenant();
  const [isOpen, setOpen] = useState(false);
  if (!isRoleAtLeast(role, 'Editor')) return null;
  const label = 'Share this view with somebody without an account';
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon variant="default" size={30} aria-label={label} disabled={what === null} onClick={() => setOpen(true)}>
          <IconShare2 size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      {isOpen && what !== null && <ShareDialog what={what} hasMoney={hasMoney} onClose={() => setOpen(false)} />}
    </>
  );
}
