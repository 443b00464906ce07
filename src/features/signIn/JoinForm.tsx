/** The form for somebody new: a name and a password, which signs them in right away. */
'use client';

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { failureOf, mistakeOf } from '@/client/failure';
import { personClient } from '@/client/personClient';
import { RefusalNote } from '@/client/RefusalNote';
import { useAttempt } from '@/client/useAttempt';
import { signInByPassword } from './signIn';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/contract/values/people';

export function JoinForm({ token, email }: { token: string; email: string }) {
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name, password] = [String(form.get('name')).trim(), String(form.get('password'))];
    attempt(join({ token, name, email, password }), (path) => window.location.assign(path));
  };
  return (
    <form method="post" onSubmit={submit} aria-label="Join">
      <Stack gap="sm">
        {error !== null && failureOf(error).issues.length === 0 && <RefusalNote error={error} />}
        <TextInput label="E-mail" value={email} readOnly autoComplete="username" />
        <TextInput
          name="name"
          label="Your name"
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={200}
          autoFocus
          error={mistakeOf(error, 'name', 'Your name')}
        />
        <PasswordInput
          name="password"
          label="Password"
          description={`At least ${SHORTEST_PASSWORD} characters.`}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={SHORTEST_PASSWORD}
          maxLength={LONGEST_PASSWORD}
          error={mistakeOf(error, 'password', 'Password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <Button type="submit" size="sm" mt="xs" loading={isBusy} fullWidth>
          Join
        </Button>
      </Stack>
    </form>
  );
}

/** Where to go next: the landscape, or sign-in if the new account could not be signed in at once. */
async function join({ token, name, email, password }: { token: string; name: string; email: string; password: string }): Promise<string> {
  const { tenantId } = await personClient.join.mutate({ token, name, password });
  const path = `/t/${tenantId}/home`;
  return (await signInByPassword(email, password)) === null ? path : `/sign-in?next=${encodeURIComponent(path)}`;
}
