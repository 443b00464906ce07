/**
 * What an incident affects and costs, in the figures that all pages of impact have: those of its situation while it has one, and what it has
 * cost. Pure.
 */
import { money } from '@/client/labels/figures';
import { impactFigures } from '@/client/labels/impactFigures';
import type { LiveColumns } from '@/contract/impactColumns';
import type { Incident } from '@/contract/incidents';
import { toldCostAt } from '@/domain/health/incidentCost';
import { countOf } from '@/plain/counts';
import type { Figure } from '@/ui/FigureTiles';

type Told = Pick<Incident, 'situation' | 'counts' | 'costSoFar' | 'exposure' | 'endedAt'>;

interface Shown {
  /** In milliseconds since 1970; null while the reader's clock is not known. */
  now: number | null;
  /** Its picture, for an incident that is over; null while that is not known. */
  then: Pick<LiveColumns, 'totals' | 'causes'> | null;
  /** Where what is not recorded can be recorded. */
  recordHref?: string | undefined;
}

export function incidentFigures(incident: Told, { now, then, recordHref }: Shown): Figure[] {
  const { situation, counts, endedAt } = incident;
  const unrecorded = { parts: situation?.notRecorded ?? [], href: recordHref };
  if (situation !== null && situation.causes.length > 0)
    return [...impactFigures(situation.counts, situation.exposure, unrecorded), ...costFigures(incident, now)];
  if (endedAt !== null && then !== null && then.causes.length > 0)
    return [...impactFigures(then.totals, undefined, null), ...costFigures(incident, now)];
  return [
    { label: 'Affected', value: countOf(counts.components, 'component'), note: '' },
    { label: 'In', value: countOf(counts.applications, 'application'), note: '' },
    ...costFigures(incident, now),
  ];
}

/** Nothing for those who may not see revenue, and where no revenue is recorded: the figure of the cost per hour says so. */
function costFigures(incident: Told, now: number | null): Figure[] {
  const { costSoFar, endedAt, situation } = incident;
  const isUnrecorded = situation?.notRecorded?.includes('revenue') === true;
  if (costSoFar === undefined || (costSoFar === null && isUnrecorded)) return [];
  const label = endedAt === null ? 'Cost until now' : 'Cost';
  if (costSoFar === null) return [{ label, value: 'Not recorded', note: '' }];
  const amount = toldCostAt(incident, now ?? Date.parse(costSoFar.until)) ?? 0;
  return [{ label, value: amount === 0 ? 'None' : money(amount, costSoFar.currency), note: 'its part, since it opened' }];
}
