/** The sign-in form. */
'use client';

import { Alert, Box, Button, Code, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconLogin2 } from '@tabler/icons-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import { DoorFrame } from '@/client/DoorFrame';
import { beginSingleSignOn, explainOrganisation, signInByPassword, type SingleSignOn } from './signIn';

interface Props extends SingleSignOn {
  returnTo: string;
  hasPassword: boolean;
  /** The error that single sign-on returned, if it failed. */
  error: string | null;
}

export function SignInPage({ returnTo, hasOidc, hasDomains, hasPassword, error }: Props) {
  const [refusal, setRefusal] = useState<string | null>(error === null ? null : explainOrganisation(error));
  const [isBusy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);

  const settle = (outcome: string | null, goTo: string): void => {
    setRefusal(outcome);
    if (outcome === null) window.location.assign(goTo);
    else setBusy(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!hasPassword) return startSingleSignOn();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    void signInByPassword(String(form.get('email')), String(form.get('password'))).then((outcome) => settle(outcome, returnTo));
  };
  const startSingleSignOn = (): void => {
    setBusy(true);
    const email = emailField.current?.value.trim() ?? '';
    void beginSingleSignOn(returnTo, email, { hasOidc, hasDomains }).then((begun) =>
      'url' in begun ? settle(null, begun.url) : settle(begun.refusal, ''),
    );
  };

  return (
    <DoorFrame
      title="Sign in"
      intro="See what breaks when something fails."
      foot={
        <>
          No account yet? An admin of your organisation can invite you.
          {hasPassword && <ForgottenPassword hasSingleSignOn={hasOidc || hasDomains} />}
        </>
      }
    >
      {refusal !== null && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={16} />} role="alert" p="xs" mb="sm">
          <Text size="sm" c="var(--mantine-color-error)">
            {refusal}
          </Text>
        </Alert>
      )}
      {(hasPassword || hasDomains) && (
        <form method="post" onSubmit={submit} aria-label="Sign in">
          <Stack gap="sm">
            <TextInput
              ref={emailField}
              name="email"
              type="email"
              label="E-mail"
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
            />
            {hasPassword && (
              <PasswordInput
                name="password"
                label="Password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                size="sm"
                visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
              />
            )}
            {hasPassword ? (
              <Button type="submit" size="sm" mt="xs" loading={isBusy} fullWidth>
                Sign in
              </Button>
            ) : (
              <SingleSignOnButton isFirst isBusy={isBusy} />
            )}
          </Stack>
        </form>
      )}
      {(hasPassword ? hasOidc || hasDomains : hasOidc && !hasDomains) && (
        <>
          {hasPassword && <Divider label="or" my="md" />}
          <SingleSignOnButton isFirst={!hasPassword} isBusy={isBusy} onPress={startSingleSignOn} />
        </>
      )}
    </DoorFrame>
  );
}

/** Faultline sends no mail to people without a session, so somebody must set a new password. */
function ForgottenPassword({ hasSingleSignOn }: { hasSingleSignOn: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box mt={4}>
      <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        Forgotten your password?
      </Button>
      <Text size="xs" component="div" id={id} hidden={!isOpen} mt={4}>
        {hasSingleSignOn && 'With single sign-on you need none: use the button above. Otherwise '}
        {hasSingleSignOn ? 'ask' : 'Ask'} whoever runs Faultline in your organisation. They set a new one on its machine, which ends your
        open sessions:
        <Code block mt={4} ta="left" style={{ whiteSpace: 'pre-wrap' }}>
          npm run admin -- user set-password --email …
        </Code>
      </Text>
    </Box>
  );
}

/** Without `onPress` it submits the surrounding form. */
function SingleSignOnButton({ isFirst, isBusy, onPress }: { isFirst: boolean; isBusy: boolean; onPress?: () => void }) {
  return (
    <Button
      type={onPress === undefined ? 'submit' : 'button'}
      variant={isFirst ? 'filled' : 'default'}
      size="sm"
      fullWidth
      leftSection={<IconLogin2 size={16} />}
      disabled={isBusy}
      {...(onPress === undefined ? {} : { onClick: onPress })}
    >
      Continue with single sign-on
    </Button>
  );
}
