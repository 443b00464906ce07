/** Says of a Healthy application that its own components are failing all the same. */
import { countOf } from '@/plain/counts';
import type { HealthState } from './vocabulary';

export interface ApplicationInside {
  expectedState: HealthState;
  /** Missing in answers that were stored before these were counted. */
  affectedComponentCount?: number | undefined;
  downComponentCount?: number | undefined;
}

/** `1 component down, but no outermost one`; null unless it is Healthy with a component that is not. */
export function insideWords({ expectedState, affectedComponentCount = 0, downComponentCount = 0 }: ApplicationInside): string | null {
  if (expectedState !== 'Healthy' || affectedComponentCount === 0) return null;
  const failing =
    downComponentCount > 0
      ? `${countOf(downComponentCount, 'component')} down`
      : `${countOf(affectedComponentCount, 'component')} affected`;
  return `${failing}, but no outermost one`;
}
