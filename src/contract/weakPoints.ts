/** Weak points on the wire: what takes an entity down, alone or together, which redundancy is left, and what to change. */
import { z } from 'zod';
import { WEAK_POINT_ENTITY_KINDS, WEAK_POINT_STATES } from '@/domain/graph/weakPoints/weakPointQuestion';
import { COMPONENT_KINDS } from '@/domain/vocabulary';
import { entityReference, guidOut, requiredEnum, timestampOut } from './fields';
import { pageInput, pageOf } from './lists';

/** At most this many shared causes of a redundancy group are named; the rest are counted. */
export const MOST_SHARED_CAUSES = 100;
/** The summary names at most this many components. */
export const MOST_WORST_COMPONENTS = 12;

export const WeakPointsQuestion = z.strictObject({
  entityType: requiredEnum(WEAK_POINT_ENTITY_KINDS),
  entityId: entityReference.meta({ description: 'The GUID or the technicalName of the entity.' }),
  state: z
    .enum(WEAK_POINT_STATES)
    .default('Outage')
    .meta({ description: 'What counts as down: this state or a worse one; default Outage.' }),
  order: z.int().min(1).max(3).default(1).meta({ description: 'The largest number of components that fail together: 1 to 3. Default 1.' }),
  fixes: z.boolean().default(true).meta({
    description: 'false: does not look for fixes, and leaves their list empty. The answer arrives sooner. Default true.',
  }),
});
export type WeakPointsQuestion = z.infer<typeof WeakPointsQuestion>;

export const WeakPointsInput = WeakPointsQuestion.extend({
  format: z.enum(['json', 'open-psa']).default('json').meta({
    description: 'open-psa: the fault tree behind the answer, for the tools of reliability engineers. It does not depend on the order.',
  }),
});
export type WeakPointsInput = z.infer<typeof WeakPointsInput>;

const named = { id: guidOut, technicalName: z.string(), name: z.string() };
const Named = z.strictObject(named);
const isOwn = z.boolean().meta({ description: 'Whether it is one of the components that the entity itself consists of.' });
const perHour = z.number().nullable().meta({ description: 'The expected cost per hour; null if you may not see revenue.' });

const CutSet = z.strictObject({ members: z.array(z.strictObject({ ...named, isOwn })), perHour });

const group = {
  source: Named,
  redundancyGroup: z.string(),
  redundancyMinimum: z.int(),
  targets: z.int(),
  failuresLeft: z.int().meta({ description: 'How many targets may fail before the group passes anything on.' }),
};

const Margin = z.strictObject({
  ...group,
  sharedCauses: z
    .array(z.strictObject({ entityType: z.enum(['component', 'hosting-zone', 'technology']), ...named, takes: z.int() }))
    .meta({
      description:
        'Single failures that take down more targets than may fail, and so defeat the redundancy. The one that takes down most comes first.',
    }),
  sharedCausesOmitted: z.int(),
});

const Fix = z.strictObject({
  kind: z.enum(['makeSofter', 'addMember', 'separate']).meta({
    description:
      'makeSofter: the dependency gets a softer mode. addMember: the group gets one more target like the named one, in a separate zone. separate: the named member moves to a zone where nothing else runs.',
  }),
  dependencyId: guidOut.nullable(),
  redundancyGroup: z.string().nullable(),
  source: Named.meta({ description: 'The source of the dependency.' }),
  target: Named.meta({
    description: 'The target of the dependency, or the member that is moved or copied.',
  }),
  from: z.string().meta({ description: 'The mode, the number of targets, or the technicalName of the zone.' }),
  to: z.string().nullable().meta({ description: 'Null: a zone where nothing else runs.' }),
  removesSinglePoints: z.int().meta({
    description: 'How many single points the change removes. For separate: how many zones took down too much of the group alone.',
  }),
  removesPerHour: z.number().nullable().meta({ description: 'The expected cost per hour that the removed single points had, added up.' }),
});

export const WeakPoints = z.strictObject({
  entity: z.strictObject({ id: guidOut, type: z.enum(WEAK_POINT_ENTITY_KINDS), technicalName: z.string(), name: z.string() }),
  state: z.enum(WEAK_POINT_STATES),
  order: z.int(),
  currency: z.string().nullable().meta({ description: 'The currency of every perHour; null if you may not see revenue.' }),
  singlePoints: z.array(z.strictObject({ ...named, kind: z.enum(COMPONENT_KINDS), applicationId: guidOut, isOwn, perHour })),
  cutSets: z.array(CutSet).meta({ description: 'Sets of two or three members that take the entity down only together.' }),
  margins: z.array(Margin).meta({ description: 'The redundancy groups that the entity depends on, the least redundancy first.' }),
  fixes: z.array(Fix).meta({ description: 'At most 20, each tried on a copy of the landscape; the best first.' }),
  completeness: z.strictObject({
    order: z.int(),
    isComplete: z.boolean(),
    omitted: z
      .int()
      .nullable()
      .meta({ description: 'How many more cut sets there are; null if the search was stopped early, so the number is unknown.' }),
    withheld: z.array(z.string()),
  }),
  landscapeVersion: z.int(),
});
export type WeakPoints = z.infer<typeof WeakPoints>;

export const WeakPointFixesQuestion = WeakPointsQuestion.omit({ order: true, fixes: true });
export type WeakPointFixesQuestion = z.infer<typeof WeakPointFixesQuestion>;

/** Asked for by the browser after it has shown the rest. */
export const WeakPointFixes = z.strictObject({
  currency: z.string().nullable(),
  /** `manifest`: the change as YAML. */
  fixes: z.array(Fix.extend({ manifest: z.string() })),
  landscapeVersion: z.int(),
});
export type WeakPointFixes = z.infer<typeof WeakPointFixes>;

export const WeakPointSummaryInput = z.strictObject(pageInput);
export type WeakPointSummaryInput = z.infer<typeof WeakPointSummaryInput>;

export const CapabilityWeakPoints = z.strictObject({
  ...named,
  singlePoints: z.int().meta({ description: 'Components whose Outage alone is an Outage of the capability.' }),
  pairs: z.int().meta({ description: 'Pairs of components that do so only together.' }),
  arePairsComplete: z.boolean().meta({ description: 'False if the search was stopped early: there may be more pairs.' }),
  smallestMargin: z
    .int()
    .nullable()
    .meta({ description: 'The smallest number of failures that a redundancy group behind it tolerates; null if there is no group.' }),
  undermined: z.int().meta({ description: 'Groups whose redundancy is defeated: one shared cause takes down more targets than may fail.' }),
  perHour: z.number().nullable().meta({
    description: 'The highest expected cost of an hour without one of its single points; null if you may not see revenue.',
  }),
  worstComponentIds: z.array(guidOut).meta({ description: 'The members of worstComponents that are single points of this capability.' }),
});
export type CapabilityWeakPoints = z.infer<typeof CapabilityWeakPoints>;

export const WeakPointSummary = pageOf(CapabilityWeakPoints).extend({
  currency: z.string().nullable(),
  /** The landscape version that the numbers are for. */
  landscapeVersion: z.int(),
  isCurrent: z.boolean().meta({ description: 'False while a newer landscape version is being evaluated.' }),
  computedAt: timestampOut,
  worstComponents: z
    .array(z.strictObject({ ...named, capabilities: z.int().meta({ description: 'How many capabilities it takes down alone.' }), perHour }))
    .meta({
      description: `The single points that cost the most or take down the most capabilities, the worst first; at most ${MOST_WORST_COMPONENTS}.`,
    }),
  undermined: z
    .array(Margin.extend({ capabilities: z.int().meta({ description: 'How many capabilities depend on the group.' }) }))
    .meta({ description: 'Groups whose redundancy is defeated: one shared cause takes down more targets than may fail. At most 20.' }),
  underminedOmitted: z.int(),
  withheld: z.array(z.string()),
});
export type WeakPointSummary = z.infer<typeof WeakPointSummary>;
