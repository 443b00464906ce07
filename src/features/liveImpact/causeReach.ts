/** What one cause takes down, as lines of a card. */
import { money, peopleWords } from '@/client/look/figures';
import type { Cause } from './useLiveImpact';
import { listed } from './verdict';

export interface ReachLine {
  name: string;
  value: string;
}

const MOST_NAMED = 4;

type Reach = Pick<Cause, 'applications' | 'capabilities' | 'processes' | 'audiences' | 'revenueExposure'>;

/** Only what suffers: what is reached and stays healthy is left out, and so are lines without anything. */
export function reachLines({ applications, capabilities, processes, audiences, revenueExposure }: Reach): ReachLine[] {
  const lines = [
    { name: 'Applications', value: namesOf(applications) },
    { name: 'Capabilities', value: namesOf(capabilities) },
    { name: 'Processes', value: namesOf(processes) },
    { name: 'Audiences', value: namesOf(audiences.map(({ people, ...audience }) => ({ ...audience, name: withPeople(audience.name, people) }))) },
    { name: 'Revenue', value: revenueExposure === undefined || revenueExposure.expectedPerHour === 0 ? '' : `${money(revenueExposure.expectedPerHour, revenueExposure.currency)} per hour` },
  ];
  return lines.filter(({ value }) => value !== '');
}

function withPeople(name: string, people: number | null): string {
  const words = peopleWords(people);
  return words === null ? name : `${name} (${words})`;
}

function namesOf(rows: readonly { name: string; expectedState: string }[]): string {
  const names = rows.filter(({ expectedState }) => expectedState !== 'Healthy').map(({ name }) => name);
  return listed(names.slice(0, MOST_NAMED), Math.max(0, names.length - MOST_NAMED));
}
