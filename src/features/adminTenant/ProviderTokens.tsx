/** The tokens with which an identity provider sends people by SCIM. */
'use client';

import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '@/client/ConfirmChange';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { ProviderToken, TenantProvider } from '@/contract/singleSignOn';
import { CopyBox } from '@/ui/CopyBox';
import { Timestamp } from '@/ui/Timestamp';

export function ProviderTokens({ provider, scimAddress }: { provider: TenantProvider; scimAddress: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<ProviderToken | null>(null);
  const create = useMutation(
    trpc.singleSignOn.createToken.mutationOptions({
      onSuccess: async (made) => {
        setToken(made.token);
        await queryClient.invalidateQueries(trpc.singleSignOn.pathFilter());
      },
    }),
  );
  const active = provider.tokens.filter(({ revokedAt }) => revokedAt === null);
  return (
    <Stack gap="sm">
      <div>
        <Title order={4}>SCIM</Title>
        <Text size="sm" c="dimmed">
          With a token the provider can add people before their first sign-in, and end membership and sessions as soon as somebody leaves.
        </Text>
      </div>
      <CopyBox label="SCIM base address" text={scimAddress} isToken />
      {active.length > 0 && (
        <List listStyleType="none" spacing="xs" aria-label={`SCIM tokens of ${provider.id}`}>
          {active.map((held) => (
            <List.Item key={held.id}>
              <Group gap="sm">
                <Text size="sm" ff="monospace" span>
                  {held.hint}
                </Text>
                <Text size="sm" c="dimmed" span>
                  created by {held.createdBy}, <LastUse at={held.lastUsedAt} />
                </Text>
                <Button variant="subtle" color="red" size="compact-xs" aria-label={`Revoke ${held.hint}`} onClick={() => setRevoked(held)}>
                  Revoke
                </Button>
              </Group>
            </List.Item>
          ))}
        </List>
      )}
      {token !== null && (
        <Stack gap="xs">
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden="true" />} role="status">
            This token is shown only once. Copy it to your identity provider now.
          </Alert>
          <CopyBox label="SCIM token" text={token} isToken />
        </Stack>
      )}
      {create.isError && <RefusalNote error={create.error} />}
      <Group>
        <Button variant="default" size="xs" loading={create.isPending} onClick={() => create.mutate({ providerId: provider.id })}>
          Create a SCIM token
        </Button>
      </Group>
      {revoked !== null && <RevokeToken token={revoked} onClose={() => setRevoked(null)} />}
    </Stack>
  );
}

function LastUse({ at }: { at: string | null }) {
  if (at === null) return 'never used';
  return (
    <>
      last used <Timestamp at={at} />
    </>
  );
}

function RevokeToken({ token, onClose }: { token: ProviderToken; onClose(): void }) {
  const { singleSignOn } = useTRPC();
  return (
    <ConfirmChange
      title={`Revoke the token ${token.hint}?`}
      confirmLabel="Revoke the token"
      change={singleSignOn.revokeToken.mutationOptions()}
      input={{ id: token.id }}
      done="The SCIM token was revoked."
      stale={singleSignOn.pathFilter()}
      onClose={onClose}
    >
      The provider is refused at once, and no longer tells Faultline who has left. Members stay. This cannot be undone; create a new token
      if you need one.
    </ConfirmChange>
  );
}
