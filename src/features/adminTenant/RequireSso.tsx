/** Whether members have to use single sign-on, and which Owner may use a password all the same. */
'use client';

import { Alert, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { useAllPages } from '@/client/useAllPages';
import type { RequiredSsoInput, SingleSignOn } from '@/contract/singleSignOn';
import { notify } from '@/ui/notify';

export function RequireSso({ signOn, mayChange }: { signOn: SingleSignOn; mayChange: boolean }) {
  return (
    <Stack gap="sm" component="section" aria-label="Required single sign-on">
      <div>
        <Title order={3}>Require single sign-on</Title>
        <Text size="sm" c="dimmed">
          {signOn.requiresSso
            ? 'Members can only sign in with single sign-on. API keys are not affected.'
            : 'Members may also use a password, unless the operator forbids it.'}{' '}
          {!mayChange && 'Owners can change this.'}
        </Text>
      </div>
      {signOn.requiresSso && signOn.breakGlass !== null && (
        <Text size="sm">
          {signOn.breakGlass.name} ({signOn.breakGlass.email}) may use a password, in case the provider is down.
        </Text>
      )}
      {mayChange && <Change signOn={signOn} />}
    </Stack>
  );
}

function Change({ signOn: { requiresSso, breakGlass } }: { signOn: SingleSignOn }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(breakGlass?.userId ?? null);
  const members = useAllPages(trpc.members.list.queryKey(), client.members.list.query);
  const change = useMutation(
    trpc.singleSignOn.require.mutationOptions({
      onSuccess: async (after) => {
        notify({ message: after.requiresSso ? 'Single sign-on is required.' : 'Passwords work again.' });
        await Promise.all([trpc.singleSignOn, trpc.tenant, trpc.changes].map((noun) => queryClient.invalidateQueries(noun.pathFilter())));
      },
    }),
  );
  const owners = (members.data ?? []).filter(({ role }) => role === 'Owner');
  const send = (input: RequiredSsoInput): void => change.mutate(input);
  const isDone = requiresSso && chosen === breakGlass?.userId;
  return (
    <>
      <Select
        label="Owner who may use a password"
        description="Choose somebody who has one. They can let others in if the provider is down."
        data={owners.map(({ userId, name, email }) => ({ value: userId, label: `${name} (${email})` }))}
        value={chosen}
        onChange={setChosen}
        searchable
        allowDeselect={false}
        maw={420}
      />
      {!requiresSso && (
        <Alert color="yellow" variant="light">
          Everybody who signed in with a password, you included, has to sign in again with single sign-on. Only the Owner above does not.
        </Alert>
      )}
      {change.isError && <RefusalNote error={change.error} />}
      <Group gap="xs">
        <Button
          variant="default"
          loading={change.isPending}
          disabled={chosen === null || isDone}
          onClick={() => chosen !== null && send({ isRequired: true, breakGlassUserId: chosen })}
        >
          {requiresSso ? 'Change the Owner' : 'Require single sign-on'}
        </Button>
        {requiresSso && (
          <Button variant="default" loading={change.isPending} onClick={() => send({ isRequired: false })}>
            Allow passwords again
          </Button>
        )}
      </Group>
    </>
  );
}
