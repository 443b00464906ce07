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
import { guid, optionalText } from './fields';
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

const byId = guid.optional();
const byText = optionalText(200).unwrap().unwrap().optional();

export const application = {
  ...KINDS.application,
  create: schemas.ApplicationCreate,
  patch: schemas.ApplicationPatch,
  entity: schemas.Application,
  filters: {
    lifecycleState: anyOf(LIFECYCLE_STATES),
    criticalityTier: anyOf(CRITICALITY_TIERS),
    ownerTeam: byText,
    capabilityId: byId,
    processId: byId,
  },
} as const satisfies EntityDescriptor;

export const component = {
  ...KINDS.component,
  create: schemas.ComponentCreate,
  patch: schemas.ComponentPatch,
  entity: schemas.Component,
  filters: {
    applicationId: byId,
    kind: anyOf(COMPONENT_KINDS),
    runtime: anyOf(RUNTIMES),
    isExternal: z.boolean().optional(),
    hostingZoneId: byId,
    technologyId: byId,
    datasetId: byId,
  },
} as const satisfies EntityDescriptor;

export const capability = {
  ...KINDS.capability,
  create: schemas.CapabilityCreate,
  patch: schemas.CapabilityPatch,
  entity: schemas.Capability,
  filters: { criticalityTier: anyOf(CRITICALITY_TIERS), ownerTeam: byText, parentId: byId },
} as const satisfies EntityDescriptor;

export const process = {
  ...KINDS.process,
  create: schemas.ProcessCreate,
  patch: schemas.ProcessPatch,
  entity: schemas.Process,
  filters: { ownerTeam: byText, capabilityId: byId },
} as const satisfies EntityDescriptor;

export const segment = {
  ...KINDS.segment,
  create: schemas.SegmentCreate,
  patch: schemas.SegmentPatch,
  entity: schemas.Segment,
  filters: { audienceType: anyOf(AUDIENCE_TYPES), capabilityId: byId },
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
  filters: { hostingAreaId: byId },
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
  filters: { classification: anyOf(CLASSIFICATIONS), containsPersonalData: z.boolean().optional() },
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

/** The answer to DELETE: everything that was deleted, and what lost a link to it. */
export const DeleteResult = z.strictObject({
  deleted: z.array(z.strictObject({ kind: z.string(), id: z.string(), technicalName: z.string() })),
  unlinked: z.array(z.strictObject({ kind: z.string(), id: z.string(), technicalName: z.string(), field: z.string() })),
});
export type DeleteResult = z.infer<typeof DeleteResult>;
