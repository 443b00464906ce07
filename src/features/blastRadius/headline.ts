/** The figures of a blast radius: components, applications, people and money. Pure. */
import { money } from '@/client/labels/figures';
import { TIER_LABELS } from '@/client/labels/labels';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactLanes } from '@/contract/impactLanes';
import { CRITICALITY_TIERS, HEALTH_STATES, type EntityKind } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { countOf, formatNumber, nounFor } from '@/plain/counts';

export interface Figure {
  label: string;
  value: string;
  /** Empty if there is none. */
  note: string;
}

/** How many components are affected. A failed component does not count; the components of any other failed entity do. */
export function affectedCount({
  entity,
  direction,
  counts,
  origin,
}: Pick<BlastRadiusAnswer, 'entity' | 'direction' | 'counts' | 'origin'>): number {
  return direction === 'upstream' || entity.type === 'component' ? counts.components : counts.components + origin.length;
}

/** `7 components affected, 5 applications` */
export function affectedWords(answer: BlastRadiusAnswer): string {
  const components = countOf(affectedCount(answer), 'component');
  const applications = countOf(answer.counts.applications, 'application');
  return answer.direction === 'downstream'
    ? `${components} affected, ${applications}`
    : `${components} could cause it, ${applications} involved`;
}

const IN_IT: Readonly<Record<EntityKind, string>> = {
  application: 'of its own',
  component: '',
  'hosting-zone': 'in it',
  'hosting-area': 'in it',
  technology: 'using it',
  dataset: 'using it',
  capability: 'supporting it',
  process: 'supporting it',
  segment: 'serving them',
};

export function figuresOf(answer: BlastRadiusAnswer, lanes: ImpactLanes | undefined): Figure[] {
  const { direction, entity, origin, counts, applications, audiences } = answer;
  const affected = affectedCount(answer);
  const isUpstream = direction === 'upstream';
  const grounds = lanes === undefined ? 0 : lanes.grounds.length + lanes.groundsOmitted;
  const split =
    entity.type === 'component' || isUpstream
      ? ''
      : `${formatNumber(origin.length)} ${IN_IT[entity.type]}, ${formatNumber(counts.components)} beyond`;
  const components: Figure = {
    label: isUpstream ? 'Could cause it' : 'Affected',
    value: countOf(affected, 'component'),
    note: isUpstream
      ? grounds === 0
        ? ''
        : `and ${countOf(grounds, 'zone, technology or dataset', 'zones, technologies and datasets')}`
      : split,
  };
  const tiers = CRITICALITY_TIERS.map((tier) => ({ tier, count: applications.filter((one) => one.criticalityTier === tier).length }));
  const highest = tiers.filter(({ count }) => count > 0).at(-1);
  const involved: Figure = {
    label: isUpstream ? 'Involved' : 'In',
    value: countOf(counts.applications, 'application'),
    note: highest === undefined ? '' : `${formatNumber(highest.count)} ${TIER_LABELS[highest.tier].toLowerCase()}`,
  };
  if (isUpstream) return [components, involved];
  return [components, involved, peopleFigure(audiences), revenueFigure(answer)].filter((figure) => figure !== null);
}

function peopleFigure(audiences: BlastRadiusAnswer['audiences']): Figure {
  const known = audiences.filter(({ people }) => people !== null);
  const total = known.reduce((sum, { people }) => sum + (people ?? 0), 0);
  const where = countOf(audiences.length, 'audience');
  if (audiences.length === 0) return { label: 'People', value: 'Nobody', note: 'No audience is affected' };
  if (known.length === 0) return { label: 'People', value: where, note: 'How many people is not recorded' };
  return { label: 'People', value: formatNumber(total), note: `${nounFor(total, 'person', 'people')} in ${where}` };
}

/** Null if it is withheld. Shows the expected loss, with the revenue at risk beside it. */
function revenueFigure({ revenueExposure, audiences }: BlastRadiusAnswer): Figure | null {
  if (revenueExposure === undefined) return null;
  const { currency, expectedPerHour, perHour, byAudience } = revenueExposure;
  if (byAudience.length === 0)
    return {
      label: 'Revenue',
      value: 'None recorded',
      note: audiences.length === 0 ? 'No audience is affected' : 'No affected audience has a revenue',
    };
  return { label: 'Revenue', value: `${money(expectedPerHour, currency)} per hour`, note: `${money(perHour, currency)} per hour at risk` };
}

/** The worst state first; within a state, by criticality tier, then number of components, then technicalName. */
export function byStateAndTier(applications: BlastRadiusAnswer['applications']): BlastRadiusAnswer['applications'] {
  const state = (one: { expectedState: (typeof HEALTH_STATES)[number] }): number => HEALTH_STATES.indexOf(one.expectedState);
  const tier = (one: { criticalityTier: (typeof CRITICALITY_TIERS)[number] }): number => CRITICALITY_TIERS.indexOf(one.criticalityTier);
  return [...applications].sort(
    (a, b) =>
      state(b) - state(a) || tier(b) - tier(a) || b.componentCount - a.componentCount || byCodeUnit(a.technicalName, b.technicalName),
  );
}

/** How many components of an application are affected. If a component fails, it is not counted. */
export function applicationNote(
  { entity, origin, direction }: BlastRadiusAnswer,
  application: BlastRadiusAnswer['applications'][number],
): string {
  const isApart = direction === 'upstream' || entity.type === 'component';
  const ofStart = isApart ? origin.filter(({ applicationId }) => applicationId === application.id).length : 0;
  const count = application.componentCount - ofStart;
  return count === 0 ? 'only what fails' : countOf(count, 'component');
}
