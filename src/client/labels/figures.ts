/** Formats money and numbers of people. */
import { numberOfPeople } from '@/domain/situationWords';
import { nounFor } from '@/plain/counts';

/** For example `€ 2,000`. `currency` is an ISO 4217 code; cents only if there are any and the sum is small. */
export function money(amount: number, currency: string): string {
  const hasCents = amount < 1_000 && Math.round(amount * 100) % 100 !== 0;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: hasCents ? 2 : 0,
    maximumFractionDigits: hasCents ? 2 : 0,
  }).format(amount);
}

/** `expected cost per hour €2,000`, as a fact among others; null if nothing is expected, or it may not be seen. */
export function expectedCostFact(cost: { currency: string; expectedPerHour: number } | undefined): string | null {
  return cost === undefined || cost.expectedPerHour === 0 ? null : `expected cost per hour ${money(cost.expectedPerHour, cost.currency)}`;
}

/** `€2,000/h`; null if an hour costs nothing, as where nobody recorded revenue, or if it may not be seen. */
export function perHourLabel(amount: number | null, currency: string | null): string | null {
  return amount === null || amount === 0 || currency === null ? null : `${money(amount, currency)}/h`;
}

/** `240,000 people`, or `at least 240,000 people` if some audiences have no recorded number; null if no number is known. */
export function peopleLabel(people: number | null, audiencesWithoutNumber = 0): string | null {
  const number = numberOfPeople({ people, audiencesWithoutNumber });
  return number === null ? null : `${number} ${nounFor(people ?? 0, 'person', 'people')}`;
}
