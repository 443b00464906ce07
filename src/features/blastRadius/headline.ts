/** The figures of a blast radius: components, applications, people and money. Pure. */
import { affectedCount } from '@/client/labels/affectedWords';
import { capabilitiesFigure, costFigure, peopleFigure, peopleOf, type Unrecorded } from '@/client/labels/impactFigures';
import { LIFECYCLE_LABELS, TIER_LABELS } from '@/client/labels/labels';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { countAffected, splitByAffected } from '@/domain/affected';
import { insideWords } from '@/domain/insideWords';
import { isInService } from '@/domain/lifecycle';
import { CRITICALITY_TIERS, HEALTH_STATES, type EntityKind } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { countOf, formatNumber } from '@/plain/counts';
import type { Figure } from '@/ui/FigureTiles';

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

export function figuresOf(
  answer: BlastRadiusAnswer,
  columns: ImpactColumns | undefined,
  unrecorded: Unrecorded = { parts: answer.completeness.notRecorded },
): Figure[] {
  if (answer.direction === 'upstream') return [causesFigure(answer, columns), applicationsFigure('Involved', answer)];
  const { audiences, revenueExposure, affectedCounts } = answer;
  const { affected } = splitByAffected(audiences);
  const cost = revenueExposure?.byAudience.length === 0 ? { ...revenueExposure, perHour: 0 } : revenueExposure;
  return [
    componentsFigure(answer),
    applicationsFigure('In', answer),
    capabilitiesFigure(affectedCounts.capabilities, unrecorded),
    peopleFigure({ ...peopleOf(affected), audiences: affected.length }, unrecorded),
    ...(cost === undefined ? [] : [costFigure(cost, unrecorded)]),
  ];
}

function componentsFigure(answer: BlastRadiusAnswer): Figure {
  const { entity, origin, counts, affectedCounts, completeness } = answer;
  const outside = completeness.notInService.components;
  const only = counts.components - affectedCounts.components;
  const notes = [
    entity.type === 'component'
      ? null
      : `${formatNumber(countAffected(origin))} ${IN_IT[entity.type]}, ${formatNumber(affectedCounts.components)} beyond`,
    outside === 0 ? null : `and ${formatNumber(outside)} not in service`,
    only === 0 ? null : `${formatNumber(only)} more reached, not affected`,
  ];
  const note = notes.filter((part) => part !== null).join('; ');
  return { label: 'Affected', value: countOf(affectedCount(answer) - outside, 'component'), note };
}

function causesFigure(answer: BlastRadiusAnswer, columns: ImpactColumns | undefined): Figure {
  const grounds = columns === undefined ? 0 : columns.grounds.length + columns.groundsOmitted;
  const own = answer.entity.type === 'component' ? 0 : countAffected(answer.origin);
  const notes = [
    own === 0 ? null : `${formatNumber(own)} of these its own`,
    grounds === 0 ? null : `and ${countOf(grounds, 'zone, technology or dataset', 'zones, technologies and datasets')}`,
  ];
  const note = notes.filter((part) => part !== null).join('; ');
  return { label: 'Could cause it', value: countOf(affectedCount(answer), 'component'), note };
}

function applicationsFigure(label: string, { applications, affectedCounts, completeness, direction }: BlastRadiusAnswer): Figure {
  const outside = direction === 'upstream' ? 0 : completeness.notInService.applications;
  const affected = splitByAffected(applications).affected.filter((one) => direction === 'upstream' || isInService(one.lifecycleState));
  const tiers = CRITICALITY_TIERS.map((tier) => ({ tier, count: affected.filter((one) => one.criticalityTier === tier).length }));
  const highest = tiers.filter(({ count }) => count > 0).at(-1);
  return {
    label,
    value: countOf(affectedCounts.applications - outside, 'application'),
    note: [
      ...(highest === undefined ? [] : [`${formatNumber(highest.count)} ${TIER_LABELS[highest.tier].toLowerCase()}`]),
      ...(outside === 0 ? [] : [`and ${formatNumber(outside)} not in service`]),
    ].join(', '),
  };
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

/** How many components of an application are affected, or what is inside a Healthy one. If a component fails, it is not counted. */
export function applicationNote(
  { entity, origin, direction }: Pick<BlastRadiusAnswer, 'entity' | 'origin' | 'direction'>,
  application: BlastRadiusAnswer['applications'][number],
): string {
  const inside = insideWords(application);
  const lifecycle = isInService(application.lifecycleState) ? '' : `${LIFECYCLE_LABELS[application.lifecycleState]}, not in service: `;
  if (inside !== null) return `${lifecycle}${inside}`;
  if (application.affectedComponentCount === 0) return `${lifecycle}${countOf(application.componentCount, 'component')} reached`;
  const isApart = direction === 'upstream' || entity.type === 'component';
  const ofStart = isApart ? countAffected(origin.filter(({ applicationId }) => applicationId === application.id)) : 0;
  const count = application.affectedComponentCount - ofStart;
  return `${lifecycle}${count === 0 ? 'only what fails' : countOf(count, 'component')}`;
}
