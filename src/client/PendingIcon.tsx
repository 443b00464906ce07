/** The icon of a link: from the press until the page is there it turns, so that the press is seen to be taken. */
'use client';

import { Loader } from '@mantine/core';
import { useLinkStatus } from 'next/link';
import type { ReactNode } from 'react';

/** Within a link. */
export function PendingIcon({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={16} color="currentColor" data-pending="true" aria-hidden="true" /> : children;
}
