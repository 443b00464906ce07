/** Weak points on the wire: what takes an entity down, alone or together, which redundancy is left, and what to change. */
import { z } from 'zod';
import { WEAK_POINT_ENTITY_KINDS, WEAK_POINT_STATES } from '@/domain/graph/weakPoints/weakPointQuestion';
import { COMPONENT_KINDS, HEALTH_STATES } from '@/domain/vocabulary';
import { includeNotInService, withheldOut } from './blastRadius';
import { redundancyGroupOut, redundancyMinimumOut } from './dependency';
import { countOut, entityReference, guidOut, landscapeVersionOut, namedOut, requiredEnum, timestampOut } from './fields';
import { pageInput, pageOf } from './lists';

/** At most this many shared causes of a redundancy group are named; the rest are counted. */
export const MOST_SHARED_CAUSES = 100;
/** The summary names at most this many components. */
export const MOST_WORST_COMPONENTS = 12;

export const WeakPointsQuestion = z.strictObject({
  entityType: requiredEnum(WEAK_POINT_ENTITY_KINDS).meta({ description: 'The kind of the entity.' }),
  entityId: entityReference.meta({ description: 'The GUID or the technicalName of the entity.' }),
  state: z
    .enum(WEAK_POINT_STATES)
    .default('Outage')
    .meta({ description: 'What counts as down: this state or a worse one; default Outage.' }),
  order: z.int().min(1).max(3).default(1).meta({ description: 'The largest number of components that fail together: 1 to 3. Default 1.' }),
  fixes: z.boolean().default(true).meta({
    description: 'false: does not look for fixes, and leaves their list empty. The answer arrives sooner. Default true.',
  }),
  includeNotInService: includeNotInService.optional(),
});
export type WeakPointsQuestion = z.infer<typeof WeakPointsQuestion>;

export const WeakPointsInput = WeakPointsQuestion.extend({
  format: z.enum(['json', 'open-psa']).default('json').meta({
    description:
      'json: the answer described here. open-psa: the fault tree behind the answer, for the tools of reliability engineers. `order` makes no difference to it.',
  }),
});
export type WeakPointsInput = z.infer<typeof WeakPointsInput>;

const Named = z.strictObject(namedOut);
const isOwn = z.boolean().meta({ description: 'Whether it is one of the components that the entity itself consists of.' });
const perHour = z.number().nullable().meta({ description: 'The expected cost per hour; null if you may not see revenue.' });

const CutSet = z.strictObject({
  members: z.array(z.strictObject({ ...namedOut, isOwn })).meta({ description: 'The components that have to fail together.', maxItems: 3 }),
  perHour,
});

const group = {
  source: Named.meta({ description: 'The component that depends on the group.' }),
  redundancyGroup: redundancyGroupOut,
  redundancyMinimum: redundancyMinimumOut,
  targets: countOut('How many targets the group has.'),
  failuresLeft: z.int().min(0).meta({ description: 'How many targets may fail before the group passes anything on.' }),
};

const Margin = z.strictObject({
  ...group,
  sharedCauses: z
    .array(
      z.strictObject({
        entityType: z.enum(['component', 'hosting-zone', 'technology']).meta({ description: 'What fails.' }),
        ...namedOut,
        takes: countOut('How many targets it takes down.'),
      }),
    )
    .meta({
      description:
        'Single failures that take down more targets than may fail, and so defeat the redundancy. The one that takes down most comes first.',
    }),
  sharedCausesOmitted: countOut('Shared causes that are not listed.'),
  notInService: z.array(Named).meta({
    description: 'Targets that the group counts on although their application is not in service, sorted by technicalName.',
  }),
});

const change = {
  kind: z.enum(['makeSofter', 'addMember', 'separate']).meta({
    description:
      'makeSofter: the dependency gets a softer mode. addMember: the group gets one more target like the named one, in a separate zone. separate: the named member moves to a zone where nothing else runs.',
  }),
  dependencyId: guidOut.nullable().meta({ description: 'The dependency to change; null if it is about the group.' }),
  redundancyGroup: redundancyGroupOut.nullable().meta({ description: 'The group to change; null if it is about one dependency.' }),
  source: Named.meta({ description: 'The source of the dependency.' }),
  target: Named.meta({
    description: 'The target of the dependency, or the member that is moved or copied.',
  }),
  from: z.string().meta({ description: 'What it is today: the mode, the number of targets, or the technicalName of the zone.' }),
  to: z
    .string()
    .nullable()
    .meta({ description: 'What it would be: the mode or the number of targets. Null: a zone where nothing else runs.' }),
};

const Fix = z.strictObject({
  ...change,
  removesSinglePoints: countOut(
    'How many single points the change removes. For separate: how many zones no longer take down more targets of the group than may fail.',
  ),
  removesPerHour: z
    .number()
    .nullable()
    .meta({ description: 'The expected cost per hour that the removed single points had, added up; null if you may not see revenue.' }),
});

export const WeakPoints = z
  .strictObject({
    entity: z
      .strictObject({ ...namedOut, type: z.enum(WEAK_POINT_ENTITY_KINDS).meta({ description: 'What it is, such as a component.' }) })
      .meta({ description: 'What is taken down.' }),
    state: z.enum(WEAK_POINT_STATES).meta({ description: 'What counts as down: this state or a worse one.' }),
    order: z.int().min(1).max(3).meta({ description: 'The largest number of components that fail together.' }),
    currency: z.string().nullable().meta({ description: 'The currency of every perHour; null if you may not see revenue.', maxLength: 3 }),
    ownComponents: z.int().min(0).optional().meta({
      description:
        'How many components in service the entity consists of. If there are none, empty lists do not mean that nothing takes it down. Older servers leave it out.',
      example: 2,
    }),
    singlePoints: z
      .array(
        z.strictObject({
          ...namedOut,
          kind: z.enum(COMPONENT_KINDS).meta({ description: 'What the component is.' }),
          applicationId: guidOut.meta({ description: 'The application that it is part of.' }),
          isOwn,
          perHour,
        }),
      )
      .meta({ description: 'The components that take the entity down alone.' }),
    cutSets: z.array(CutSet).meta({ description: 'Sets of two or three members that take the entity down only together.' }),
    margins: z.array(Margin).meta({ description: 'The redundancy groups that the entity depends on, the least redundancy first.' }),
    fixes: z.array(Fix).meta({ description: 'At most 20, each tried on a copy of the landscape; the best first.' }),
    completeness: z
      .strictObject({
        order: z.int().min(1).max(3).meta({ description: 'The largest number of simultaneous failures that was examined.' }),
        isComplete: z.boolean().meta({
          description: 'False if there are or may be more sets than listed: the list was cut, or the search was stopped early.',
        }),
        omitted: z
          .int()
          .nullable()
          .meta({ description: 'How many more cut sets there are; null if the search was stopped early, so the number is unknown.' }),
        withheld: withheldOut,
      })
      .meta({ description: 'What the answer leaves out.' }),
    landscapeVersion: landscapeVersionOut,
  })
  .meta({ description: 'What takes an entity down, alone or together, which redundancy is left, and what to change.' });
export type WeakPoints = z.infer<typeof WeakPoints>;

export const WeakPointFixesQuestion = WeakPointsQuestion.omit({ order: true, fixes: true });
export type WeakPointFixesQuestion = z.infer<typeof WeakPointFixesQuestion>;

/** Requested by the browser after it has shown the rest. */
export const WeakPointFixes = z.strictObject({
  currency: z.string().nullable(),
  /** `manifest`: the change as YAML. */
  fixes: z.array(Fix.extend({ manifest: z.string() })),
  landscapeVersion: landscapeVersionOut,
});
export type WeakPointFixes = z.infer<typeof WeakPointFixes>;

const Consequences = z.strictObject({
  /** The state of what the change protects. */
  state: z.enum(HEALTH_STATES),
  /** Expected cost; null if you may not see revenue. */
  perHour: z.number().nullable(),
  /** How many capabilities are affected, by state. */
  capabilities: z.strictObject({ Outage: z.int(), Degraded: z.int(), Warning: z.int() }),
});

/** The changes that are worth most for the whole landscape. Requested by the browser beside the summary. */
export const BestFixes = z.strictObject({
  currency: z.string().nullable(),
  /** By how much less an hour costs, or by how many capabilities are no longer down. */
  rankedBy: z.enum(['revenue', 'reach']),
  /** Best first. */
  fixes: z.array(
    z.strictObject({
      ...change,
      manifest: z.string(),
      /** The component that the change protects. */
      protects: Named,
      /** What fails, for the comparison. */
      cause: z.strictObject({ ...namedOut, entityType: z.enum(['component', 'hosting-zone']) }),
      /** What its failure does today, and with the change. */
      before: Consequences,
      after: Consequences,
      /** The capabilities whose state changes, those that improve most first; at most MOST_CAPABILITIES_NAMED. */
      capabilities: z.array(z.strictObject({ ...namedOut, before: z.enum(HEALTH_STATES), after: z.enum(HEALTH_STATES) })),
      capabilitiesOmitted: z.int(),
    }),
  ),
  /** How many changes were tried. */
  tried: z.int(),
  /** False if nothing says what the business needs, so that no change is worth anything. */
  hasCapabilities: z.boolean(),
  landscapeVersion: landscapeVersionOut,
  /** False while the changes to try are being looked for in a newer landscape version. */
  isCurrent: z.boolean(),
});
export type BestFixes = z.infer<typeof BestFixes>;

export const MOST_CAPABILITIES_NAMED = 20;

export const WeakPointSummaryInput = z.strictObject(pageInput);
export type WeakPointSummaryInput = z.infer<typeof WeakPointSummaryInput>;

export const CapabilityWeakPoints = z.strictObject({
  ...namedOut,
  singlePoints: z.int().min(0).meta({ description: 'Components whose Outage alone is an Outage of the capability.' }),
  pairs: z.int().min(0).meta({ description: 'Pairs of components that do so only together.' }),
  arePairsComplete: z.boolean().meta({ description: 'False if the search was stopped early: there may be more pairs.' }),
  smallestMargin: z
    .int()
    .nullable()
    .meta({ description: 'The smallest number of failures that a redundancy group behind it tolerates; null if there is no group.' }),
  undermined: countOut('Groups whose redundancy is defeated: one shared cause takes down more targets than may fail.'),
  perHour: z.number().nullable().meta({
    description: 'The highest expected cost of an hour without one of its single points; null if you may not see revenue.',
  }),
  ownPerHour: z.number().nullable().meta({
    description:
      'What the capability itself costs: the expected cost of an hour in which only it and the capabilities that contain it are down. Null if you may not see revenue.',
  }),
  isRevenueRecorded: z.boolean().nullable().meta({
    description:
      'Whether the landscape records what a segment earns through the capability, or through one that contains it. Only then does an ownPerHour of 0 mean that it costs nothing. Null if you may not see revenue.',
  }),
  worstComponentIds: z.array(guidOut).meta({ description: 'The members of worstComponents that are single points of this capability.' }),
});
export type CapabilityWeakPoints = z.infer<typeof CapabilityWeakPoints>;

export const WeakPointSummary = pageOf(CapabilityWeakPoints).extend({
  currency: z.string().nullable().meta({ description: 'The currency of every perHour; null if you may not see revenue.', maxLength: 3 }),
  landscapeVersion: landscapeVersionOut.meta({ description: 'The landscape version that the numbers are for.' }),
  isCurrent: z.boolean().meta({ description: 'False while a newer landscape version is being evaluated.' }),
  computedAt: timestampOut.meta({ description: 'When the numbers were calculated.' }),
  worstComponents: z
    .array(
      z.strictObject({
        ...namedOut,
        capabilities: z.int().min(0).meta({ description: 'How many capabilities it takes down alone.' }),
        perHour,
      }),
    )
    .meta({
      description: `The single points that cost the most or take down the most capabilities, the worst first; at most ${MOST_WORST_COMPONENTS}.`,
    }),
  undermined: z
    .array(
      Margin.omit({ notInService: true }).extend({
        capabilities: z.int().min(0).meta({ description: 'How many capabilities depend on the group.' }),
      }),
    )
    .meta({ description: 'Groups whose redundancy is defeated: one shared cause takes down more targets than may fail. At most 20.' }),
  underminedOmitted: countOut('Such groups that are not listed.'),
  withheld: withheldOut,
});
export type WeakPointSummary = z.infer<typeof WeakPointSummary>;
