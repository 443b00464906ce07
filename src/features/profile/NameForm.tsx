/** The form for the person's display name. */
'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { Section } from '@/ui/Section';
import { notify } from '@/ui/notify';
import { changeName } from './account';

export function NameForm({ name }: { name: string }) {
  const router = useRouter();
  const [value, setValue] = useState(name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wanted = value.trim();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const outcome = await changeName(wanted);
    setBusy(false);
    setRefusal(outcome);
    if (outcome !== null) return;
    notify({ message: `Your name is now ${wanted}.` });
    router.refresh();
  };
  return (
    <Section title="Name" intro="Others see it in the log and in the list of members.">
      <form onSubmit={(event) => void submit(event)} aria-label="Name">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Your name"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            maxLength={200}
            autoComplete="name"
            error={refusal}
            style={{ flex: '1 1 220px' }}
            maw={360}
          />
          <Button type="submit" size="sm" loading={isBusy} disabled={wanted === '' || wanted === name}>
            Save the name
          </Button>
        </Group>
      </form>
    </Section>
  );
}
