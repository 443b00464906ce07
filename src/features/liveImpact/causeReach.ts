/** What one cause takes down, as lines of a card. */
import { money, peopleLabel } from '@/client/labels/figures';
import type { Cause } from './worstFirst';
import { listed } from './verdict';

export interface ReachLine {
  name: string;
  value: string;
}

type Reach = Pick<Cause, 'applications' | 'capabilities' | 'processes' | 'audiences' | 'revenue'>;
interface Named {
  name: string;
}

/** Only what suffers. Lines without anything are left out. */
export function reachLines({ applications, capabilities, processes, audiences, revenue }: Reach): ReachLine[] {
  const lines = [
    { name: 'Applications', value: namesOf(applications) },
    { name: 'Capabilities', value: namesOf(capabilities) },
    { name: 'Processes', value: namesOf(processes) },
    {
      name: 'Audiences',
      value: namesOf({ ...audiences, named: audiences.named.map(({ name, people }) => ({ name: withPeople(name, people) })) }),
    },
    {
      name: 'Revenue',
      value: revenue === undefined || revenue.expectedPerHour === 0 ? '' : `${money(revenue.expectedPerHour, revenue.currency)} per hour`,
    },
  ];
  return lines.filter(({ value }) => value !== '');
}

function withPeople(name: string, people: number | null): string {
  const words = peopleLabel(people);
  return words === null ? name : `${name} (${words})`;
}

function namesOf({ count, named }: { count: number; named: readonly Named[] }): string {
  return listed(
    named.map(({ name }) => name),
    count - named.length,
  );
}
