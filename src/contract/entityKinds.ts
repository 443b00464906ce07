/**
 * THE registry of the nine kinds. Each kind is a row: its path, schemas, links and filters. REST routes, use cases, forms and tables are
 * derived from it.
 */
import { z } from 'zod';
import {
  AUDIENCE_TYPES,
  CLASSIFICATIONS,
  COMPONENT_KINDS,
  CRITICALITY_TIERS,
  LIFECYCLE_STATES,
  RUNTIMES,
  type EntityKind,
} from '@/domain/vocabulary';
import * as schemas from './entitySchemas';
import { guid, guidOut, optionalText } from './fields';
import { anyOf } from './lists';
import { KINDS, type KindFacts } from './values/kinds';

interface EntityDescriptor extends KindFacts {
  create: z.ZodType;
  patch: z.ZodType;
  entity: z.ZodType;
  filters: z.ZodRawShape;
}

/** Only those that are linked with this one. */
const byId = (words: string) => guid.optional().meta({ description: words });
const byOwner = optionalText(200).unwrap().unwrap().optional().meta({ description: 'Only those of the team with exactly this name.' });
const byEnum = <const Values extends readonly [string, ...string[]]>(values: Values, words: string) =>
  anyOf(values).meta({ description: words });
const byFlag = (words: string) => z.boolean().optional().meta({ description: words });

export const ENTITY_REGISTRY = {
  application: {
    ...KINDS.application,
    ...schemas.application,
    filters: {
      lifecycleState: byEnum(LIFECYCLE_STATES, 'Only applications in these states.'),
      criticalityTier: byEnum(CRITICALITY_TIERS, 'Only applications of these tiers.'),
      ownerTeam: byOwner,
      capabilityId: byId('Only applications that support this capability.'),
      processId: byId('Only applications that take part in this process.'),
    },
  },
  component: {
    ...KINDS.component,
    ...schemas.component,
    filters: {
      applicationId: byId('Only components of this application.'),
      kind: byEnum(COMPONENT_KINDS, 'Only components of these kinds.'),
      runtime: byEnum(RUNTIMES, 'Only components that run on these.'),
      isExternal: byFlag('Only components that another company runs, or only the others.'),
      hostingZoneId: byId('Only components that run in this zone.'),
      technologyId: byId('Only components that are built on this technology.'),
      datasetId: byId('Only components that hold or use this dataset.'),
    },
  },
  capability: {
    ...KINDS.capability,
    ...schemas.capability,
    filters: {
      criticalityTier: byEnum(CRITICALITY_TIERS, 'Only capabilities of these tiers.'),
      ownerTeam: byOwner,
      parentId: byId('Only the capabilities directly below this one.'),
    },
  },
  process: {
    ...KINDS.process,
    ...schemas.process,
    filters: { ownerTeam: byOwner, capabilityId: byId('Only processes that need this capability.') },
  },
  'hosting-area': {
    ...KINDS['hosting-area'],
    ...schemas.hostingArea,
    filters: {},
  },
  'hosting-zone': {
    ...KINDS['hosting-zone'],
    ...schemas.hostingZone,
    filters: { hostingAreaId: byId('Only zones of this hosting area.') },
  },
  technology: {
    ...KINDS.technology,
    ...schemas.technology,
    filters: {},
  },
  segment: {
    ...KINDS.segment,
    ...schemas.segment,
    filters: {
      audienceType: byEnum(AUDIENCE_TYPES, 'Only segments of these audience types.'),
      capabilityId: byId('Only segments that use this capability.'),
    },
  },
  dataset: {
    ...KINDS.dataset,
    ...schemas.dataset,
    filters: {
      classification: byEnum(CLASSIFICATIONS, 'Only datasets that are this sensitive.'),
      containsPersonalData: byFlag('Only datasets with personal data, or only those without.'),
    },
  },
} as const satisfies Record<EntityKind, EntityDescriptor>;

export type EntityRegistry = typeof ENTITY_REGISTRY;
export type EntityOf<Kind extends EntityKind> = z.infer<EntityRegistry[Kind]['entity']>;
export type CreateInputOf<Kind extends EntityKind> = z.infer<EntityRegistry[Kind]['create']>;
export type PatchInputOf<Kind extends EntityKind> = z.infer<EntityRegistry[Kind]['patch']>;

const gone = {
  kind: z.string().meta({ description: 'Its kind, such as `component` or `dependency`.', maxLength: 20, example: 'component' }),
  id: guidOut.meta({ description: 'Stays the same when it is renamed.' }),
  technicalName: z.string().meta({ description: 'Its technicalName; for a dependency, its two ends and its type.', maxLength: 300 }),
};

/** The answer to DELETE: everything that was deleted, and what lost a link to it. */
export const DeleteResult = z
  .strictObject({
    deleted: z.array(z.strictObject(gone)).meta({ description: 'Everything that was deleted, including what it contained.' }),
    unlinked: z
      .array(
        z.strictObject({
          ...gone,
          field: z.string().meta({ description: 'The field that held the link.', maxLength: 100, example: 'capabilityIds' }),
        }),
      )
      .meta({ description: 'What stays, but lost a link to something that was deleted.' }),
  })
  .meta({ description: 'What a deletion did.' });
export type DeleteResult = z.infer<typeof DeleteResult>;
