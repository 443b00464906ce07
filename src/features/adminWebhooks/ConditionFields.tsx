/** How bad the watched thing has to be, and for how long. */
'use client';

import { Group, NativeSelect, NumberInput, Radio } from '@mantine/core';
import { LONGEST_HOLD_MINUTES } from '@/contract/values/subscriptions';
import { FAILURE_STATES, type FailureState } from '@/domain/vocabulary';
import { isByAmount, mayHaveAmount, type SubscriptionFields } from './subscriptionFields';

export function ConditionFields({ fields, onChange }: { fields: SubscriptionFields; onChange(more: Partial<SubscriptionFields>): void }) {
  const { by, amount, state, minutes } = fields;
  return (
    <>
      {mayHaveAmount(fields) && (
        <Radio.Group label="Trigger on" value={by} onChange={(value) => onChange({ by: value as SubscriptionFields['by'] })}>
          <Group gap="md" mt={6}>
            <Radio size="xs" value="state" label="A state" />
            <Radio size="xs" value="amount" label="An expected cost per hour" />
          </Group>
        </Radio.Group>
      )}
      <Group grow align="flex-start">
        {isByAmount(fields) ? (
          <NumberInput
            label="Expected cost per hour, at least"
            min={0}
            value={amount}
            onChange={(value) => onChange({ amount: value })}
            thousandSeparator=","
          />
        ) : (
          <NativeSelect
            label="State"
            data={FAILURE_STATES.map((value) => ({ value, label: value === 'Outage' ? value : `${value} or worse` }))}
            value={state}
            onChange={(event) => onChange({ state: event.currentTarget.value as FailureState })}
          />
        )}
        <NumberInput
          label="For at least (minutes)"
          min={0}
          max={LONGEST_HOLD_MINUTES}
          allowDecimal={false}
          value={minutes}
          onChange={(value) => onChange({ minutes: value })}
        />
      </Group>
    </>
  );
}
