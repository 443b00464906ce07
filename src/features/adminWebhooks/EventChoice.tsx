/** Which events a webhook gets. */
'use client';

import { Checkbox, Group, Radio, SimpleGrid } from '@mantine/core';
import { EVENT_TYPES } from '@/contract/values/events';
import type { WebhookFormat } from '@/contract/webhooks';

/** A subscription's events go to one webhook each, whatever that webhook selects. */
export const CHOSEN_TYPES = EVENT_TYPES.filter((type) => !type.startsWith('notification.'));

interface Props {
  format: WebhookFormat;
  isAll: boolean;
  types: readonly string[];
  onAll(isAll: boolean): void;
  onTypes(types: string[]): void;
}

export function EventChoice({ format, isAll, types, onAll, onTypes }: Props) {
  const isForPrograms = format === 'events';
  return (
    <>
      <Radio.Group label="Events" value={isAll ? 'all' : 'some'} onChange={(value) => onAll(value === 'all')}>
        <Group gap="md" mt={6}>
          <Radio size="xs" value="all" label={isForPrograms ? 'All events' : 'Subscriptions only'} />
          <Radio size="xs" value="some" label={isForPrograms ? 'Only these' : 'These events too'} />
        </Group>
      </Radio.Group>
      {!isAll && (
        <Checkbox.Group aria-label="Events to send" value={[...types]} onChange={onTypes}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {CHOSEN_TYPES.map((type) => (
              <Checkbox key={type} size="xs" value={type} label={type} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  );
}
