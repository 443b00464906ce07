/** The form for a new password. Changing it ends all other sessions. */
'use client';

import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Section } from '@/ui/Section';
import { changePassword } from './account';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/contract/values/people';
import { notify } from '@/ui/notify';

const REVEAL = { 'aria-label': 'Show the password' };

export function PasswordForm() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    setBusy(true);
    const outcome = await changePassword(String(given.get('current')), String(given.get('new')));
    setBusy(false);
    setRefusal(outcome);
    if (outcome !== null) return;
    form.reset();
    notify({ message: 'Password changed. All other sessions have ended.' });
  };
  return (
    <Section title="Password" intro="Changing it signs you out everywhere else.">
      <form method="post" onSubmit={(event) => void submit(event)} aria-label="Password">
        <Stack gap="sm" maw={360}>
          <PasswordInput
            name="current"
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            error={refusal}
            visibilityToggleButtonProps={REVEAL}
          />
          <PasswordInput
            name="new"
            label="New password"
            description={`At least ${SHORTEST_PASSWORD} characters.`}
            autoComplete="new-password"
            required
            withAsterisk={false}
            minLength={SHORTEST_PASSWORD}
            maxLength={LONGEST_PASSWORD}
            visibilityToggleButtonProps={REVEAL}
          />
          <Group>
            <Button type="submit" loading={isBusy}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
