/** What one cause takes down, in one line of text. */
import { expectedCostFact, peopleLabel } from '@/client/labels/figures';
import type { Answers } from '@/client/trpc';
import { countOf } from '@/plain/counts';

export type Cause = Answers['health']['causes']['causes'][number];

/** Counts of other components, applications and people, then the exposure. Zeros are left out. */
export function causeFacts({ componentCount, applications, audiences, revenue }: Cause): string[] {
  const known = audiences.named.flatMap(({ people }) => (people === null ? [] : [people]));
  const people = peopleLabel(known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0));
  const facts = [
    componentCount === 0 ? null : `${countOf(componentCount, 'other component')} affected`,
    applications.count === 0 ? null : countOf(applications.count, 'application'),
    people === null ? null : audiences.count > known.length ? `at least ${people}` : people,
    expectedCostFact(revenue && { ...revenue, expectedPerHour: Math.max(revenue.expectedPerHour, revenue.contributed.expectedPerHour) }),
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? ['Nothing else is affected'] : facts;
}
