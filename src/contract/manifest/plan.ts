/** What preview and apply take and answer. */
import { z } from 'zod';
import { ENTITY_KINDS, HEALTH_STATES } from '@/domain/vocabulary';
import { ManifestIssue } from './issue';
import { EXPORT_MANIFEST_NAME } from './schema';
import { text } from '@/contract/fields';
import { pastInstant } from '@/contract/pastInstant';

const kind = z.enum([...ENTITY_KINDS, 'dependency']);
const technicalName = z.string().meta({ example: 'astronomy-db', description: 'Of a dependency: `source → target (Type)`.' });
const state = z.enum(HEALTH_STATES);

const flag = (words: string) => z.boolean().optional().meta({ description: words });

/** The query of preview and apply. */
export const ManifestOptions = z.strictObject({
  prune: flag('Also take away what this manifest owns and no longer declares.'),
  impact: flag('False leaves out what the change does to cycles, tiers and single points of failure; the answer comes sooner.'),
  allowDelete: z.int().min(0).max(10_000_000).optional().meta({
    description:
      'How many entities pruning may delete at most (dependencies are not counted). Needed (409 `too_many_deletes`) when the manifest declares nothing, or when more than 20 entities and more than a fifth of all would go.',
  }),
  takeOver: flag(
    'What another manifest last stated differently becomes as this one states it (409 `declared_elsewhere` without). The other conflicts in turn when it is next applied.',
  ),
  digest: text(1, 100)
    .optional()
    .meta({ description: 'Of a preview: apply refuses (409 `digest_mismatch`) when its outcome would differ by now.' }),
});
export type ManifestOptions = z.infer<typeof ManifestOptions>;

export const ManifestExportInput = z.strictObject({
  application: text(1, 128)
    .optional()
    .meta({ description: 'Only this application (GUID or technicalName): its components, their dependencies and all that they refer to.' }),
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
  renamedFrom: technicalName.optional().meta({ description: 'Of an update that is a rename: the technicalName before.' }),
  looksLikeRenameOf: technicalName
    .optional()
    .meta({ description: 'Of a creation: what is deleted at the same time and looks alike. If it is a rename, say `formerly`.' }),
  fields: z.array(FieldChange),
});
export type ManifestChange = z.infer<typeof ManifestChange>;

export const ManifestConflict = z.strictObject({
  manifest: z.string().meta({ description: 'The other manifest.' }),
  kind,
  technicalName,
  field: z.string().meta({ description: 'As the manifest names it.' }),
  theirs: z.unknown().optional().meta({ description: 'What the other manifest last stated; links by technicalName.' }),
  ours: z.unknown().optional().meta({ description: 'What this one states.' }),
  withheld: z.literal(true).optional().meta({ description: 'Values of revenue are left out, which you may not see.' }),
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
    addedOmitted: z.int().meta({ description: 'How many more there are than the 1,000 that are listed.' }),
    removedOmitted: z.int(),
  });

const RollUpChange = z.strictObject({ technicalName, from: state.nullable(), to: state.nullable() });

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
        'Of the most critical changed components: which applications, capabilities and audiences their Outage hits otherwise than before (null: not at all).',
    }),
  impactOmitted: z.int().meta({ description: 'How many more components changed than `rollUps` looks at.' }),
  currency: z.string().nullable().meta({ description: 'Of every perHour; null for those who may not see revenue.' }),
  withheld: z.array(z.string()),
});
export type ManifestImpact = z.infer<typeof ManifestImpact>;

export const ManifestPlan = z.strictObject({
  manifest: z.string().meta({ description: `The name of the manifest; one named "${EXPORT_MANIFEST_NAME}" owns nothing.` }),
  prune: z.boolean(),
  takeOver: z.boolean(),
  summary: z.strictObject({ create: z.int(), update: z.int(), delete: z.int(), unchanged: z.int() }),
  changes: z.array(ManifestChange).meta({ description: 'In the order in which they are made.' }),
  warnings: z
    .array(ManifestIssue)
    .meta({ description: 'What is no mistake and yet worth a word: references by a former name. At most 1,000.' }),
  conflicts: z.array(ManifestConflict).meta({
    description:
      'What this manifest states differently from what another one last stated: apply answers 409 `declared_elsewhere` until this is empty, or `takeOver=true` is said. Edits by hand and the manifest named "export" never conflict.',
  }),
  blocked: z
    .array(z.strictObject({ kind, technicalName, neededBy: z.array(z.strictObject({ kind, technicalName })) }))
    .meta({ description: 'What pruning would delete, but something that stays needs: apply answers 409 `in_use` until this is empty.' }),
  planLimit: z
    .strictObject({ plan: z.string(), limit: z.int(), components: z.int() })
    .nullable()
    .meta({ description: 'Set when the landscape would hold more components than the plan does: apply answers 409 `plan_limit`.' }),
  tooManyDeletes: z.strictObject({ deletes: z.int(), entities: z.int(), allowDelete: z.int().nullable() }).nullable().meta({
    description:
      'Set when pruning would delete more than `allowDelete` allows, or so much that it has to be said: apply answers 409 `too_many_deletes`. `deletes` of `entities` would go; dependencies are not counted.',
  }),
  impact: ManifestImpact.nullable().meta({ description: 'Null when it was not asked for, or is unavailable.' }),
  impactUnavailable: z.string().optional().meta({ description: 'Why there is no impact, although it was asked for.' }),
  digest: z.string().meta({ description: 'Stands for exactly these changes; give it to apply.' }),
  landscapeVersion: z.int().meta({ description: 'The version that the preview looked at; of apply, the version afterwards.' }),
});
export type ManifestPlan = z.infer<typeof ManifestPlan>;
