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

export interface EntityDescriptor<
  Create extends z.ZodType = z.ZodType,
  Patch extends z.ZodType = z.ZodType,
  Entity extends z.ZodType = z.ZodType,
  Filters extends z.ZodRawShape = z.ZodRawShape,
> extends KindFacts {
  create: Create;
  patch: Patch;
  entity: Entity;
  filters: Filters;
}

/** Only those that are linked with this one. */
const byId = (words: string) => guid.optional().meta({ description: words });
const byOwner = optionalText(200).unwrap().unwrap().optional().meta({ description: 'Only those of the team with exactly this name.' });
const byEnum = <const Values extends readonly [string, ...string[]]>(values: Values, words: string) =>
  anyOf(values).meta({ description: words });
const byFlag = (words: string) => z.boolean().optional().meta({ description: words });

export const application = {
  ...KINDS.application,
  create: schemas.ApplicationCreate,
  patch: schemas.ApplicationPatch,
  entity: schemas.Application,
  filters: {
    lifecycleState: byEnum(LIFECYCLE_STATES, 'Only applications in these states.'),
    criticalityTier: byEnum(CRITICALITY_TIERS, 'Only applications of these tiers.'),
    ownerTeam: byOwner,
    capabilityId: byId('Only applications that support this capability.'),
    processId: byId('Only applications that take part in this process.'),
  },
} as const satisfies EntityDescriptor;

export const component = {
  ...KINDS.component,
  create: schemas.ComponentCreate,
  patch: schemas.ComponentPatch,
  entity: schemas.Component,
  filters: {
    applicationId: byId('Only components of this application.'),
    kind: byEnum(COMPONENT_KINDS, 'Only components of these kinds.'),
    runtime: byEnum(RUNTIMES, 'Only components that run on these.'),
    isExternal: byFlag('Only components that another company runs, or only the others.'),
    hostingZoneId: byId('Only components that run in this zone.'),
    technologyId: byId('Only components that are built on this technology.'),
    datasetId: byId('Only components that hold or use this dataset.'),
  },
} as const satisfies EntityDescriptor;

export const capability = {
  ...KINDS.capability,
  create: schemas.CapabilityCreate,
  patch: schemas.CapabilityPatch,
  entity: schemas.Capability,
  filters: {
    criticalityTier: byEnum(CRITICALITY_TIERS, 'Only capabilities of these tiers.'),
    ownerTeam: byOwner,
    parentId: byId('Only the capabilities directly below this one.'),
  },
} as const satisfies EntityDescriptor;

export const process = {
  ...KINDS.process,
  create: schemas.ProcessCreate,
  patch: schemas.ProcessPatch,
  entity: schemas.Process,
  filters: { ownerTeam: byOwner, capabilityId: byId('Only processes that need this capability.') },
} as const satisfies EntityDescriptor;

export const segment = {
  ...KINDS.segment,
  create: schemas.SegmentCreate,
  patch: schemas.SegmentPatch,
  entity: schemas.Segment,
  filters: {
    audienceType: byEnum(AUDIENCE_TYPES, 'Only segments of these audience types.'),
    capabilityId: byId('Only segments that use this capability.'),
  },
} as const satisfies EntityDescriptor;

export const hostingArea = {
  ...KINDS['hosting-area'],
  create: schemas.HostingAreaCreate,
  patch: schemas.HostingAreaPatch,
  entity: schemas.HostingArea,
  filters: {},
} as const satisfies EntityDescriptor;

export const hostingZone = {
  ...KINDS['hosting-zone'],
  create: schemas.HostingZoneCreate,
  patch: schemas.HostingZonePatch,
  entity: schemas.HostingZone,
  filters: { hostingAreaId: byId('Only zones of this hosting area.') },
} as const satisfies EntityDescriptor;

export const technology = {
  ...KINDS.technology,
  create: schemas.TechnologyCreate,
  patch: schemas.TechnologyPatch,
  entity: schemas.Technology,
  filters: {},
} as const satisfies EntityDescriptor;

export const dataset = {
  ...KINDS.dataset,
  create: schemas.DatasetCreate,
  patch: schemas.DatasetPatch,
  entity: schemas.Dataset,
  filters: {
    classification: byEnum(CLASSIFICATIONS, 'Only datasets that are this sensitive.'),
    containsPersonalData: byFlag('Only datasets with personal data, or only those without.'),
  },
} as const satisfies EntityDescriptor;

export const ENTITY_REGISTRY = {
  application,
  component,
  capability,
  process,
  'hosting-area': hostingArea,
  'hosting-zone': hostingZone,
  technology,
  segment,
  dataset,
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
