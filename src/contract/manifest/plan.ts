/** Input and answers of preview and apply. */
import { z } from 'zod';
import { MANIFEST_KINDS } from '@/domain/manifest/manifestFields';
import { ENTITY_KINDS, HEALTH_STATES, TOLERANCE_VERDICTS } from '@/domain/vocabulary';
import { ManifestIssue } from './issue';
import { EXPORT_MANIFEST_NAME } from '@/domain/manifest/exportName';
import { withheldOut } from '@/contract/blastRadius';
import { countOut, displayName, text } from '@/contract/fields';
import { pastInstant } from '@/contract/pastInstant';

const kind = z.enum(MANIFEST_KINDS).meta({ description: 'What it is, such as a component.' });
const technicalName = z
  .string()
  .meta({ example: 'astronomy-db', description: 'Its technicalName; for a dependency `source → target (Type)`.' });
const called = (words: string) => z.string().meta({ description: words, example: 'astronomy-db' });
const state = z.enum(HEALTH_STATES);

const flag = (words: string) => z.boolean().optional().meta({ description: words });

/** The query of preview and apply. */
export const ManifestOptions = z.strictObject({
  prune: flag('Also delete what this manifest created and no longer declares, unless another manifest declares it.'),
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
  name: displayName.optional().meta({
    description: `The name of the manifest, under which it owns what it declares once it is applied. Default: \`${EXPORT_MANIFEST_NAME}\`, which owns nothing and changes nothing.`,
  }),
  takeOver: flag(
    'Export under the name of a manifest that the tenant already has (otherwise 409 `duplicate`): the export then continues that manifest.',
  ),
  without: displayName.optional().meta({
    description:
      'The name of a manifest. The export leaves out what only this manifest states: entities that it created, fields that it states, and defaults that nobody states. What others state remains, so that a second source can be joined onto it.',
  }),
});

const FieldChange = z.strictObject({
  field: z.string().meta({ description: 'The field, as the manifest names it.', maxLength: 100 }),
  from: z.unknown().optional().meta({ description: 'The value before; null if there is none. Links by technicalName.' }),
  to: z.unknown().optional().meta({ description: 'The value afterwards; null if there is none. Links by technicalName.' }),
  withheld: z.literal(true).optional().meta({ description: 'The values are revenue, which you may not see.' }),
});

export const ManifestChange = z.strictObject({
  op: z.enum(['create', 'update', 'delete']).meta({ description: 'What is done.' }),
  kind,
  technicalName,
  renamedFrom: technicalName.optional().meta({ description: 'For an update that is a rename: the previous technicalName.' }),
  looksLikeRenameOf: technicalName
    .optional()
    .meta({ description: 'For a creation: something similar that is deleted at the same time. If it is a rename, add `formerly`.' }),
  fields: z.array(FieldChange).meta({ description: 'Each field that differs, with its value before and afterwards.' }),
});
export type ManifestChange = z.infer<typeof ManifestChange>;

export const ManifestConflict = z.strictObject({
  manifest: z.string().meta({ description: 'The name of the other manifest.' }),
  kind,
  technicalName,
  field: z.string().meta({ description: 'The field, as the manifest names it.', maxLength: 100 }),
  theirs: z.unknown().optional().meta({ description: 'The value of the other manifest; links by technicalName.' }),
  ours: z.unknown().optional().meta({ description: 'The value of this manifest.' }),
  withheld: z.literal(true).optional().meta({ description: 'Values of revenue are left out because you may not see them.' }),
});
export type ManifestConflict = z.infer<typeof ManifestConflict>;

const cycle = z.strictObject({ components: z.array(technicalName).meta({ description: 'All components of the cycle, by name.' }) });
const inversion = z.strictObject({
  dependency: called('The dependency, as `source → target (Type)`.'),
  source: called('technicalName of the component that depends.'),
  sourceTier: z.string().meta({ description: 'The criticality tier of its application.', maxLength: 30 }),
  target: called('technicalName of the component it depends on.'),
  targetTier: z.string().meta({ description: 'The criticality tier of its application, a lower one.', maxLength: 30 }),
});
const singlePoint = z.strictObject({
  capability: called('technicalName of the capability.'),
  component: called('technicalName of the component.'),
  perHour: z.number().nullable().meta({
    description:
      'What an hour without the component is expected to cost after the change; for a single point that is gone, before the change. Null if you may not see revenue.',
  }),
  perHourChange: z.number().nullable().meta({
    description: 'How much more that is than before the change; negative if it is less. Null if you may not see revenue.',
  }),
});
const addedAndRemoved = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    added: z.array(item).meta({ description: 'Those that the change brings.', maxItems: 1_000 }),
    removed: z.array(item).meta({ description: 'Those that the change removes.', maxItems: 1_000 }),
    addedOmitted: z.int().min(0).meta({ description: 'How many more there are than the 1,000 listed.' }),
    removedOmitted: z.int().min(0).meta({ description: 'How many more are removed than the 1,000 listed.' }),
  });

const RollUpChange = z.strictObject({
  technicalName,
  from: state.nullable().meta({ description: 'The state that it would fall to today; null: not affected.' }),
  to: state.nullable().meta({ description: 'The state that it would fall to after the change; null: not affected.' }),
});

const verdict = z.enum(TOLERANCE_VERDICTS).nullable();
const ScenarioChange = z.strictObject({
  technicalName,
  verdicts: z
    .array(
      z.strictObject({
        capability: called('technicalName of the capability.'),
        from: verdict.meta({ description: 'The verdict before the change.' }),
        to: verdict.meta({ description: 'The verdict after the change.' }),
      }),
    )
    .meta({
      description:
        'For each capability that the scenario affects before or after the change: both verdicts. A verdict is null if the capability is not affected, or the scenario has no duration.',
    }),
  newlyExcess: z
    .array(
      z.strictObject({
        entityType: z.enum(ENTITY_KINDS).meta({ description: 'What it is, such as a component.' }),
        technicalName,
        expectedState: state.meta({ description: 'The state that it falls to when they come together.' }),
        alone: state.meta({ description: 'The worst state that any single failure causes.' }),
      }),
    )
    .meta({ description: 'What only breaks because the failures come together, and did not before.' }),
  excess: z
    .strictObject({
      from: z.int().min(0).meta({ description: 'Before the change.' }),
      to: z.int().min(0).meta({ description: 'After the change.' }),
    })
    .meta({ description: 'How many things break only because the failures come together, all kinds added up.' }),
  expectedPerHour: z
    .strictObject({
      from: z.number().min(0).nullable().meta({ description: 'Before the change; null if there was no such scenario.' }),
      to: z.number().min(0).nullable().meta({ description: 'After the change; null if there is no such scenario.' }),
    })
    .nullable()
    .optional()
    .meta({
      description:
        'What an hour of the scenario is expected to cost before and after the change; one of the two is null if the scenario does not exist then. Null as a whole if you may not see revenue.',
    }),
  omitted: z.int().min(0).meta({ description: 'Verdicts and newly excess rows that are not listed.' }),
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
  capabilitiesExamined: z.int().min(0).optional().meta({
    description:
      'In how many capabilities single points of failure were looked for after the change: those that an application in service with components supports. If it is 0, no single point does not mean that there is none. Left out if nothing changes, and by older servers.',
    example: 3,
  }),
  rollUps: z
    .array(
      z.strictObject({
        component: called('technicalName of the changed component.'),
        applications: z.array(RollUpChange).meta({ description: 'Applications that its Outage hits differently.' }),
        capabilities: z.array(RollUpChange).meta({ description: 'Capabilities that its Outage hits differently.' }),
        audiences: z.array(RollUpChange).meta({ description: 'Segments that its Outage hits differently.' }),
      }),
    )
    .meta({
      description:
        'For the most critical changed components: which applications, capabilities and audiences their Outage hits differently than before (null: not at all).',
    }),
  impactOmitted: z.int().min(0).meta({ description: 'How many more components changed than `rollUps` covers.' }),
  currency: z.string().nullable().meta({ description: 'The currency of every perHour; null if you may not see revenue.' }),
  withheld: withheldOut,
  scenarios: z.array(ScenarioChange).optional().meta({
    description: 'The saved scenarios that the change touches, with everything else healthy. Left out if there is no scenario.',
  }),
  scenariosOmitted: z.int().min(0).optional().meta({ description: 'How many more scenarios there are than the 200 that are evaluated.' }),
});
export type ManifestImpact = z.infer<typeof ManifestImpact>;

export const ManifestPlan = z
  .strictObject({
    manifest: z.string().meta({ description: `The name of the manifest; one named "${EXPORT_MANIFEST_NAME}" owns nothing.` }),
    prune: z.boolean().meta({ description: 'Whether what the manifest created and no longer declares is deleted.' }),
    takeOver: z.boolean().meta({ description: 'Whether its values are used where another manifest states them differently.' }),
    summary: z
      .strictObject({
        create: countOut('How many are created.'),
        update: countOut('How many are changed.'),
        delete: countOut('How many are deleted.'),
        unchanged: countOut('How many of those declared are already as the manifest says.'),
      })
      .meta({ description: 'How much changes, all kinds together.' }),
    changes: z.array(ManifestChange).meta({ description: 'In the order in which they are made.' }),
    warnings: z.array(ManifestIssue).meta({ description: 'Warnings, such as references by a former name. At most 1,000.' }),
    conflicts: z.array(ManifestConflict).meta({
      description:
        'Fields that this manifest states differently from another one: apply answers 409 `declared_elsewhere` until this is empty or `takeOver=true` is set. Edits by hand and the manifest named "export" never conflict.',
    }),
    blocked: z
      .array(
        z.strictObject({
          kind,
          technicalName,
          neededBy: z.array(z.strictObject({ kind, technicalName })).meta({ description: 'What stays, and needs it.' }),
        }),
      )
      .meta({
        description: 'What pruning would delete although something that stays needs it: apply answers 409 `in_use` until this is empty.',
      }),
    planLimit: z
      .strictObject({
        plan: z.string().meta({ description: 'The plan of the tenant.', maxLength: 20 }),
        limit: countOut('The components that it allows.'),
        components: countOut('The components that there would be.'),
      })
      .nullable()
      .meta({ description: 'Set if the landscape would have more components than the plan allows: apply answers 409 `plan_limit`.' }),
    tooManyDeletes: z
      .strictObject({
        deletes: countOut('Entities that would be deleted.'),
        entities: countOut('Entities that there are.'),
        allowDelete: z.int().min(0).nullable().meta({ description: '`allowDelete` as you sent it; null if you sent none.' }),
      })
      .nullable()
      .meta({
        description:
          'Set if pruning would delete more than `allowDelete`, or so much that it needs confirmation: apply answers 409 `too_many_deletes`. `deletes` of `entities` would be deleted; dependencies are not counted.',
      }),
    impact: ManifestImpact.nullable().meta({
      description: 'The risks that the change brings or removes. Null if it was not requested or is unavailable.',
    }),
    impactUnavailable: z.string().optional().meta({ description: 'Why there is no impact although it was requested.' }),
    digest: z.string().meta({ description: 'Identifies exactly these changes; pass it to apply.' }),
    landscapeVersion: z.int().meta({ description: 'The version that the preview was made from; for apply, the version afterwards.' }),
  })
  .meta({ description: 'What a manifest changes.' });
export type ManifestPlan = z.infer<typeof ManifestPlan>;
