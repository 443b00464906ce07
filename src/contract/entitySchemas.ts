/** The schemas of the nine kinds: for creating, for changing, and as answered. */
import { z } from 'zod';
import { AUDIENCE_TYPES, CLASSIFICATIONS, COMPONENT_KINDS, CRITICALITY_TIERS, LIFECYCLE_STATES, RUNTIMES } from '@/domain/vocabulary';
import {
  calendarDate,
  createdAtOut,
  description,
  displayName,
  guid,
  guidList,
  guidListOut,
  guidOut,
  idOut,
  nameOut,
  noneTwice,
  optionalText,
  ownerTeamOut,
  requiredEnum,
  technicalName,
  technicalNameOut,
  updatedAtOut,
} from './fields';
import {
  contact,
  contactOut,
  listOfReferences,
  Reference,
  referencesOut,
  CONTACT_WORDS,
  FROM_APPLICATION,
  REFERENCES_WORDS,
} from './references';
import { LONGEST_CONTACT, MOST_REFERENCES } from './values/references';

const WORDS = {
  name: 'What people call it.',
  technicalName: 'The stable name by which programs and manifests refer to it, unique within its kind. Case matters.',
  description: 'Free text for people. Null if there is none.',
  lifecycleState: 'Where the application stands between plan and retirement. Production unless stated.',
  applicationTier: 'How much the business depends on the application. BusinessOperational unless stated.',
  capabilityTier: 'How much the business depends on the capability; null if nobody has decided.',
  ownerTeam: 'The team to call. Null if none is recorded.',
  contact: `${CONTACT_WORDS} Null if none is recorded.`,
  references: REFERENCES_WORDS,
  capabilitiesOfApplication: 'Ids of the capabilities that the application supports.',
  processesOfApplication: 'Ids of the processes that the application takes part in.',
  applicationId: 'The application that the component is part of.',
  componentKind: 'What the component is. Other unless stated.',
  runtime: 'What the component runs on. Containers unless stated.',
  isExternal: 'Whether another company runs the component. False unless stated.',
  hostingZoneIds: 'Ids of the zones in which the component runs. If there are several, it is Degraded when some of them fail.',
  technologyIds: 'Ids of the technologies that the component is built on.',
  datasetIds: 'Ids of the datasets that the component holds or uses.',
  staleAfter: 'How many minutes after its last report the component is stale; 0 for never, null for the limit of the tenant.',
  downtime: 'How many minutes the business can do without the capability; null if nobody has decided.',
  parentId: 'The capability that this one is part of; null at the top. Capabilities form a tree.',
  capabilitiesOfProcess: 'Ids of the capabilities that the process needs.',
  audienceType: 'What these people are to the company.',
  people: 'How many people the segment stands for; null if unknown.',
  annualRevenue: "Revenue per year in the tenant's currency; null if unknown.",
  segmentCapabilities: 'The capabilities that these people use.',
  capabilityId: 'A capability that they use.',
  revenueShare: "The part of the segment's revenue, from 0 to 1, that is lost while the capability is down; null if unknown.",
  provider: 'Who runs the place, such as a cloud or your own data centre. Null if not recorded.',
  region: 'Where it is, in the words of the provider. Null if not recorded.',
  hostingAreaId: 'The hosting area that the zone is part of.',
  vendor: 'Who makes the technology. Null if not recorded.',
  technologyVersion: 'The version in use, as text. Null if not recorded.',
  endOfSupport: "The date on which the vendor's support ends. Null if not recorded.",
  classification: 'How sensitive the data is.',
  containsPersonalData: 'Whether the data is about people who can be identified. False unless stated.',
} as const;

/** The same schema with the words for one field. */
function said<Type extends z.ZodType>(type: Type, words: keyof typeof WORDS, more = ''): Type {
  return type.meta({ description: `${WORDS[words]}${more}` });
}

const named = {
  name: said(displayName, 'name'),
  technicalName: said(technicalName, 'technicalName'),
  description: said(description, 'description'),
};
const answered = {
  id: idOut,
  name: said(nameOut, 'name'),
  technicalName: said(technicalNameOut, 'technicalName'),
  description: z.string().nullable().meta({ description: WORDS.description, maxLength: 4_000 }),
  createdAt: createdAtOut,
  updatedAt: updatedAtOut,
  version: z.int().min(1).meta({ description: 'Incremented by each update; also the ETag.' }),
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
const textOut = (words: keyof typeof WORDS, maxLength: number) => z.string().nullable().meta({ description: WORDS[words], maxLength });
const NEEDS_REVENUE = ' Needs permission to see revenue.';
const HIDES_REVENUE = ' Absent if you may not see revenue.';

/** The schemas of one kind. For PATCH, every field is optional and has no default. */
function schemasOf<Fields extends z.ZodRawShape, Answer extends z.ZodRawShape>(fields: Fields, answer: Answer, words: string) {
  const create = z.strictObject({ ...fields, ...reuse });
  const entity = z.strictObject({ ...answered, ...answer }).meta({ description: words });
  return { create, patch: create.partial(), entity };
}

/** For the two kinds that people look after. */
const help = { contact: said(contact, 'contact'), references: said(listOfReferences(Reference), 'references', ' Null empties the list.') };
const helpOut = (more = '') => ({
  contact: contactOut.meta({ description: `${WORDS.contact}${more}`, maxLength: LONGEST_CONTACT, example: '#checkout-on-call' }),
  references: referencesOut.meta({ description: `${WORDS.references}${more}`, maxItems: MOST_REFERENCES }),
});

const lifecycleState = said(z.enum(LIFECYCLE_STATES), 'lifecycleState');
const applicationTier = said(z.enum(CRITICALITY_TIERS), 'applicationTier');
export const application = schemasOf(
  {
    ...named,
    lifecycleState: lifecycleState.optional(),
    criticalityTier: applicationTier.optional(),
    ownerTeam: said(optionalText(200), 'ownerTeam'),
    ...help,
    capabilityIds: said(links, 'capabilitiesOfApplication'),
    processIds: said(links, 'processesOfApplication'),
  },
  {
    lifecycleState,
    criticalityTier: applicationTier,
    ownerTeam: said(ownerTeamOut, 'ownerTeam'),
    ...helpOut(),
    capabilityIds: said(guidListOut, 'capabilitiesOfApplication'),
    processIds: said(guidListOut, 'processesOfApplication'),
  },
  'Something that people use, made of components.',
);

const componentKind = said(z.enum(COMPONENT_KINDS), 'componentKind');
const runtime = said(z.enum(RUNTIMES), 'runtime');
const isExternal = said(z.boolean(), 'isExternal');
const staleAfter = z.int().min(0).max(525_600);
export const component = schemasOf(
  {
    applicationId: said(guid, 'applicationId'),
    ...named,
    kind: componentKind.optional(),
    runtime: runtime.optional(),
    isExternal: isExternal.optional(),
    staleAfterMinutes: said(staleAfter.nullable().optional(), 'staleAfter'),
    ...help,
    hostingZoneIds: said(links, 'hostingZoneIds'),
    technologyIds: said(links, 'technologyIds'),
    datasetIds: said(links, 'datasetIds'),
  },
  {
    applicationId: said(guidOut, 'applicationId'),
    kind: componentKind,
    runtime,
    isExternal,
    staleAfterMinutes: said(staleAfter.nullable(), 'staleAfter'),
    ...helpOut(`${FROM_APPLICATION} This field holds only what the component itself states.`),
    hostingZoneIds: said(guidListOut, 'hostingZoneIds'),
    technologyIds: said(guidListOut, 'technologyIds'),
    datasetIds: said(guidListOut, 'datasetIds'),
  },
  'A part of an application: what can fail, and what dependencies join.',
);

export const capability = schemasOf(
  {
    ...named,
    criticalityTier: said(z.enum(CRITICALITY_TIERS).nullable().optional(), 'capabilityTier'),
    ownerTeam: said(optionalText(200), 'ownerTeam'),
    maximumTolerableDowntimeMinutes: said(z.int().min(0).max(5_256_000).nullable().optional(), 'downtime'),
    parentId: said(guid.nullable().optional(), 'parentId'),
  },
  {
    criticalityTier: said(z.enum(CRITICALITY_TIERS).nullable(), 'capabilityTier'),
    ownerTeam: said(ownerTeamOut, 'ownerTeam'),
    maximumTolerableDowntimeMinutes: said(z.int().min(0).max(5_256_000).nullable(), 'downtime'),
    parentId: said(guidOut.nullable(), 'parentId'),
  },
  'Something that the business can do.',
);

export const process = schemasOf(
  {
    ...named,
    ownerTeam: said(optionalText(200), 'ownerTeam'),
    capabilityIds: said(links, 'capabilitiesOfProcess'),
  },
  {
    ownerTeam: said(ownerTeamOut, 'ownerTeam'),
    capabilityIds: said(guidListOut, 'capabilitiesOfProcess'),
  },
  'How the business does something, step by step.',
);

const segmentCapabilities = z
  .array(
    z.strictObject({
      capabilityId: said(guid, 'capabilityId'),
      revenueShare: said(revenueShare.optional(), 'revenueShare', NEEDS_REVENUE),
    }),
  )
  .max(1_000)
  .superRefine(noneTwice(({ capabilityId }) => capabilityId, 'capabilityId'));
export const segment = schemasOf(
  {
    ...named,
    audienceType: said(requiredEnum(AUDIENCE_TYPES), 'audienceType'),
    people: said(z.int().min(0).max(1e12).nullable().optional(), 'people'),
    annualRevenue: said(money.optional(), 'annualRevenue', NEEDS_REVENUE),
    capabilities: said(segmentCapabilities.optional(), 'segmentCapabilities'),
  },
  {
    audienceType: said(z.enum(AUDIENCE_TYPES), 'audienceType'),
    people: said(z.number().min(0).max(1e12).nullable(), 'people'),
    annualRevenue: said(money.optional(), 'annualRevenue', HIDES_REVENUE),
    capabilities: said(
      z.array(
        z.strictObject({
          capabilityId: said(guidOut, 'capabilityId'),
          revenueShare: said(revenueShare.optional(), 'revenueShare', HIDES_REVENUE),
        }),
      ),
      'segmentCapabilities',
    ),
  },
  'A group of people whom failures affect: an audience.',
);

export const hostingArea = schemasOf(
  {
    ...named,
    provider: said(optionalText(200), 'provider'),
    region: said(optionalText(200), 'region'),
  },
  { provider: textOut('provider', 200), region: textOut('region', 200) },
  'A place where components run, such as a region of a cloud.',
);

export const hostingZone = schemasOf(
  { ...named, hostingAreaId: said(guid, 'hostingAreaId') },
  { hostingAreaId: said(guidOut, 'hostingAreaId') },
  'A part of a hosting area that can fail on its own.',
);

export const technology = schemasOf(
  {
    ...named,
    vendor: said(optionalText(200), 'vendor'),
    technologyVersion: said(optionalText(100), 'technologyVersion'),
    endOfSupport: said(calendarDate.nullable().optional(), 'endOfSupport'),
  },
  {
    vendor: textOut('vendor', 200),
    technologyVersion: textOut('technologyVersion', 100),
    endOfSupport: z.string().nullable().meta({ description: WORDS.endOfSupport, format: 'date' }),
  },
  'A product that components are built on.',
);

const classification = said(requiredEnum(CLASSIFICATIONS), 'classification');
const containsPersonalData = said(z.boolean(), 'containsPersonalData');
export const dataset = schemasOf(
  { ...named, classification, containsPersonalData: containsPersonalData.optional() },
  { classification, containsPersonalData },
  'Data that components hold or use.',
);
