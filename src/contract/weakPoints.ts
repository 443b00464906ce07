/** Weak points on the wire: what alone, or together, takes an entity down, what redundancy is left, and what to change. */
import { z } from 'zod';
import { WEAK_POINT_ENTITY_KINDS, WEAK_POINT_STATES } from '@/domain/graph/weakPoints/weakPointQuestion';
import { COMPONENT_KINDS } from '@/domain/vocabulary';
import { entityReference, guidOut, requiredEnum, timestampOut } from './fields';
import { pageInput, pageOf } from './lists';

/** So many of what takes a group's redundancy away are named; the rest is counted. */
export const MOST_SHARED_CAUSES = 100;
/** The summary names so many components at most. */
export const MOST_WORST_COMPONENTS = 12;

export const WeakPointsQuestion = z.strictObject({
  entityType: requiredEnum(WEAK_POINT_ENTITY_KINDS),
  entityId: entityReference.meta({ description: 'The GUID or the technicalName of the entity.' }),
  state: z
    .enum(WEAK_POINT_STATES)
    .default('Outage')
    .meta({ description: 'What counts as down: this state or a worse one; default Outage.' }),
  order: z.int().min(1).max(3).default(1).meta({ description: 'How many components may have to fail together: 1 to 3. 1 unless said.' }),
  fixes: z.boolean().default(true).meta({
    description: 'false: no fixes are looked for, and the list of them is empty. The answer is there sooner. true unless said.',
  }),
});
export type WeakPointsQuestion = z.infer<typeof WeakPointsQuestion>;

export const WeakPointsInput = WeakPointsQuestion.extend({
  format: z.enum(['json', 'open-psa']).default('json').meta({
    description:
      'open-psa: the fault tree behind the answer, as the tools of reliability engineers read it. The order plays no part in it.',
  }),
});
export type WeakPointsInput = z.infer<typeof WeakPointsInput>;

const named = { id: guidOut, technicalName: z.string(), name: z.string() };
const Named = z.strictObject(named);
const isOwn = z.boolean().meta({ description: 'It is one of the components that the entity itself is made of.' });
const perHour = z.number().nullable().meta({ description: 'What an hour is expected to cost; null for those who may not see revenue.' });

const CutSet = z.strictObject({ members: z.array(z.strictObject({ ...named, isOwn })), perHour });

const group = {
  source: Named,
  redundancyGroup: z.string(),
  redundancyMinimum: z.int(),
  targets: z.int(),
  failuresLeft: z.int().meta({ description: 'So many of the targets may fail before the group passes anything on.' }),
};

const Margin = z.strictObject({
  ...group,
  sharedCauses: z
    .array(z.strictObject({ entityType: z.enum(['component', 'hosting-zone', 'technology']), ...named, takes: z.int() }))
    .meta({ description: 'What takes more targets than may fail, by failing alone: redundancy that is not. The widest first.' }),
  sharedCausesOmitted: z.int(),
});

const Fix = z.strictObject({
  kind: z.enum(['makeSofter', 'addMember', 'separate']).meta({
    description:
      'makeSofter: the dependency in a softer mode. addMember: one more target, like the named one, in a zone of its own. separate: the named member in a zone that nothing else is in.',
  }),
  dependencyId: guidOut.nullable(),
  redundancyGroup: z.string().nullable(),
  source: Named.meta({ description: 'What depends.' }),
  target: Named.meta({
    description: 'What it depends on: the target of the dependency, or the member that is moved or taken as the model.',
  }),
  from: z.string().meta({ description: 'The mode, the number of targets, or the technicalName of the zone.' }),
  to: z.string().nullable().meta({ description: 'Null: a zone that nothing else is in.' }),
  removesSinglePoints: z
    .int()
    .meta({ description: 'So many single points are gone afterwards. Of separate: zones that took too much of the group alone.' }),
  removesPerHour: z.number().nullable().meta({ description: 'How much less an hour of what is gone is expected to cost, added up.' }),
});

export const WeakPoints = z.strictObject({
  entity: z.strictObject({ id: guidOut, type: z.enum(WEAK_POINT_ENTITY_KINDS), technicalName: z.string(), name: z.string() }),
  state: z.enum(WEAK_POINT_STATES),
  order: z.int(),
  currency: z.string().nullable().meta({ description: 'Of every perHour; null for those who may not see revenue.' }),
  singlePoints: z.array(z.strictObject({ ...named, kind: z.enum(COMPONENT_KINDS), applicationId: guidOut, isOwn, perHour })),
  cutSets: z.array(CutSet).meta({ description: 'Of two or three members: only together do they take the entity down.' }),
  margins: z.array(Margin).meta({ description: 'The redundancy groups that the entity depends on, the least redundancy first.' }),
  fixes: z.array(Fix).meta({ description: 'At most 20, each tried on the landscape as it would be; the best first.' }),
  completeness: z.strictObject({
    order: z.int(),
    isComplete: z.boolean(),
    omitted: z
      .int()
      .nullable()
      .meta({ description: 'So many more cut sets there are; null where the search was given up, so that nobody knows.' }),
    withheld: z.array(z.string()),
  }),
  landscapeVersion: z.int(),
});
export type WeakPoints = z.infer<typeof WeakPoints>;

export const WeakPointFixesQuestion = WeakPointsQuestion.omit({ order: true, fixes: true });
export type WeakPointFixesQuestion = z.infer<typeof WeakPointFixesQuestion>;

/** What the browser asks for after it has shown the rest. */
export const WeakPointFixes = z.strictObject({
  currency: z.string().nullable(),
  /** `manifest`: what to change, as YAML. */
  fixes: z.array(Fix.extend({ manifest: z.string() })),
  landscapeVersion: z.int(),
});
export type WeakPointFixes = z.infer<typeof WeakPointFixes>;

export const WeakPointSummaryInput = z.strictObject(pageInput);
export type WeakPointSummaryInput = z.infer<typeof WeakPointSummaryInput>;

export const CapabilityWeakPoints = z.strictObject({
  ...named,
  singlePoints: z.int().meta({ description: 'Components whose Outage alone is an Outage of the capability.' }),
  pairs: z.int().meta({ description: 'Sets of two that do so only together.' }),
  arePairsComplete: z.boolean().meta({ description: 'False where the search was given up: there may be more pairs.' }),
  smallestMargin: z
    .int()
    .nullable()
    .meta({ description: 'The least number of failures that a redundancy group behind it tolerates; null where there is no group.' }),
  undermined: z.int().meta({ description: 'Groups of which something shared alone takes more than may fail: redundancy that is not.' }),
  perHour: z.number().nullable().meta({
    description: 'The most that an hour without one of its single points is expected to cost; null for those who may not see revenue.',
  }),
  worstComponentIds: z.array(guidOut).meta({ description: 'Those of worstComponents that are single points of it.' }),
});
export type CapabilityWeakPoints = z.infer<typeof CapabilityWeakPoints>;

export const WeakPointSummary = pageOf(CapabilityWeakPoints).extend({
  currency: z.string().nullable(),
  /** The one that the numbers hold for. */
  landscapeVersion: z.int(),
  isCurrent: z.boolean().meta({ description: 'False while a newer landscape version is being worked out.' }),
  computedAt: timestampOut,
  worstComponents: z
    .array(z.strictObject({ ...named, capabilities: z.int().meta({ description: 'So many it takes down alone.' }), perHour }))
    .meta({ description: `The single points that cost or take down the most, the worst first; at most ${MOST_WORST_COMPONENTS}.` }),
  undermined: z
    .array(Margin.extend({ capabilities: z.int().meta({ description: 'So many depend on the group.' }) }))
    .meta({ description: 'Redundancy that is not: of each group, something shared takes more than may fail. At most 20.' }),
  underminedOmitted: z.int(),
  withheld: z.array(z.string()),
});
export type WeakPointSummary = z.infer<typeof WeakPointSummary>;
