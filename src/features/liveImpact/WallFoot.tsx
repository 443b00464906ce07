/** The footer of a wall screen: reported states, maintenance, and signals that wait. */
import { countOf } from '@/plain/counts';
import { MaintenanceMark } from '@/client/symbols/LiveMark';
import { StateCounts } from './StateCounts';
import type { Snapshot } from './useLiveImpact';
import { listed } from './verdict';
import classes from './WallScreen.module.css';

const MOST_NAMED = 4;

export function WallFoot({ snapshot: { states, maintenance, pendingSignals } }: { snapshot: Snapshot }) {
  const named = maintenance.slice(0, MOST_NAMED).map(({ name }) => name);
  return (
    <footer className={classes.foot}>
      <StateCounts states={states} />
      {maintenance.length > 0 && (
        <span className={classes.maintenance}>
          <MaintenanceMark /> {listed(named, maintenance.length - named.length)}
        </span>
      )}
      {pendingSignals > 0 && <span>{countOf(pendingSignals, 'signal')} not processed yet</span>}
    </footer>
  );
}
