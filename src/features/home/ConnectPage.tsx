/** Connect what you run, for a tenant that has a landscape already (the proposal adds to it, and deletes nothing), and what to watch it with. */
'use client';

import { useTenant } from '@/client/tenantContext';
import { isRoleAtLeast } from '@/domain/access';
import { PageFrame } from '@/ui/PageFrame';
import { ConnectPart } from './ConnectPart';
import { WatchPart } from './WatchPart';

export function ConnectPage() {
  const { role } = useTenant();
  const canWrite = isRoleAtLeast(role, 'Editor');
  return (
    <PageFrame
      title="Connect what you run"
      intro={
        canWrite
          ? 'A proposal adds what was seen and is missing here, and deletes nothing. You see a preview before anything changes.'
          : 'Editors, Admins and Owners of this tenant can add what they run.'
      }
    >
      {canWrite ? <ConnectPart title="Choose a source" /> : null}
      <WatchPart />
    </PageFrame>
  );
}
