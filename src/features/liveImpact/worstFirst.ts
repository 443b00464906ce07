/** Which of many causes to look at first: what fails worst, then what costs most, then what reaches farthest. Pure. */
import { FAILURE_STATES } from '@/domain/vocabulary';
import type { Cause } from './useLiveImpact';

type Weighed = Pick<Cause, 'technicalName' | 'state' | 'applications'> & { revenueExposure?: { expectedPerHour: number } };

export function worstFirst<One extends Weighed>(causes: readonly One[]): One[] {
  return [...causes].sort(
    (a, b) =>
      FAILURE_STATES.indexOf(b.state) - FAILURE_STATES.indexOf(a.state) ||
      (b.revenueExposure?.expectedPerHour ?? 0) - (a.revenueExposure?.expectedPerHour ?? 0) ||
      sufferingOf(b) - sufferingOf(a) ||
      (a.technicalName < b.technicalName ? -1 : 1),
  );
}

function sufferingOf({ applications }: Weighed): number {
  return applications.filter(({ expectedState }) => expectedState !== 'Healthy').length;
}
