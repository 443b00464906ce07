/** The schemas of the nine kinds: to create, to change, and as answered. */
import { z } from 'zod';
import { AUDIENCE_TYPES, CLASSIFICATIONS, COMPONENT_KINDS, CRITICALITY_TIERS, LIFECYCLE_STATES, RUNTIMES } from '@/domain/vocabulary';
import {
  calendarDate,
  description,
  displayName,
  guid,
  guidList,
  guidListOut,
  guidOut,
  optionalText,
  requiredEnum,
  technicalName,
  timestampOut,
} from './fields';

const named = { name: displayName, technicalName, description };
const nullableText = z.string().nullable();
const answered = {
  id: guidOut,
  name: z.string(),
  technicalName: z.string(),
  description: nullableText,
  createdAt: timestampOut,
  updatedAt: timestampOut,
  version: z.int().meta({ description: 'Incremented by each update; also the ETag.' }),
};
const reuse = {
  reuseName: z.boolean().optional().meta({
    description:
      'Set to true to use a technicalName that another entity had before (otherwise 409 `former_name`); the former name then stops leading to that entity.',
  }),
};
const links = guidList.optional();
const money = z.number().min(0).max(1e15).nullable();
const revenueShare = z.number().min(0).max(1).nullable();

/** Every field optional and without defaults, as PATCH takes them. */
function patchOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).partial();
}

const applicationFields = {
  ...named,
  lifecycleState: z.enum(LIFECYCLE_STATES).optional(),
  criticalityTier: z.enum(CRITICALITY_TIERS).optional(),
  ownerTeam: optionalText(200),
  capabilityIds: links,
  processIds: links,
};
export const ApplicationCreate = z.strictObject({ ...applicationFields, ...reuse });
export const ApplicationPatch = patchOf({ ...applicationFields, ...reuse });
export const Application = z.strictObject({
  ...answered,
  lifecycleState: z.enum(LIFECYCLE_STATES),
  criticalityTier: z.enum(CRITICALITY_TIERS),
  ownerTeam: nullableText,
  capabilityIds: guidListOut,
  processIds: guidListOut,
});
export type Application = z.infer<typeof Application>;

const componentFields = {
  applicationId: guid,
  ...named,
  kind: z.enum(COMPONENT_KINDS).optional(),
  runtime: z.enum(RUNTIMES).optional(),
  isExternal: z.boolean().optional().meta({ description: 'Marks a component that another company runs.' }),
  hostingZoneIds: links,
  technologyIds: links,
  datasetIds: links,
};
export const ComponentCreate = z.strictObject({ ...componentFields, ...reuse });
export const ComponentPatch = patchOf({ ...componentFields, ...reuse });
export const Component = z.strictObject({
  ...answered,
  applicationId: guidOut,
  kind: z.enum(COMPONENT_KINDS),
  runtime: z.enum(RUNTIMES),
  isExternal: z.boolean(),
  hostingZoneIds: guidListOut,
  technologyIds: guidListOut,
  datasetIds: guidListOut,
});
export type Component = z.infer<typeof Component>;

const capabilityFields = {
  ...named,
  criticalityTier: z.enum(CRITICALITY_TIERS).nullable().optional(),
  ownerTeam: optionalText(200),
  maximumTolerableDowntimeMinutes: z.int().min(0).max(5_256_000).nullable().optional(),
  parentId: guid.nullable().optional().meta({ description: 'The parent capability. Capabilities form a tree.' }),
};
export const CapabilityCreate = z.strictObject({ ...capabilityFields, ...reuse });
export const CapabilityPatch = patchOf({ ...capabilityFields, ...reuse });
export const Capability = z.strictObject({
  ...answered,
  criticalityTier: z.enum(CRITICALITY_TIERS).nullable(),
  ownerTeam: nullableText,
  maximumTolerableDowntimeMinutes: z.int().nullable(),
  parentId: guidOut.nullable(),
});
export type Capability = z.infer<typeof Capability>;

const processFields = { ...named, ownerTeam: optionalText(200), capabilityIds: links };
export const ProcessCreate = z.strictObject({ ...processFields, ...reuse });
export const ProcessPatch = patchOf({ ...processFields, ...reuse });
export const Process = z.strictObject({ ...answered, ownerTeam: nullableText, capabilityIds: guidListOut });
export type Process = z.infer<typeof Process>;

const segmentCapabilities = z
  .array(z.strictObject({ capabilityId: guid, revenueShare: revenueShare.optional() }))
  .max(1_000)
  .superRefine((rows, context) => {
    const seen = new Set<string>();
    rows.forEach((row, index) => {
      if (seen.has(row.capabilityId)) context.addIssue({ code: 'custom', path: [index, 'capabilityId'], message: 'is listed twice' });
      seen.add(row.capabilityId);
    });
  });
const segmentFields = {
  ...named,
  audienceType: requiredEnum(AUDIENCE_TYPES),
  people: z.int().min(0).max(1e12).nullable().optional(),
  annualRevenue: money.optional().meta({ description: "Revenue per year in the tenant's currency. Needs permission to see revenue." }),
  capabilities: segmentCapabilities.optional(),
};
export const SegmentCreate = z.strictObject({ ...segmentFields, ...reuse });
export const SegmentPatch = patchOf({ ...segmentFields, ...reuse });
export const Segment = z.strictObject({
  ...answered,
  audienceType: z.enum(AUDIENCE_TYPES),
  people: z.number().nullable(),
  annualRevenue: z.number().nullable().optional().meta({ description: 'Absent if you may not see revenue.' }),
  capabilities: z.array(
    z.strictObject({
      capabilityId: guidOut,
      revenueShare: z.number().nullable().optional().meta({ description: 'Absent if you may not see revenue.' }),
    }),
  ),
});
export type Segment = z.infer<typeof Segment>;

const hostingAreaFields = { ...named, provider: optionalText(200), region: optionalText(200) };
export const HostingAreaCreate = z.strictObject({ ...hostingAreaFields, ...reuse });
export const HostingAreaPatch = patchOf({ ...hostingAreaFields, ...reuse });
export const HostingArea = z.strictObject({ ...answered, provider: nullableText, region: nullableText });
export type HostingArea = z.infer<typeof HostingArea>;

const hostingZoneFields = { ...named, hostingAreaId: guid };
export const HostingZoneCreate = z.strictObject({ ...hostingZoneFields, ...reuse });
export const HostingZonePatch = patchOf({ ...hostingZoneFields, ...reuse });
export const HostingZone = z.strictObject({ ...answered, hostingAreaId: guidOut });
export type HostingZone = z.infer<typeof HostingZone>;

const technologyFields = {
  ...named,
  vendor: optionalText(200),
  technologyVersion: optionalText(100),
  endOfSupport: calendarDate.nullable().optional(),
};
export const TechnologyCreate = z.strictObject({ ...technologyFields, ...reuse });
export const TechnologyPatch = patchOf({ ...technologyFields, ...reuse });
export const Technology = z.strictObject({
  ...answered,
  vendor: nullableText,
  technologyVersion: nullableText,
  endOfSupport: z.string().nullable().meta({ format: 'date' }),
});
export type Technology = z.infer<typeof Technology>;

const datasetFields = {
  ...named,
  classification: requiredEnum(CLASSIFICATIONS),
  containsPersonalData: z.boolean().optional(),
};
export const DatasetCreate = z.strictObject({ ...datasetFields, ...reuse });
export const DatasetPatch = patchOf({ ...datasetFields, ...reuse });
export const Dataset = z.strictObject({
  ...answered,
  classification: z.enum(CLASSIFICATIONS),
  containsPersonalData: z.boolean(),
});
export type Dataset = z.infer<typeof Dataset>;
