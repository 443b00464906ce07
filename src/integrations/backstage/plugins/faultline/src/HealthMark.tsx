/** A health state as a mark and a word, so that nobody has to tell colours apart. */
import { StatusError, StatusOK, StatusWarning } from '@backstage/core-components';
import type { HealthState } from '@faultline/backstage-plugin-common';

const MARKS = { Healthy: StatusOK, Warning: StatusWarning, Degraded: StatusWarning, Outage: StatusError } as const;

export function HealthMark({ state }: { state: HealthState }) {
  const Mark = MARKS[state];
  return <Mark>{state}</Mark>;
}
