/** Asks before ending somebody's access. */
'use client';

import { ConfirmChange } from '@/client/ConfirmChange';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Member } from '@/contract/people';

export function RemoveMemberDialog({ member: { userId, name, email }, onClose }: { member: Member; onClose(): void }) {
  const tenant = useTenant();
  const { members } = useTRPC();
  return (
    <ConfirmChange
      title={`Remove ${name}?`}
      confirmLabel="Remove from the tenant"
      change={members.remove.mutationOptions()}
      input={{ userId }}
      done={`${name} is no longer a member.`}
      stale={members.pathFilter()}
      onClose={onClose}
    >
      {email} loses access to {tenant.name} at once. The account stays, and what {name} changed stays in the log. API keys that {name}{' '}
      created keep working.
    </ConfirmChange>
  );
}
