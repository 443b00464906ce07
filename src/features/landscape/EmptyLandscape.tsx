/** What the page shows while there is no landscape. */
'use client';

import { EmptyTenant } from '@/client/EmptyTenant';
import { PageFrame } from '@/ui/PageFrame';

export function EmptyLandscape() {
  return (
    <PageFrame title="Landscape">
      <EmptyTenant then="Once there are components and dependencies, this page draws them, and marks what is wrong." />
    </PageFrame>
  );
}
