/** What fails and what it affects, as one picture of limited size: for a question, or for what is impacted now. */
import { z } from 'zod';
import { AUDIENCE_TYPES, COMPONENT_KINDS, CRITICALITY_TIERS, DIRECTIONS, ENTITY_KINDS, HEALTH_STATES } from '@/domain/vocabulary';
import { BlastRadiusInput } from './blastRadius';
import { guid, guidOut, timestampOut } from './fields';
import { MOST_REPORTED_ASKED } from './values/picture';

const name = z.string();
const state = z.enum(HEALTH_STATES);
const named = { id: guidOut, technicalName: name, name };
const outcome = { ...named, state };
const exposure = z.strictObject({ perHour: z.number(), expectedPerHour: z.number() });

export const LaneComponent = z.strictObject({ ...outcome, kind: z.enum(COMPONENT_KINDS), depth: z.int() });
export type LaneComponent = z.infer<typeof LaneComponent>;

/** What the lanes start from. */
export const LaneCause = z.strictObject({
  ...outcome,
  kind: z.enum(ENTITY_KINDS),
  /** Only for components. */
  componentKind: z.enum(COMPONENT_KINDS).nullable(),
  applicationName: name.nullable(),
  /** Components that fail as part of it, unless they have their own cards. */
  rows: z.array(LaneComponent),
  componentCount: z.int(),
});
export type LaneCause = z.infer<typeof LaneCause>;

/** An application with its affected components. */
export const LaneCard = z.strictObject({
  ...outcome,
  criticalityTier: z.enum(CRITICALITY_TIERS),
  ownerTeam: name.nullable(),
  depth: z.int(),
  componentCount: z.int(),
  rows: z.array(LaneComponent),
});
export type LaneCard = z.infer<typeof LaneCard>;

/** A zone, area, technology or dataset whose failure would make the entity of the question fail. */
export const LaneGround = z.strictObject({ ...outcome, kind: z.enum(['hosting-zone', 'hosting-area', 'technology', 'dataset']) });
export type LaneGround = z.infer<typeof LaneGround>;

const lanes = {
  causes: z.array(LaneCause),
  causesOmitted: z.int(),
  cards: z.array(LaneCard),
  /** Applications without a card of their own. */
  others: z.strictObject({ applications: z.int(), components: z.int(), depth: z.int() }),
  capabilities: z.array(z.strictObject({ ...outcome, parentId: guidOut.nullable() })),
  processes: z.array(z.strictObject(outcome)),
  audiences: z.array(
    z.strictObject({ ...outcome, audienceType: z.enum(AUDIENCE_TYPES), people: z.number().nullable(), exposure: exposure.nullable() }),
  ),
  omitted: z.strictObject({ capabilities: z.int(), processes: z.int(), audiences: z.int() }),
  /** `from` passes the failure on to `to`: ids of anything above, or "others". */
  links: z.array(z.strictObject({ from: name, to: name, count: z.int() })),
  currency: name,
  landscapeVersion: z.int(),
};

export const ImpactLanesInput = BlastRadiusInput.omit({ componentLimit: true });
export type ImpactLanesInput = z.infer<typeof ImpactLanesInput>;

export const ImpactLanes = z.strictObject({
  ...lanes,
  direction: z.enum(DIRECTIONS),
  /** Only upstream; worst first. */
  grounds: z.array(LaneGround),
  groundsOmitted: z.int(),
});
export type ImpactLanes = z.infer<typeof ImpactLanes>;

export const LiveLanes = z.strictObject({
  ...lanes,
  causes: z.array(
    LaneCause.extend({
      ownerTeam: name.nullable(),
      /** The message of its last signal. */
      lastMessage: name.nullable(),
    }),
  ),
});
export type LiveLanes = z.infer<typeof LiveLanes>;

export const ReportedStatesInput = z.strictObject({ components: z.array(guid).max(MOST_REPORTED_ASKED) });
export type ReportedStatesInput = z.infer<typeof ReportedStatesInput>;

/** What these components last reported about themselves. One that is missing never reported, or is no component. */
export const ReportedStates = z.strictObject({ components: z.array(z.strictObject({ id: guidOut, state, since: timestampOut })) });
export type ReportedStates = z.infer<typeof ReportedStates>;
