/** Asks before revoking a key. */
'use client';

import { ConfirmChange } from '@/client/ConfirmChange';
import { useTRPC } from '@/client/trpc';
import type { ApiKey } from '@/contract/apiKeys';

export function RevokeKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { apiKeys } = useTRPC();
  return (
    <ConfirmChange
      title={`Revoke ${name}?`}
      confirmLabel="Revoke the key"
      change={apiKeys.revoke.mutationOptions()}
      input={{ id }}
      done={`${name} was revoked.`}
      stale={apiKeys.pathFilter()}
      onClose={onClose}
    >
      Every program that uses it is refused within five seconds. This cannot be undone; create a new key if you need one.
    </ConfirmChange>
  );
}
