/** Input and answers of preview and apply. */
import { z } from 'zod';
import { MANIFEST_KINDS } from '@/domain/manifest/manifestFields';
import { ENTITY_KINDS, HEALTH_STATES, TOLERANCE_VERDICTS } from '@/domain/vocabulary';
import { ManifestIssue } from './issue';
import { EXPORT_MANIFEST_NAME } from './schema';
import { text } from '@/contract/fields';
import { pastInstant } from '@/contract/pastInstant';

const kind = z.enum(MANIFEST_KINDS);
const technicalName = z.string().meta({ example: 'astronomy-db', description: 'For a dependency: `source → target (Type)`.' });
const state = z.enum(HEALTH_STATES);

const flag = (words: string) => z.boolean().optional().meta({ description: words });

/** The query of preview and apply. */
export const ManifestOptions = z.strictObject({
  prune: flag('Also delete what this manifest owns and no longer declares.'),
  impact: flag('False skips the analysis of cycles, tiers and single points of failure, and answers faster.'),
  allowDelete: z.int().min(0).max(10_000_000).optional().meta({
    description:
      'How many entities pruning may delete at most (dependencies are not counted). Required (otherwise 409 `too_many_deletes`) if the manifest declares nothing, or if more than 20 entities and more than a fifth of all would be deleted.',
  }),
  takeOver: flag(
    'Use the values of this manifest where another one states them differently (otherwise 409 `declared_elsewhere`). The other one conflicts when it is applied again.',
  ),
  digest: text(1, 100)
    .optional()
    .meta({ description: 'The digest of a preview: apply refuses (409 `digest_mismatch`) if its result would differ by now.' }),
});
export type ManifestOptions = z.infer<typeof ManifestOptions>;

export const ManifestExportInput = z.strictObject({
  application: text(1, 128).optional().meta({
    description: 'Only this application (GUID or technicalName): its components, their dependencies and everything they refer to.',
  }),
  at: pastInstant.optional(),
});
export type ManifestExportInput = z.infer<typeof ManifestExportInput>;

const FieldChange = z.strictObject({
  field: z.string().meta({ description: 'As the manifest names it; links by technicalName.' }),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
  withheld: z.literal(true).optional().meta({ description: 'The values are revenue, which you may not see.' }),
});

export const ManifestChange = z.strictObject({
  op: z.enum(['create', 'update', 'delete']),
  kind,
  technicalName,
  renamedFrom: technicalName.optional().meta({ description: 'For an update that is a rename: the previous technicalName.' }),
  looksLikeRenameOf: technicalName
    .optional()
    .meta({ description: 'For a creation: something similar that is deleted at the same time. If it is a rename, add `formerly`.' }),
  fields: z.array(FieldChange),
});
export type ManifestChange = z.infer<typeof ManifestChange>;

export const ManifestConflict = z.strictObject({
  manifest: z.string().meta({ description: 'The other manifest.' }),
  kind,
  technicalName,
  field: z.string().meta({ description: 'As the manifest names it.' }),
  theirs: z.unknown().optional().meta({ description: 'The value of the other manifest; links by technicalName.' }),
  ours: z.unknown().optional().meta({ description: 'The value of this manifest.' }),
  withheld: z.literal(true).optional().meta({ description: 'Values of revenue are left out because you may not see them.' }),
});
export type ManifestConflict = z.infer<typeof ManifestConflict>;

const cycle = z.strictObject({ components: z.array(technicalName).meta({ description: 'All components of the cycle, by name.' }) });
const inversion = z.strictObject({
  dependency: technicalName,
  source: technicalName,
  sourceTier: z.string(),
  target: technicalName,
  targetTier: z.string(),
});
const singlePoint = z.strictObject({
  capability: technicalName,
  component: technicalName,
  perHour: z.number().nullable().meta({
    description:
      'What an hour without the component is expected to cost: after the change, and of what is gone before it. Null for those who may not see revenue.',
  }),
});
const addedAndRemoved = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    added: z.array(item),
    removed: z.array(item),
    addedOmitted: z.int().meta({ description: 'How many more there are than the 1,000 listed.' }),
    removedOmitted: z.int(),
  });

const RollUpChange = z.strictObject({ technicalName, from: state.nullable(), to: state.nullable() });

const verdict = z.enum(TOLERANCE_VERDICTS).nullable();
const ScenarioChange = z.strictObject({
  technicalName,
  verdicts: z.array(z.strictObject({ capability: technicalName, from: verdict, to: verdict })).meta({
    description: 'Before and after, of each capability that it affects; null where it does not, or without a duration.',
  }),
  newlyExcess: z
    .array(z.strictObject({ entityType: z.enum(ENTITY_KINDS), technicalName, expectedState: state, alone: state }))
    .meta({ description: 'What only breaks because the failures come together, and did not before.' }),
  excess: z.strictObject({ from: z.int(), to: z.int() }).meta({ description: 'How much is in excess, all kinds together.' }),
  expectedPerHour: z.strictObject({ from: z.number().nullable(), to: z.number().nullable() }).nullable().optional().meta({
    description:
      'What an hour of it is expected to cost before and after, null where there is no such scenario; null as a whole if you may not see revenue.',
  }),
  omitted: z.int().meta({ description: 'Verdicts and newly excess rows that are not listed.' }),
});

export const ManifestImpact = z.strictObject({
  dependencyCycles: addedAndRemoved(cycle).meta({
    description: 'Groups of components that depend on each other in a circle, by their members.',
  }),
  tierInversions: addedAndRemoved(inversion).meta({
    description: 'Hard dependencies of a more critical application on a less critical one.',
  }),
  singlePointsOfFailure: addedAndRemoved(singlePoint).meta({
    description: 'A component whose Outage alone brings a capability to Outage, redundancy taken into account.',
  }),
  rollUps: z
    .array(
      z.strictObject({
        component: technicalName,
        applications: z.array(RollUpChange),
        capabilities: z.array(RollUpChange),
        audiences: z.array(RollUpChange),
      }),
    )
    .meta({
      description:
        'For the most critical changed components: which applications, capabilities and audiences their Outage hits differently than before (null: not at all).',
    }),
  impactOmitted: z.int().meta({ description: 'How many more components changed than `rollUps` covers.' }),
  currency: z.string().nullable().meta({ description: 'The currency of every perHour; null if you may not see revenue.' }),
  withheld: z.array(z.string()),
  scenarios: z.array(ScenarioChange).optional().meta({
    description:
      'The saved scenarios that the change touches, on a landscape in which all else is well. Left out where there is no scenario.',
  }),
  scenariosOmitted: z.int().optional().meta({ description: 'How many more scenarios there are than the 200 that are looked at.' }),
});
export type ManifestImpact = z.infer<typeof ManifestImpact>;

export const ManifestPlan = z.strictObject({
  manifest: z.string().meta({ description: `The name of the manifest; one named "${EXPORT_MANIFEST_NAME}" owns nothing.` }),
  prune: z.boolean(),
  takeOver: z.boolean(),
  summary: z.strictObject({ create: z.int(), update: z.int(), delete: z.int(), unchanged: z.int() }),
  changes: z.array(ManifestChange).meta({ description: 'In the order in which they are made.' }),
  warnings: z.array(ManifestIssue).meta({ description: 'Hints that are no errors, such as references by a former name. At most 1,000.' }),
  conflicts: z.array(ManifestConflict).meta({
    description:
      'Fields that this manifest states differently from another one: apply answers 409 `declared_elsewhere` until this is empty or `takeOver=true` is set. Edits by hand and the manifest named "export" never conflict.',
  }),
  blocked: z.array(z.strictObject({ kind, technicalName, neededBy: z.array(z.strictObject({ kind, technicalName })) })).meta({
    description: 'What pruning would delete although something that stays needs it: apply answers 409 `in_use` until this is empty.',
  }),
  planLimit: z
    .strictObject({ plan: z.string(), limit: z.int(), components: z.int() })
    .nullable()
    .meta({ description: 'Set if the landscape would have more components than the plan allows: apply answers 409 `plan_limit`.' }),
  tooManyDeletes: z.strictObject({ deletes: z.int(), entities: z.int(), allowDelete: z.int().nullable() }).nullable().meta({
    description:
      'Set if pruning would delete more than `allowDelete`, or so much that it needs confirmation: apply answers 409 `too_many_deletes`. `deletes` of `entities` would be deleted; dependencies are not counted.',
  }),
  impact: ManifestImpact.nullable().meta({ description: 'Null if it was not requested or is unavailable.' }),
  impactUnavailable: z.string().optional().meta({ description: 'Why there is no impact although it was requested.' }),
  digest: z.string().meta({ description: 'Identifies exactly these changes; pass it to apply.' }),
  landscapeVersion: z.int().meta({ description: 'The version that the preview was made from; for apply, the version afterwards.' }),
});
export type ManifestPlan = z.infer<typeof ManifestPlan>;
