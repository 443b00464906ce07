/** The icon of a link. It turns from the press until the page is there, to show that the press was noticed. */
'use client';

import { Loader } from '@mantine/core';
import { useLinkStatus } from 'next/link';
import type { ReactNode } from 'react';

/** Must be inside a link. */
export function PendingIcon({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={16} color="currentColor" data-pending="true" aria-hidden="true" /> : children;
}
