/** What fails and what it affects, as one picture of limited size: for a question, or for what is impacted now. */
import { z } from 'zod';
import { AUDIENCE_TYPES, COMPONENT_KINDS, CRITICALITY_TIERS, DIRECTIONS, ENTITY_KINDS, HEALTH_STATES } from '@/domain/vocabulary';
import { BlastRadiusInput } from './blastRadius';
import { guid, guidOut, timestampOut } from './fields';
import { GROUPED_BY } from '@/domain/graph/impactPicture/columnTypes';
import { MOST_REPORTED_ASKED } from './values/picture';

const name = z.string();
const state = z.enum(HEALTH_STATES);
const named = { id: guidOut, technicalName: name, name };
const outcome = { ...named, state };
const exposure = z.strictObject({ perHour: z.number(), expectedPerHour: z.number() });

export const ColumnComponent = z.strictObject({ ...outcome, kind: z.enum(COMPONENT_KINDS), depth: z.int() });
export type ColumnComponent = z.infer<typeof ColumnComponent>;

/** What the columns start from. */
export const ColumnCause = z.strictObject({
  ...outcome,
  kind: z.enum(ENTITY_KINDS),
  /** Only for components. */
  componentKind: z.enum(COMPONENT_KINDS).nullable(),
  applicationName: name.nullable(),
  /** Components that fail as part of it, unless they have their own cards. */
  rows: z.array(ColumnComponent),
  componentCount: z.int(),
});
export type ColumnCause = z.infer<typeof ColumnCause>;

/** Components of one application that are equally far away, and all affected or all merely reached. */
export const ColumnPart = z.strictObject({
  /** The end of links. */
  id: name,
  depth: z.int(),
  isAffected: z.boolean(),
  componentCount: z.int(),
  rows: z.array(ColumnComponent),
});
export type ColumnPart = z.infer<typeof ColumnPart>;

/** Positions in capabilities, processes and audiences, one list after the other. */
const leadsTo = z.array(z.int());

/** An application with its components that are reached. */
export const ColumnCard = z.strictObject({
  ...outcome,
  criticalityTier: z.enum(CRITICALITY_TIERS),
  ownerTeam: name.nullable(),
  depth: z.int(),
  componentCount: z.int(),
  exposure: exposure.nullable(),
  parts: z.array(ColumnPart),
  leadsTo,
});
export type ColumnCard = z.infer<typeof ColumnCard>;

const stateCounts = z.strictObject({ Healthy: z.int(), Warning: z.int(), Degraded: z.int(), Outage: z.int() });

/** Applications of one team, or below one capability, where there are too many for cards. */
export const ColumnGroup = z.strictObject({
  key: name,
  /** Null for those without. */
  name: name.nullable(),
  state,
  applications: stateCounts,
  applicationCount: z.int(),
  components: stateCounts,
  exposure: exposure.nullable(),
  leadsTo,
});
export type ColumnGroup = z.infer<typeof ColumnGroup>;

/** A zone, area, technology or dataset whose failure would make the entity of the question fail. */
export const ColumnGround = z.strictObject({ ...outcome, kind: z.enum(['hosting-zone', 'hosting-area', 'technology', 'dataset']) });

const columns = {
  causes: z.array(ColumnCause),
  causesOmitted: z.int(),
  cards: z.array(ColumnCard),
  /** Applications without a card of their own. */
  others: z.strictObject({ applications: z.int(), components: z.int() }),
  isOneApplication: z.boolean(),
  groupedBy: z.enum(GROUPED_BY).nullable(),
  groups: z.array(ColumnGroup),
  groupsOmitted: z.int(),
  group: name.nullable(),
  groupName: name.nullable(),
  affectedApplications: z.int(),
  /** Everything that is affected, with what fails. */
  totals: z.strictObject({
    components: z.int(),
    applications: z.int(),
    capabilities: z.int(),
    audiences: z.int(),
    people: z.number().nullable(),
    exposure: exposure.nullable(),
  }),
  capabilities: z.array(z.strictObject({ ...outcome, parentId: guidOut.nullable() })),
  processes: z.array(z.strictObject(outcome)),
  audiences: z.array(
    z.strictObject({ ...outcome, audienceType: z.enum(AUDIENCE_TYPES), people: z.number().nullable(), exposure: exposure.nullable() }),
  ),
  omitted: z.strictObject({ capabilities: z.int(), processes: z.int(), audiences: z.int() }),
  /** `from` passes the failure on to `to`: ids of anything above, or "others". The rows are those of the only pair that it joins. */
  links: z.array(z.strictObject({ from: name, to: name, count: z.int(), fromRow: name.nullable(), toRow: name.nullable() })),
  currency: name,
  landscapeVersion: z.int(),
};

/** Lists the applications of this group where there are groups: a team or the id of a capability; empty for those without. */
export const groupAsked = z.string().max(200).optional();

export const ImpactColumnsInput = BlastRadiusInput.omit({ componentLimit: true }).extend({ group: groupAsked });
export type ImpactColumnsInput = z.infer<typeof ImpactColumnsInput>;

export const ImpactColumns = z.strictObject({
  ...columns,
  direction: z.enum(DIRECTIONS),
  /** Only upstream; worst first. */
  grounds: z.array(ColumnGround),
  groundsOmitted: z.int(),
});
export type ImpactColumns = z.infer<typeof ImpactColumns>;

export const LiveColumns = z.strictObject({
  ...columns,
  causes: z.array(
    ColumnCause.extend({
      ownerTeam: name.nullable(),
      /** The message of its last signal. */
      lastMessage: name.nullable(),
    }),
  ),
});
export type LiveColumns = z.infer<typeof LiveColumns>;

export const WouldBeStaleInput = z.strictObject({ staleAfterMinutes: z.int().min(0).max(525_600) });

/** What a limit of the tenant would make stale now: how many components, how many of them unhealthy, and the names of the first few. */
export const WouldBeStale = z.strictObject({ components: z.int(), unhealthy: z.int(), named: z.array(z.string()) });
export type WouldBeStale = z.infer<typeof WouldBeStale>;

export const ReportedStatesInput = z.strictObject({ components: z.array(guid).max(MOST_REPORTED_ASKED) });

/** What these components last reported about themselves. One that is missing never reported, or is no component. */
export const ReportedStates = z.strictObject({ components: z.array(z.strictObject({ id: guidOut, state, since: timestampOut })) });
export type ReportedStates = z.infer<typeof ReportedStates>;

/** Shows the situation of this incident alone; by default everything that is impacted. */
export const incidentAsked = guid.optional();

export const LiveColumnsInput = z.strictObject({ group: groupAsked, incident: incidentAsked });
export type LiveColumnsInput = z.infer<typeof LiveColumnsInput>;
