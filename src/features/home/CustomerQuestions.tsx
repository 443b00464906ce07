/** The three questions that no recording answers: which services customers touch, what they do there, and what an hour of it is worth. */
'use client';

import { Button, MultiSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Seen } from '@/client/manifest/observer';
import { amountIn } from '@/plain/amounts';
import type { CustomerAnswer } from '@/sources/customerAnswers';

interface Props {
  services: Seen['services'];
  onAnswered(answers: CustomerAnswer[]): Promise<void>;
}

interface Draft {
  activity: string;
  perHour: string;
}

const EMPTY: Draft = { activity: '', perHour: '' };

export function CustomerQuestions({ services, onAnswered }: Props) {
  const [touched, setTouched] = useState(() => services.filter((one) => one.isCalledFromOutside).map(({ technicalName }) => technicalName));
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [isMaking, setMaking] = useState(false);
  const change = (service: string, part: Partial<Draft>): void =>
    setDrafts((before) => ({ ...before, [service]: { ...EMPTY, ...before[service], ...part } }));
  const isWrong = (service: string): boolean => {
    const { perHour } = drafts[service] ?? EMPTY;
    return perHour.trim() !== '' && amountIn(perHour) === null;
  };
  const answers = touched.flatMap((service): CustomerAnswer[] => {
    const { activity, perHour } = drafts[service] ?? EMPTY;
    return activity.trim() === '' ? [] : [{ service, activity: activity.trim(), perHour: amountIn(perHour) }];
  });
  const make = async (): Promise<void> => {
    setMaking(true);
    await onAnswered(answers).finally(() => setMaking(false));
  };
  return (
    <>
      <MultiSelect
        size="xs"
        label="Which services do customers touch?"
        description={
          services.some((one) => one.isCalledFromOutside)
            ? 'Services called from outside are already chosen.'
            : 'What was recorded does not say which are called from outside.'
        }
        data={services.map(({ technicalName }) => technicalName)}
        value={touched}
        onChange={setTouched}
        searchable
        limit={50}
      />
      {touched.map((service) => (
        <div key={service}>
          <TextInput
            size="xs"
            label={`What do they do at ${service}?`}
            placeholder="Buy things"
            value={drafts[service]?.activity ?? ''}
            onChange={({ currentTarget }) => change(service, { activity: currentTarget.value })}
          />
          <TextInput
            size="xs"
            label={`What is an hour of it worth at ${service}?`}
            placeholder="5000"
            value={drafts[service]?.perHour ?? ''}
            error={isWrong(service) ? 'Enter a number without a currency, or nothing' : null}
            onChange={({ currentTarget }) => change(service, { perHour: currentTarget.value })}
          />
        </div>
      ))}
      <Text size="xs" c="dimmed">
        The answers become capabilities and a segment of customers. What you leave empty stays a question at the end of the manifest.
      </Text>
      <Button size="sm" loading={isMaking} disabled={touched.some(isWrong)} onClick={() => void make()}>
        Review the proposal
      </Button>
    </>
  );
}
