/** The state now, since when, and what causes it. */
import type { LiveState } from '@faultline/backstage-plugin-common';
import { Typography } from '@material-ui/core';
import { HealthMark } from './HealthMark';

export function LiveSection({ live, technicalName }: { live: LiveState; technicalName: string }) {
  const { state, since, isUnderMaintenance, lastSignalAt } = live;
  const others = live.causes.filter((cause) => cause !== technicalName);
  return (
    <section aria-label="Now">
      <Typography variant="h6">Now</Typography>
      <HealthMark state={state} />
      {since !== null && <Typography variant="body2">Since {new Date(since).toLocaleString()}</Typography>}
      {others.length > 0 && <Typography variant="body2">Caused by {others.join(', ')}</Typography>}
      {isUnderMaintenance && <Typography variant="body2">Under maintenance</Typography>}
      {lastSignalAt === null && (
        <Typography variant="body2">
          {state === 'Healthy' ? 'It has not reported its health. Faultline assumes that it works.' : 'It has not reported its own health.'}
        </Typography>
      )}
    </section>
  );
}
