/**
 * The landscape as the browser draws and searches it: components, groups that stand for folded ones, and the connections between them,
 * never more than a browser can draw.
 */
import { z } from 'zod';
import {
  COMPONENT_KINDS,
  CRITICALITY_TIERS,
  DEPENDENCY_MODES,
  DEPENDENCY_TYPES,
  ENTITY_KINDS,
  HEALTH_STATES,
  LIFECYCLE_STATES,
} from '@/domain/vocabulary';
import { entityReference, guid, guidOut, text } from './fields';
import { anyOf } from './lists';
import { pastInstant } from './pastInstant';
import { GROUPINGS, MOST_TABLE_ROWS, SHOWN_HEALTH } from './values/picture';

/** Up to this many components are shown one by one; more are folded into groups. */
export const WHOLE_UP_TO_COMPONENTS = 1_500;
/** With more dependencies between them than this, components are folded too. */
export const MOST_DEPENDENCIES = 4_000;
/** A folded picture has at most this many groups, largest first, and this many bundles, busiest first. */
export const MOST_GROUPS = 600;
export const MOST_BUNDLES = 600;
/** With more bundles than this, or more than one per drawn thing, a picture is a tangle, so it shows only the busiest. */
export const READABLE_BUNDLES = 300;
/** At most this many components around the focus, nearest first. */
export const MOST_IN_FOCUS = 600;
export const MOST_NEIGHBOURS = 200;
export const MOST_CHOICES = 500;

export type Grouping = (typeof GROUPINGS)[number];
const GROUP_KINDS = GROUPINGS.filter((one) => one !== 'none');

export type ShownHealth = (typeof SHOWN_HEALTH)[number];

const references = z.array(guid).max(100).optional();
const groupKey = text(1, 240);

/** Empty or missing: no filter. Several values of one filter are alternatives; several filters must all match. */
export const LandscapeFilters = z.strictObject({
  kinds: anyOf(COMPONENT_KINDS),
  types: anyOf(DEPENDENCY_TYPES),
  modes: anyOf(DEPENDENCY_MODES),
  tiers: anyOf(CRITICALITY_TIERS),
  lifecycles: anyOf(LIFECYCLE_STATES),
  health: anyOf(SHOWN_HEALTH),
  teams: z.array(text(1, 200)).max(100).optional(),
  zones: references,
  technologies: references,
});
export type LandscapeFilters = z.infer<typeof LandscapeFilters>;

export const LandscapePictureInput = z.strictObject({
  grouping: z.enum(GROUPINGS).optional().meta({
    description: 'Default: application. If there is too much to show one by one: domain, or team if few applications support a capability.',
  }),
  filters: LandscapeFilters.optional(),
  focus: z
    .strictObject({ ids: z.array(groupKey).min(1).max(50), hops: z.int().min(0).max(6) })
    .optional()
    .meta({ description: 'Only what is within this many hops of these components or groups, in either direction.' }),
  open: z.array(groupKey).max(100).optional().meta({ description: 'Groups to unfold if there is too much to show one by one.' }),
  folded: z.array(groupKey).max(MOST_GROUPS).optional().meta({ description: 'Groups to fold if components are shown one by one.' }),
  at: pastInstant.optional().meta({ description: 'The landscape at that time, without health.' }),
});
export type LandscapePictureInput = z.infer<typeof LandscapePictureInput>;

export const LandscapeRowsInput = LandscapePictureInput.pick({ filters: true, focus: true, at: true }).extend({
  cursor: z.int().min(0).optional().meta({ description: 'How many rows to skip.' }),
  limit: z.int().min(1).max(MOST_TABLE_ROWS),
});
export type LandscapeRowsInput = z.infer<typeof LandscapeRowsInput>;

export const PictureComponent = z.strictObject({
  id: guidOut,
  technicalName: z.string(),
  name: z.string(),
  kind: z.enum(COMPONENT_KINDS),
  isExternal: z.boolean(),
  applicationId: guidOut,
});

const live = {
  /**
   * Effective: the worst of its own signal and what its dependencies pass on. A group rolls up as in live impact, or takes the worst state
   * inside it.
   */
  health: z.enum([...HEALTH_STATES, 'Unreported']),
  isUnderMaintenance: z.boolean(),
};

const flapping = {
  /** Its health is shown as reported; its incident stays open and reports nothing until it has been quiet for five minutes. */
  isFlapping: z.boolean(),
};

/** What was last said about a component itself, by a report or an alert; null if nothing ever was. */
const lastReport = z.strictObject({ state: z.enum(HEALTH_STATES), at: z.string(), isStale: z.boolean() }).nullable();

export const DrawnComponent = PictureComponent.extend({
  applicationName: z.string(),
  /** Every group that it is in; none without grouping. */
  groupKeys: z.array(z.string()),
  ...live,
  ...flapping,
  /** Only in tables of the present: a drawing has no room for it. */
  lastReport: lastReport.optional(),
});
export type DrawnComponent = z.infer<typeof DrawnComponent>;

/** How a dependency spreads failures. */
export const edgeLook = {
  dependencyType: z.enum(DEPENDENCY_TYPES),
  mode: z.enum(DEPENDENCY_MODES),
  required: z.boolean(),
  propagates: z.boolean(),
};

/** Every component that matches, worst first, then by technical name. */
export const LandscapeRows = z.strictObject({
  total: z.int(),
  /** Dependencies are counted between matching components. */
  items: z.array(DrawnComponent.extend({ dependencies: z.int(), dependents: z.int() })),
  nextCursor: z.int().nullable(),
});
export type LandscapeRows = z.infer<typeof LandscapeRows>;

export const PictureDependency = z.strictObject({
  id: guidOut,
  sourceComponentId: guidOut,
  targetComponentId: guidOut,
  ...edgeLook,
  redundancyGroup: z.string().nullable(),
  redundancyMinimum: z.int(),
});
export type PictureDependency = z.infer<typeof PictureDependency>;

export const PictureGroup = z.strictObject({
  /** The id of its entity, `team NAME`, a lifecycle state, a tier, or `none` for components without a group. */
  key: z.string(),
  kind: z.enum(GROUP_KINDS),
  /** Null for what is no entity. */
  id: guidOut.nullable(),
  technicalName: z.string().nullable(),
  name: z.string(),
  /** Only for applications. */
  criticalityTier: z.enum(CRITICALITY_TIERS).nullable(),
  ownerTeam: z.string().nullable(),
  /** Components in it that match the filters. */
  componentCount: z.int(),
  troubled: z.strictObject({ Warning: z.int(), Degraded: z.int(), Outage: z.int() }),
  isFolded: z.boolean(),
  ...live,
});
export type PictureGroup = z.infer<typeof PictureGroup>;

/** All dependencies between two things, of which at least one is a folded group; `parts` counts them by their properties. */
export const PictureBundle = z.strictObject({
  sourceId: z.string(),
  targetId: z.string(),
  count: z.int(),
  parts: z.array(
    z.strictObject({ dependencyType: z.enum(DEPENDENCY_TYPES), mode: z.enum(DEPENDENCY_MODES), propagates: z.boolean(), count: z.int() }),
  ),
});
export type PictureBundle = z.infer<typeof PictureBundle>;

export const LandscapePicture = z.strictObject({
  landscapeVersion: z.int(),
  /** As requested, or chosen if nothing was requested or there is too much to show without groups. */
  grouping: z.enum(GROUPINGS),
  /** Whether groups are folded because there is too much to show one by one. */
  isAggregated: z.boolean(),
  /** Of the whole landscape. */
  counts: z.strictObject({ components: z.int(), applications: z.int(), dependencies: z.int() }),
  /** Of everything that matches the filters and is in focus. */
  matching: z.strictObject({ components: z.int(), dependencies: z.int(), groups: z.int() }),
  groups: z.array(PictureGroup),
  components: z.array(DrawnComponent),
  dependencies: z.array(PictureDependency),
  bundles: z.array(PictureBundle),
  /** What matches but is not drawn, because it would be too much. */
  omitted: z.strictObject({ groups: z.int(), components: z.int(), dependencies: z.int() }),
  /** Groups that should have been unfolded but would have made the picture too large. */
  notOpened: z.array(z.string()),
});
export type LandscapePicture = z.infer<typeof LandscapePicture>;

export const LandscapeGroupInput = z.strictObject({
  grouping: z.enum(GROUP_KINDS),
  key: groupKey,
  filters: LandscapeFilters.optional(),
});
export type LandscapeGroupInput = z.infer<typeof LandscapeGroupInput>;

/** One group with its content and connections. Lists have at most MOST_NEIGHBOURS entries; counts are complete. */
export const LandscapeGroup = z.strictObject({
  group: PictureGroup,
  components: z.array(DrawnComponent),
  /** Names of the groups at the other end of the bundles. */
  names: z.record(z.string(), z.string()),
  dependencies: z.array(PictureBundle),
  dependents: z.array(PictureBundle),
  counts: z.strictObject({ dependencies: z.int(), dependents: z.int() }),
});
export type LandscapeGroup = z.infer<typeof LandscapeGroup>;

const choice = z.strictObject({ value: z.string(), name: z.string() });

/** The values to filter by besides the enumerations, by name; at most MOST_CHOICES of each. */
export const FilterChoices = z.strictObject({ teams: z.array(choice), zones: z.array(choice), technologies: z.array(choice) });
export type FilterChoices = z.infer<typeof FilterChoices>;

export const ComponentPlaceInput = z.strictObject({ component: entityReference });

const named = z.strictObject({ id: guidOut, technicalName: z.string(), name: z.string() });
const Neighbour = z.strictObject({
  dependencyId: guidOut,
  component: PictureComponent,
  applicationName: z.string(),
  ...edgeLook,
  redundancyGroup: z.string().nullable(),
});
export type Neighbour = z.infer<typeof Neighbour>;

/** One component with everything it touches. Lists have at most MOST_NEIGHBOURS entries; counts are complete. */
export const ComponentPlace = z.strictObject({
  component: PictureComponent,
  live: z.strictObject({ ...live, ...flapping, lastReport }),
  application: named.extend({
    criticalityTier: z.enum(CRITICALITY_TIERS),
    lifecycleState: z.enum(LIFECYCLE_STATES),
    ownerTeam: z.string().nullable(),
  }),
  /** The capabilities that its application supports. */
  capabilities: z.array(named),
  dependencies: z.array(Neighbour),
  dependents: z.array(Neighbour),
  counts: z.strictObject({ dependencies: z.int(), dependents: z.int() }),
  hostingZones: z.array(named),
  technologies: z.array(named),
  datasets: z.array(named),
});
export type ComponentPlace = z.infer<typeof ComponentPlace>;

export const FindEntitiesInput = z.strictObject({
  search: text(0, 200),
  kinds: z.array(z.enum(ENTITY_KINDS)).min(1).max(ENTITY_KINDS.length).optional(),
  limit: z.int().min(1).max(50).optional(),
});
export type FindEntitiesInput = z.infer<typeof FindEntitiesInput>;

export const FoundEntity = z.strictObject({ kind: z.enum(ENTITY_KINDS), id: guidOut, technicalName: z.string(), name: z.string() });
export type FoundEntity = z.infer<typeof FoundEntity>;

export const EntitySearchInput = z.strictObject({
  search: text(0, 200),
  kinds: z.array(z.enum(ENTITY_KINDS)).min(1).max(ENTITY_KINDS.length).optional(),
  offset: z.int().min(0).max(1_000_000_000),
  limit: z.int().min(1).max(200),
});
export type EntitySearchInput = z.infer<typeof EntitySearchInput>;

/** One page of a search over all kinds, best matches first; the counts cover all matches. */
export const EntitySearch = z.strictObject({
  items: z.array(FoundEntity),
  counts: z.partialRecord(z.enum(ENTITY_KINDS), z.int()),
  total: z.int(),
  landscapeVersion: z.int(),
});
export type EntitySearch = z.infer<typeof EntitySearch>;

export const ResolveEntityInput = z.strictObject({
  entity: entityReference,
  kinds: z.array(z.enum(ENTITY_KINDS)).min(1).max(ENTITY_KINDS.length).optional(),
});
export type ResolveEntityInput = z.infer<typeof ResolveEntityInput>;

/** Entities with this technical name or GUID, one per kind, or the only one with this display name; if there is none, the nearest names. */
export const ResolvedEntity = z.strictObject({ matches: z.array(FoundEntity), candidates: z.array(FoundEntity) });
export type ResolvedEntity = z.infer<typeof ResolvedEntity>;
