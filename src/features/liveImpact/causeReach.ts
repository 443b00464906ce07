/** What one cause takes down, as lines of a card. */
import { money, peopleLabel } from '@/client/labels/figures';
import type { CostPart } from '@/client/situations/bySituation';
import type { NameOf } from '@/domain/incidentWords';
import { countOf } from '@/plain/counts';
import type { Cause } from './useLiveImpact';
import { listed } from './verdict';

export interface ReachLine {
  name: string;
  value: string;
}

type Reach = Pick<Cause, 'componentCount' | 'jointlyWith' | 'applications' | 'capabilities' | 'processes' | 'audiences' | 'revenue'>;

/** How many other causes a line names; the rest are counted. */
const MOST_NAMED = 4;
interface Named {
  name: string;
}

/**
 * Only what is affected. Empty lines are left out. `part` is its part of the cost that it shares with other causes, if it does; `nameOf` says
 * what people call those.
 */
export function reachLines(
  { componentCount, jointlyWith, applications, capabilities, processes, audiences, revenue }: Reach,
  part: CostPart | null = null,
  nameOf: NameOf = (technicalName) => technicalName,
): ReachLine[] {
  const lines = [
    { name: 'Components', value: componentCount === 0 ? '' : countOf(componentCount, 'other') },
    { name: 'Applications', value: namesOf(applications) },
    { name: 'Capabilities', value: namesOf(capabilities) },
    { name: 'Processes', value: namesOf(processes) },
    {
      name: 'Audiences',
      value: namesOf({ ...audiences, named: audiences.named.map(({ name, people }) => ({ name: withPeople(name, people) })) }),
    },
    { name: 'Expected cost', value: part !== null ? costWords(part, ', its part') : costWords(revenue && exposureOf(revenue)) },
    { name: 'Jointly with', value: listed(jointlyWith.slice(0, MOST_NAMED).map(nameOf), Math.max(0, jointlyWith.length - MOST_NAMED)) },
  ];
  return lines.filter(({ value }) => value !== '');
}

/** The cause's own exposure, or its share in a joint exposure if that is larger; null if nothing is at risk. */
export function exposureOf({ currency, contributed, ...alone }: NonNullable<Cause['revenue']>): CostPart | null {
  const { expectedPerHour, perHour } = contributed.expectedPerHour > alone.expectedPerHour ? contributed : alone;
  return perHour === 0 ? null : { currency, expectedPerHour, perHour };
}

function costWords(cost: CostPart | null | undefined, addition = ''): string {
  if (cost === null || cost === undefined || cost.perHour === 0) return '';
  const { currency, expectedPerHour, perHour } = cost;
  const atRisk = perHour === expectedPerHour ? '' : ` (${money(perHour, currency)} at risk)`;
  return `${money(expectedPerHour, currency)} per hour${atRisk}${addition}`;
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
