/** How many components last reported each state, and how many did not, or not for too long. */
import { Text } from '@mantine/core';
import { StateShape } from '@/client/symbols/StateMark';
import classes from './ImpactView.module.css';
import type { Snapshot } from './useLiveImpact';

const SHOWN = ['Outage', 'Degraded', 'Warning', 'Healthy'] as const;

export function StateCounts({ states }: { states: Snapshot['states'] }) {
  return (
    <ul className={classes.counts} aria-label="Components by reported state">
      {SHOWN.filter((state) => states[state] > 0).map((state) => (
        <li key={state}>
          <StateShape state={state} />
          <Text span size="sm">
            {states[state].toLocaleString('en')} {state}
          </Text>
        </li>
      ))}
      {states.unreported > 0 && (
        <li>
          <Text span size="sm" c="dimmed">
            {states.unreported.toLocaleString('en')} not reported
          </Text>
        </li>
      )}
    </ul>
  );
}
