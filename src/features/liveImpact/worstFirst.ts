/** Which of many causes to look at first: what fails worst, then what costs most, then what reaches farthest. Pure. */
import { FAILURE_STATES } from '@/domain/vocabulary';
import type { Answers } from '@/client/trpc';
import { byCodeUnit } from '@/plain/order';

export type Cause = Answers['health']['causes']['causes'][number];

type Weighed = Pick<Cause, 'technicalName' | 'state'> & { applications: { count: number }; revenue?: { expectedPerHour: number } };

export function worstFirst<One extends Weighed>(causes: readonly One[]): One[] {
  return [...causes].sort(
    (a, b) =>
      FAILURE_STATES.indexOf(b.state) - FAILURE_STATES.indexOf(a.state) ||
      (b.revenue?.expectedPerHour ?? 0) - (a.revenue?.expectedPerHour ?? 0) ||
      b.applications.count - a.applications.count ||
      byCodeUnit(a.technicalName, b.technicalName),
  );
}
