/**
 * THE registry of the nine kinds. A kind is a row: where it lives in a path, what it looks like, what it links to, by what it is filtered.
 * REST routes, use cases, forms and tables are made from it.
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

/** A field that points to entities of another kind. `many`: an array of ids (of rows with an id and own fields where `rowKey` is set). */
export interface LinkField {
  field: string;
  target: EntityKind;
  many: boolean;
  required: boolean;
  rowKey?: 'capabilityId';
}

export interface EntityDescriptor<
  Create extends z.ZodType = z.ZodType,
  Patch extends z.ZodType = z.ZodType,
  Entity extends z.ZodType = z.ZodType,
  Filters extends z.ZodRawShape = z.ZodRawShape,
> {
  kind: EntityKind;
  /** The noun in paths and procedure names. */
  path: string;
  singular: string;
  plural: string;
  create: Create;
  patch: Patch;
  entity: Entity;
  filters: Filters;
  links: readonly LinkField[];
}

const link = (field: string, target: EntityKind, more: Partial<LinkField> = {}): LinkField => ({
  field,
  target,
  many: true,
  required: false,
  ...more,
});
const byId = guid.optional();
const byText = optionalText(200).unwrap().unwrap().optional();

export const application = {
  kind: 'application',
  path: 'applications',
  singular: 'application',
  plural: 'applications',
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
  links: [link('capabilityIds', 'capability'), link('processIds', 'process')],
} as const satisfies EntityDescriptor;

export const component = {
  kind: 'component',
  path: 'components',
  singular: 'component',
  plural: 'components',
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
  links: [
    link('applicationId', 'application', { many: false, required: true }),
    link('hostingZoneIds', 'hosting-zone'),
    link('technologyIds', 'technology'),
    link('datasetIds', 'dataset'),
  ],
} as const satisfies EntityDescriptor;

export const capability = {
  kind: 'capability',
  path: 'capabilities',
  singular: 'capability',
  plural: 'capabilities',
  create: schemas.CapabilityCreate,
  patch: schemas.CapabilityPatch,
  entity: schemas.Capability,
  filters: { criticalityTier: anyOf(CRITICALITY_TIERS), ownerTeam: byText, parentId: byId },
  links: [link('parentId', 'capability', { many: false })],
} as const satisfies EntityDescriptor;

export const process = {
  kind: 'process',
  path: 'processes',
  singular: 'process',
  plural: 'processes',
  create: schemas.ProcessCreate,
  patch: schemas.ProcessPatch,
  entity: schemas.Process,
  filters: { ownerTeam: byText, capabilityId: byId },
  links: [link('capabilityIds', 'capability')],
} as const satisfies EntityDescriptor;

export const segment = {
  kind: 'segment',
  path: 'segments',
  singular: 'segment',
  plural: 'segments',
  create: schemas.SegmentCreate,
  patch: schemas.SegmentPatch,
  entity: schemas.Segment,
  filters: { audienceType: anyOf(AUDIENCE_TYPES), capabilityId: byId },
  links: [link('capabilities', 'capability', { rowKey: 'capabilityId' })],
} as const satisfies EntityDescriptor;

export const hostingArea = {
  kind: 'hosting-area',
  path: 'hosting-areas',
  singular: 'hosting area',
  plural: 'hosting areas',
  create: schemas.HostingAreaCreate,
  patch: schemas.HostingAreaPatch,
  entity: schemas.HostingArea,
  filters: {},
  links: [],
} as const satisfies EntityDescriptor;

export const hostingZone = {
  kind: 'hosting-zone',
  path: 'hosting-zones',
  singular: 'hosting zone',
  plural: 'hosting zones',
  create: schemas.HostingZoneCreate,
  patch: schemas.HostingZonePatch,
  entity: schemas.HostingZone,
  filters: { hostingAreaId: byId },
  links: [link('hostingAreaId', 'hosting-area', { many: false, required: true })],
} as const satisfies EntityDescriptor;

export const technology = {
  kind: 'technology',
  path: 'technologies',
  singular: 'technology',
  plural: 'technologies',
  create: schemas.TechnologyCreate,
  patch: schemas.TechnologyPatch,
  entity: schemas.Technology,
  filters: {},
  links: [],
} as const satisfies EntityDescriptor;

export const dataset = {
  kind: 'dataset',
  path: 'datasets',
  singular: 'dataset',
  plural: 'datasets',
  create: schemas.DatasetCreate,
  patch: schemas.DatasetPatch,
  entity: schemas.Dataset,
  filters: { classification: anyOf(CLASSIFICATIONS), containsPersonalData: z.boolean().optional() },
  links: [],
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

/** What DELETE answers: all that is gone, and what lost a link to it. */
export const DeleteResult = z.strictObject({
  deleted: z.array(z.strictObject({ kind: z.string(), id: z.string(), technicalName: z.string() })),
  unlinked: z.array(z.strictObject({ kind: z.string(), id: z.string(), technicalName: z.string(), field: z.string() })),
});
export type DeleteResult = z.infer<typeof DeleteResult>;
