/**
 * The manifest, version 1, as a zod schema: a landscape as one document. Links use technicalNames. Reading text, positions and meaning are
 * elsewhere.
 */
import { z } from 'zod';
import {
  AUDIENCE_TYPES,
  CLASSIFICATIONS,
  COMPONENT_KINDS,
  CRITICALITY_TIERS,
  DEPENDENCY_MODES,
  DEPENDENCY_TYPES,
  ENTITY_KINDS,
  FAILURE_STATES,
  LIFECYCLE_STATES,
  RUNTIMES,
} from '@/domain/vocabulary';
import { SAVED_BASELINES } from '@/contract/values/scenarios';
import { contact, listOfReferences, Reference, CONTACT_WORDS, FROM_APPLICATION, REFERENCES_WORDS } from '@/contract/references';
import { calendarDate, description, displayName, optionalText, technicalName as reference, text } from '@/contract/fields';

/** A field with its explanation, as editors show it. */
function explained<Type extends z.ZodType>(type: Type, title: string, words: string): Type {
  return type.meta({ title, description: words });
}

/** A list that may be left out (no change) or null (emptied). */
function listOf<Item extends z.ZodType>(item: Item, title: string, words: string) {
  return z.array(item).nullable().optional().meta({ title, description: words });
}

/** Links to other entities by technicalName. `[]` or null removes all of them. */
function linksTo(noun: string, words: string) {
  return z
    .array(reference)
    .max(1_000)
    .nullable()
    .optional()
    .meta({ title: `Linked ${noun}`, description: `${words} By technicalName; [] or null removes all links.` });
}

const named = (noun: string) => ({
  technicalName: explained(
    reference,
    'Technical name',
    `The stable identifier of the ${noun}: the ${noun} is recognised and linked by it.`,
  ),
  name: explained(displayName.optional(), 'Name', `What people call the ${noun}. Required when the ${noun} is new.`),
  description: explained(description, 'Description', 'Free text. null clears it.'),
  formerly: explained(
    z.union([reference, z.array(reference).max(100)]).optional(),
    'Former names',
    `A technicalName that the ${noun} had before, or a list of them. If only that name exists, the ${noun} is renamed and keeps its id, its history and its health. You need not remove it afterwards.`,
  ),
  reuseName: explained(
    z.boolean().optional(),
    'Reuse the name',
    `Whether to create the ${noun} although another ${noun} had this technicalName before; the name then stops leading to that one. Default: false.`,
  ),
});
const ownerTeam = explained(optionalText(200), 'Owner team', 'Name of the owning team. null clears it.');
const ManifestReference = Reference.meta({ id: 'ManifestReference', title: 'Reference', description: 'A page elsewhere.' });
const help = (more = '') => ({
  contact: explained(contact, 'Contact', `${CONTACT_WORDS}${more} null clears it.`),
  references: explained(listOfReferences(ManifestReference), 'References', `${REFERENCES_WORDS}${more} [] or null removes all of them.`),
});

export const ManifestComponent = z
  .strictObject({
    ...named('component'),
    kind: explained(z.enum(COMPONENT_KINDS).optional(), 'Kind', 'What the component is. Default: Other.'),
    runtime: explained(z.enum(RUNTIMES).optional(), 'Runtime', 'What it runs on. Default: Containers.'),
    isExternal: explained(z.boolean().optional(), 'External', 'Marks a component that another company runs. Default: false.'),
    staleAfterMinutes: explained(
      z.int().min(0).max(525_600).nullable().optional(),
      'Stale after',
      'How many minutes after its last report the component is stale. 0 for never; null for the limit of the tenant.',
    ),
    ...help(FROM_APPLICATION),
    hostingZones: linksTo('hosting zones', 'The zones in which it runs.'),
    technologies: linksTo('technologies', 'The technologies that it uses.'),
    datasets: linksTo('datasets', 'The datasets that it uses.'),
  })
  .meta({ id: 'ManifestComponent', title: 'Component', description: 'A part of an application.' });
export type ManifestComponent = z.infer<typeof ManifestComponent>;

export const ManifestApplication = z
  .strictObject({
    ...named('application'),
    lifecycleState: explained(
      z.enum(LIFECYCLE_STATES).optional(),
      'Lifecycle state',
      'Where it is in its life. Planning, Development and Retired are not in service. Default: Production.',
    ),
    criticalityTier: explained(
      z.enum(CRITICALITY_TIERS).optional(),
      'Criticality tier',
      'How much the business depends on it. Default: BusinessOperational.',
    ),
    ownerTeam,
    ...help(),
    capabilities: linksTo('capabilities', 'The capabilities that it supports.'),
    processes: linksTo('processes', 'The processes that it takes part in.'),
    components: listOf(
      ManifestComponent,
      'Components',
      'The parts of the application that this manifest declares. Leaving one out never removes it.',
    ),
  })
  .meta({ id: 'ManifestApplication', title: 'Application', description: 'An application and its components.' });
export type ManifestApplication = z.infer<typeof ManifestApplication>;

export const ManifestCapability = z
  .strictObject({
    ...named('capability'),
    criticalityTier: explained(
      z.enum(CRITICALITY_TIERS).nullable().optional(),
      'Criticality tier',
      'How much the business depends on it. null clears it.',
    ),
    ownerTeam,
    maximumTolerableDowntimeMinutes: explained(
      z.int().min(0).max(5_256_000).nullable().optional(),
      'Maximum tolerable downtime',
      'For how many minutes the business can do without it. null clears it.',
    ),
    parent: explained(reference.nullable().optional(), 'Parent', 'The parent capability, by technicalName. Capabilities form a tree.'),
  })
  .meta({ id: 'ManifestCapability', title: 'Capability', description: 'Something the business can do.' });
export type ManifestCapability = z.infer<typeof ManifestCapability>;

export const ManifestProcess = z
  .strictObject({ ...named('process'), ownerTeam, capabilities: linksTo('capabilities', 'The capabilities that it needs.') })
  .meta({ id: 'ManifestProcess', title: 'Process', description: 'A business process.' });
export type ManifestProcess = z.infer<typeof ManifestProcess>;

export const ManifestSegmentCapability = z
  .strictObject({
    capability: explained(reference, 'Capability', 'The capability that the segment uses, by technicalName.'),
    revenueShare: explained(
      z.number().min(0).max(1).nullable().optional(),
      'Revenue share',
      "The part of the segment's revenue, 0 to 1, that depends on it. Needs permission to see revenue.",
    ),
  })
  .meta({
    id: 'ManifestSegmentCapability',
    title: 'Capability of a segment',
    description: 'A capability that the segment uses, and what depends on it.',
  });

export const ManifestSegment = z
  .strictObject({
    ...named('segment'),
    audienceType: explained(z.enum(AUDIENCE_TYPES).optional(), 'Audience type', 'Who these people are. Required when the segment is new.'),
    people: explained(z.int().min(0).max(1e12).nullable().optional(), 'People', 'How many there are. null clears it.'),
    annualRevenue: explained(
      z.number().min(0).max(1e15).nullable().optional(),
      'Annual revenue',
      "Revenue per year in the tenant's currency. Needs permission to see revenue. null clears it.",
    ),
    capabilities: z.array(ManifestSegmentCapability).max(1_000).nullable().optional().meta({
      title: 'Capabilities',
      description: 'The capabilities that the segment uses; [] or null removes all links.',
    }),
  })
  .meta({ id: 'ManifestSegment', title: 'Segment', description: 'A group of people who are affected when something fails.' });
export type ManifestSegment = z.infer<typeof ManifestSegment>;

export const ManifestHostingZone = z
  .strictObject(named('hosting zone'))
  .meta({ id: 'ManifestHostingZone', title: 'Hosting zone', description: 'A part of a hosting area that can fail on its own.' });

export const ManifestHostingArea = z
  .strictObject({
    ...named('hosting area'),
    provider: explained(optionalText(200), 'Provider', 'Who runs it. null clears it.'),
    region: explained(optionalText(200), 'Region', 'What the provider calls the place. null clears it.'),
    zones: listOf(ManifestHostingZone, 'Zones', 'The zones of the area that this manifest declares. Leaving one out never removes it.'),
  })
  .meta({ id: 'ManifestHostingArea', title: 'Hosting area', description: 'A place where components run, and its zones.' });
export type ManifestHostingArea = z.infer<typeof ManifestHostingArea>;

export const ManifestTechnology = z
  .strictObject({
    ...named('technology'),
    vendor: explained(optionalText(200), 'Vendor', 'Who makes it. null clears it.'),
    technologyVersion: explained(
      optionalText(100),
      'Version',
      'Which version it is. It is text: put a number in quotes, as "17". null clears it.',
    ),
    endOfSupport: explained(
      calendarDate.nullable().optional(),
      'End of support',
      'When its vendor ends support, as YYYY-MM-DD. null clears it.',
    ),
  })
  .meta({ id: 'ManifestTechnology', title: 'Technology', description: 'A product that components are built on.' });
export type ManifestTechnology = z.infer<typeof ManifestTechnology>;

export const ManifestDataset = z
  .strictObject({
    ...named('dataset'),
    classification: explained(
      z.enum(CLASSIFICATIONS).optional(),
      'Classification',
      'How sensitive it is. Required when the dataset is new.',
    ),
    containsPersonalData: explained(z.boolean().optional(), 'Contains personal data', 'Whether it contains personal data. Default: false.'),
  })
  .meta({ id: 'ManifestDataset', title: 'Dataset', description: 'Data that components hold or use.' });
export type ManifestDataset = z.infer<typeof ManifestDataset>;

export const ManifestDependency = z
  .strictObject({
    source: explained(reference, 'Source', 'The component that depends, by technicalName.'),
    target: explained(reference, 'Target', 'The component it depends on, by technicalName.'),
    dependencyType: explained(
      z.enum(DEPENDENCY_TYPES),
      'Dependency type',
      'How the source uses the target. Part of what identifies the dependency.',
    ),
    mode: explained(z.enum(DEPENDENCY_MODES).optional(), 'Mode', 'How hard a failure of the target hits the source. Default: Hard.'),
    required: explained(z.boolean().optional(), 'Required', 'Whether the source needs the target to do its work. Default: true.'),
    propagates: explained(z.boolean().optional(), 'Propagates', 'Whether a failure spreads along this dependency at all. Default: true.'),
    redundancyGroup: explained(
      text(1, 128).nullable().optional(),
      'Redundancy group',
      'Of the targets of one source in the same group, at least redundancyMinimum must work. null removes it from its group.',
    ),
    redundancyMinimum: explained(
      z.int().min(1).max(1_000).optional(),
      'Redundancy minimum',
      'How many targets of the group must work: the same on all its dependencies, from 1 to the number of targets. Default: 1.',
    ),
    protocol: explained(optionalText(200), 'Protocol', 'For example gRPC. null clears it.'),
    transportEncryption: explained(optionalText(200), 'Transport encryption', 'For example TLS 1.3. null clears it.'),
    endpointAuthMethod: explained(optionalText(200), 'Endpoint authentication', 'For example mTLS. null clears it.'),
  })
  .meta({
    id: 'ManifestDependency',
    title: 'Dependency',
    description: 'A directed edge between two components: the source depends on the target.',
  });
export type ManifestDependency = z.infer<typeof ManifestDependency>;

export const ManifestScenario = z
  .strictObject({
    technicalName: named('scenario').technicalName,
    name: named('scenario').name,
    description: named('scenario').description,
    failures: z
      .array(
        z
          .strictObject({
            entityType: explained(z.enum(ENTITY_KINDS), 'Kind', 'What kind of thing fails.'),
            entity: explained(reference, 'Entity', 'What fails, by technicalName.'),
            state: explained(z.enum(FAILURE_STATES).optional(), 'State', 'How badly it fails. Default: Outage.'),
          })
          .meta({ id: 'ManifestFailure', title: 'Failure', description: 'One thing that fails.' }),
      )
      .min(1)
      .max(1_000)
      .optional()
      .meta({ title: 'Failures', description: 'All of these fail at once. Required when the scenario is new.' }),
    withheldDependencies: z
      .array(
        z
          .strictObject({
            source: explained(reference, 'Source', 'The component that depends, by technicalName.'),
            target: explained(reference, 'Target', 'The component that is depended on, by technicalName.'),
            dependencyType: explained(z.enum(DEPENDENCY_TYPES), 'Dependency type', 'How the source uses the target.'),
          })
          .meta({ id: 'ManifestWithheldDependency', title: 'Withheld dependency', description: 'A dependency that passes nothing on.' }),
      )
      .max(1_000)
      .nullable()
      .optional()
      .meta({
        title: 'Withheld dependencies',
        description: 'Dependencies that pass nothing on for this question; [] or null withholds none.',
      }),
    baseline: explained(
      z.enum(SAVED_BASELINES).optional(),
      'Baseline',
      'clean: everything else is healthy; live: what components report counts as well. Default: clean.',
    ),
    durationMinutes: explained(
      z.int().min(1).max(5_256_000).nullable().optional(),
      'Duration',
      'How long it lasts, in minutes, to compare with what each capability tolerates. null: no duration.',
    ),
  })
  .meta({
    id: 'ManifestScenario',
    title: 'Scenario',
    description: 'Several failures at once: a question that is asked again with each change.',
  });

export const Manifest = z
  .strictObject({
    version: z.literal(1).meta({ title: 'Manifest version', description: 'The version of this schema: 1.' }),
    name: explained(displayName, 'Manifest name', 'Owns the entities that the manifest declares. Keep it the same for every push.'),
    applications: listOf(ManifestApplication, 'Applications', 'Applications with their components.'),
    capabilities: listOf(ManifestCapability, 'Capabilities', 'What the business can do.'),
    processes: listOf(ManifestProcess, 'Processes', 'Business processes.'),
    segments: listOf(ManifestSegment, 'Segments', 'Groups of people who are affected by failures: the audiences.'),
    hostingAreas: listOf(ManifestHostingArea, 'Hosting areas', 'Where components run, with their zones.'),
    technologies: listOf(ManifestTechnology, 'Technologies', 'Products that components are built on.'),
    datasets: listOf(ManifestDataset, 'Datasets', 'Data that components hold or use.'),
    dependencies: listOf(ManifestDependency, 'Dependencies', 'Dependencies between components, including those of other manifests.'),
    scenarios: listOf(ManifestScenario, 'Scenarios', 'Several failures at once. Needs a plan with saved scenarios.'),
  })
  .meta({
    title: 'Faultline manifest, version 1',
    description:
      'A technology landscape as one document. Fields that you leave out of an existing entity stay as they are; [] or null clears them.',
  });
export type Manifest = z.infer<typeof Manifest>;
