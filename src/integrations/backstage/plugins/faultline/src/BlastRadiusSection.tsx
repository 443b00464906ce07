/** What breaks if the entity fails: how much, what is worst, and what an hour is expected to cost. */
import type { AffectedEntity, BlastRadius } from '@faultline/backstage-plugin-common';
import { Typography } from '@material-ui/core';
import { HealthMark } from './HealthMark';

const COUNTED = [
  ['components', 'component', 'components'],
  ['applications', 'application', 'applications'],
  ['capabilities', 'capability', 'capabilities'],
  ['processes', 'process', 'processes'],
  ['audiences', 'audience', 'audiences'],
] as const;

export function BlastRadiusSection({ blastRadius }: { blastRadius: BlastRadius }) {
  const { counts, applications, capabilities, exposure, beyondDepth } = blastRadius;
  const counted = COUNTED.filter(([name]) => counts[name] > 0).map(
    ([name, one, many]) => `${counts[name]} ${counts[name] === 1 ? one : many}`,
  );
  return (
    <section aria-label="If it fails">
      <Typography variant="h6">If it fails</Typography>
      <Typography variant="body2">{counted.length === 0 ? 'Nothing else is affected' : `${counted.join(', ')} affected`}</Typography>
      {exposure !== null && (
        <Typography variant="body2">
          Expected cost: {money(exposure.expectedPerHour, exposure.currency)} per hour, {money(exposure.perHour, exposure.currency)} at risk
        </Typography>
      )}
      <Affected title="Applications" entities={applications} total={counts.applications} />
      <Affected title="Capabilities" entities={capabilities} total={counts.capabilities} />
      {beyondDepth > 0 && <Typography variant="body2">{beyondDepth} more lie beyond the depth of your plan</Typography>}
    </section>
  );
}

function Affected({ title, entities, total }: { title: string; entities: readonly AffectedEntity[]; total: number }) {
  if (entities.length === 0) return null;
  return (
    <>
      <Typography variant="subtitle2">{title}</Typography>
      <ul aria-label={title}>
        {entities.map(({ technicalName, name, expectedState }) => (
          <li key={technicalName}>
            {name} <HealthMark state={expectedState} />
          </li>
        ))}
        {total > entities.length && <li>and {total - entities.length} more</li>}
      </ul>
    </>
  );
}

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount);
}
