/** What a situation is made of and does, in the same words on every page, on the command line and in messages. */
import { countOf, formatNumber, nounFor } from '@/plain/counts';

interface Counted {
  components: number;
  applications: number;
  capabilities: number;
  processes: number;
  audiences: number;
  people: number | null;
  audiencesWithoutNumber?: number | undefined;
}

/** `5 components, 3 applications, 1 capability, 1 audience with 240,000 people`; kinds without any are left out. */
export function situationReach(counts: Counted): string {
  const { components, applications, capabilities, processes, audiences, people } = counts;
  const number = numberOfPeople(counts);
  const crowd =
    number === null ? ', people not recorded' : people === 0 ? '' : ` with ${number} ${nounFor(people ?? 0, 'person', 'people')}`;
  const parts = [
    { count: components, words: countOf(components, 'component') },
    { count: applications, words: countOf(applications, 'application') },
    { count: capabilities, words: countOf(capabilities, 'capability', 'capabilities') },
    { count: processes, words: countOf(processes, 'process', 'processes') },
    { count: audiences, words: `${countOf(audiences, 'audience')}${crowd}` },
  ];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ words }) => words)
    .join(', ');
}

/** `240,000`, or `at least 240,000` if one of the audiences has no recorded number; null if no number is known. */
export function numberOfPeople(
  { people, audiencesWithoutNumber = 0 }: Pick<Counted, 'people' | 'audiencesWithoutNumber'>,
  format: (count: number) => string = formatNumber,
): string | null {
  if (people === null || (people === 0 && audiencesWithoutNumber > 0)) return null;
  return `${audiencesWithoutNumber > 0 ? 'at least ' : ''}${format(people)}`;
}

/** `expected cost per hour €2,000 (€4,000 at risk)`; null if nothing is at risk or you may not see it. */
export function situationCost(
  exposure: { currency: string; expectedPerHour: number; perHour: number } | null | undefined,
  money: (amount: number, currency: string) => string,
): string | null {
  if (exposure === undefined || exposure === null || exposure.perHour === 0) return null;
  const { currency, expectedPerHour, perHour } = exposure;
  const atRisk = perHour === expectedPerHour ? '' : ` (${money(perHour, currency)} at risk)`;
  return `expected cost per hour ${money(expectedPerHour, currency)}${atRisk}`;
}

const MOST_NAMED = 4;

/** `r1 and r2`, or `a, b, c, d and 3 more`. */
export function namesOfCauses(names: readonly string[], omitted = 0): string {
  const shown = names.slice(0, MOST_NAMED);
  const more = names.length + omitted - shown.length;
  const parts = more > 0 ? [...shown, `${more.toLocaleString('en')} more`] : shown;
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}
