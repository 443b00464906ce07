/** The sign-in form. */
'use client';

import { Alert, Box, Button, Center, Divider, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle, IconLogin2 } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { Wordmark } from '@/ui/Wordmark';
import { beginSingleSignOn, signInByPassword } from './signIn';

interface Props {
  returnTo: string;
  hasOidc: boolean;
  hasFailed: boolean;
}

export function SignInPage({ returnTo, hasOidc, hasFailed }: Props) {
  const [refusal, setRefusal] = useState<string | null>(hasFailed ? 'Your organisation’s sign-in did not let you in. Only people who were invited can sign in.' : null);
  const [isBusy, setBusy] = useState(false);

  const settle = (outcome: string | null, goTo: string): void => {
    setRefusal(outcome);
    if (outcome === null) window.location.assign(goTo);
    else setBusy(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    void signInByPassword(String(form.get('email')), String(form.get('password'))).then((outcome) => settle(outcome, returnTo));
  };
  const startSingleSignOn = (): void => {
    setBusy(true);
    void beginSingleSignOn(returnTo).then((begun) => ('url' in begun ? settle(null, begun.url) : settle(begun.refusal, '')));
  };

  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={372}>
        <Center mb="xl">
          <Wordmark size={26} />
        </Center>
        <Paper withBorder p="xl" radius="lg" bg="var(--surface)">
          <Title order={1} mb={4}>
            Sign in
          </Title>
          <Text size="sm" c="dimmed" mb="lg">
            See what breaks when something fails.
          </Text>
          <form onSubmit={submit} aria-label="Sign in">
            <Stack gap="sm">
              {refusal !== null && (
                <Alert color="red" variant="light" icon={<IconAlertCircle size={16} />} role="alert" p="xs">
                  <Text size="sm" c="var(--mantine-color-error)">
                    {refusal}
                  </Text>
                </Alert>
              )}
              <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} autoFocus />
              <PasswordInput name="password" label="Password" autoComplete="current-password" required withAsterisk={false} size="sm" visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }} />
              <Button type="submit" size="sm" mt="xs" loading={isBusy} fullWidth>
                Sign in
              </Button>
            </Stack>
          </form>
          {hasOidc && (
            <>
              <Divider label="or" my="md" />
              <Button variant="default" size="sm" fullWidth leftSection={<IconLogin2 size={16} />} disabled={isBusy} onClick={startSingleSignOn}>
                Continue with single sign-on
              </Button>
            </>
          )}
        </Paper>
        <Text size="xs" c="dimmed" ta="center" mt="md">
          No account yet? An admin of your organisation can invite you.
        </Text>
      </Box>
    </Center>
  );
}
