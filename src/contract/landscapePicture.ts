/** The landscape as the browser draws and searches it: components, groups that stand for what is folded away, and what joins them, never more than a browser can draw. */
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

/** Up to this many components are shown one by one; above, folded into groups. */
export const WHOLE_UP_TO_COMPONENTS = 1_500;
/** With more dependencies between them than this, components are folded too. */
export const MOST_DEPENDENCIES = 4_000;
/** A folded picture holds at most this many groups, the largest first, and this many joins, the heaviest first. */
export const MOST_GROUPS = 600;
export const MOST_BUNDLES = 600;
/** With more joins than this, or one for each thing that is drawn, a picture is a tangle: only the heaviest are in it. */
export const READABLE_BUNDLES = 300;
/** More applications than this say little side by side: unless applications are asked for, larger groups stand for them. */
export const MOST_READABLE_GROUPS = 120;
/** Around what is in focus, at most this many components, the nearest first. */
export const MOST_IN_FOCUS = 600;
export const MOST_NEIGHBOURS = 200;
export const MOST_CHOICES = 500;

export type Grouping = (typeof GROUPINGS)[number];

export type ShownHealth = (typeof SHOWN_HEALTH)[number];

const references = z.array(guid).max(100).optional();
const groupKey = text(1, 240);

/** Empty or missing: no filter. Several values of one filter widen it, several filters narrow. */
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
  grouping: z
    .enum(GROUPINGS)
    .optional()
    .meta({ description: 'Unless said: application, or where that makes too many groups to read, what makes fewer.' }),
  filters: LandscapeFilters.optional(),
  focus: z
    .strictObject({ ids: z.array(groupKey).min(1).max(50), hops: z.int().min(0).max(6) })
    .optional()
    .meta({ description: 'Only what lies within so many hops of these components or groups, whichever way they lead.' }),
  open: z.array(groupKey).max(100).optional().meta({ description: 'Groups to unfold, where there is too much to be shown one by one.' }),
  folded: z.array(groupKey).max(MOST_GROUPS).optional().meta({ description: 'Groups to fold, where components are shown one by one.' }),
  at: pastInstant.optional().meta({ description: 'The landscape as it was then, without health.' }),
});
export type LandscapePictureInput = z.infer<typeof LandscapePictureInput>;

export const LandscapeRowsInput = LandscapePictureInput.pick({ filters: true, focus: true, at: true }).extend({
  cursor: z.int().min(0).optional().meta({ description: 'How many rows come before.' }),
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
export type PictureComponent = z.infer<typeof PictureComponent>;

const live = {
  /** Effective: the worst of its own signal and what its dependencies pass on. A group rolls up as in live impact, or is as bad as its worst. */
  health: z.enum([...HEALTH_STATES, 'Unreported']),
  isUnderMaintenance: z.boolean(),
};

const flapping = {
  /** Its health is told as reported; its incident stays open and says no more until it has been quiet for five minutes. */
  isFlapping: z.boolean(),
};

export const DrawnComponent = PictureComponent.extend({
  applicationName: z.string(),
  /** Null without grouping. */
  groupKey: z.string().nullable(),
  /** In how many other groups it stands as well; a box can only show one. */
  otherGroups: z.int(),
  ...live,
  ...flapping,
});
export type DrawnComponent = z.infer<typeof DrawnComponent>;

const edgeLook = {
  dependencyType: z.enum(DEPENDENCY_TYPES),
  mode: z.enum(DEPENDENCY_MODES),
  required: z.boolean(),
  propagates: z.boolean(),
};

/** Every component that passes, the worst first, then by technicalName. */
export const LandscapeRows = z.strictObject({
  total: z.int(),
  /** Dependencies count those among what passes. */
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
  /** The id of its entity, `team NAME`, or `none` for components that belong nowhere. */
  key: z.string(),
  kind: z.enum(['application', 'hosting-zone', 'team', 'capability']),
  /** Null for teams and for `none`. */
  id: guidOut.nullable(),
  technicalName: z.string().nullable(),
  name: z.string(),
  /** Of applications only. */
  criticalityTier: z.enum(CRITICALITY_TIERS).nullable(),
  ownerTeam: z.string().nullable(),
  /** Components in it that pass the filters. */
  componentCount: z.int(),
  troubled: z.strictObject({ Warning: z.int(), Degraded: z.int(), Outage: z.int() }),
  isFolded: z.boolean(),
  ...live,
});
export type PictureGroup = z.infer<typeof PictureGroup>;

/** All dependencies between two things of which at least one is a folded group; `parts` counts them by what they are. */
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
  /** As asked for, or chosen where nothing was asked for or there is too much to be shown without groups. */
  grouping: z.enum(GROUPINGS),
  /** Whether groups are folded because there is too much to be shown one by one. */
  isAggregated: z.boolean(),
  /** Of the whole landscape. */
  counts: z.strictObject({ components: z.int(), applications: z.int(), dependencies: z.int() }),
  /** Of what passes the filters and lies in focus. */
  matching: z.strictObject({ components: z.int(), dependencies: z.int(), groups: z.int() }),
  groups: z.array(PictureGroup),
  components: z.array(DrawnComponent),
  dependencies: z.array(PictureDependency),
  bundles: z.array(PictureBundle),
  /** What passes and is not drawn, since it would be too much. */
  omitted: z.strictObject({ groups: z.int(), components: z.int(), dependencies: z.int() }),
  /** Groups that were to be unfolded but would have made the picture too large. */
  notOpened: z.array(z.string()),
});
export type LandscapePicture = z.infer<typeof LandscapePicture>;

export const LandscapeGroupInput = z.strictObject({
  grouping: z.enum(['application', 'hosting-zone', 'team', 'capability']),
  key: groupKey,
  filters: LandscapeFilters.optional(),
});
export type LandscapeGroupInput = z.infer<typeof LandscapeGroupInput>;

/** One group with what is in it and what it is joined to. Lists hold at most MOST_NEIGHBOURS; the counts are whole. */
export const LandscapeGroup = z.strictObject({
  group: PictureGroup,
  components: z.array(DrawnComponent),
  /** Names of the groups that the bundles lead to. */
  names: z.record(z.string(), z.string()),
  dependencies: z.array(PictureBundle),
  dependents: z.array(PictureBundle),
  counts: z.strictObject({ dependencies: z.int(), dependents: z.int() }),
});
export type LandscapeGroup = z.infer<typeof LandscapeGroup>;

const choice = z.strictObject({ value: z.string(), name: z.string() });

/** What filters may be set to beside the enumerations, each by name; at most MOST_CHOICES of each. */
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

/** One component with all that it touches. Lists hold at most MOST_NEIGHBOURS; the counts are whole. */
export const ComponentPlace = z.strictObject({
  component: PictureComponent,
  live: z.strictObject({ ...live, ...flapping }),
  application: named.extend({
    criticalityTier: z.enum(CRITICALITY_TIERS),
    lifecycleState: z.enum(LIFECYCLE_STATES),
    ownerTeam: z.string().nullable(),
  }),
  /** Those that its application supports. */
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
  kinds: z.array(z.enum(ENTITY_KINDS)).min(1).max(9).optional(),
  limit: z.int().min(1).max(50).optional(),
});
export type FindEntitiesInput = z.infer<typeof FindEntitiesInput>;

export const FoundEntity = z.strictObject({ kind: z.enum(ENTITY_KINDS), id: guidOut, technicalName: z.string(), name: z.string() });
export type FoundEntity = z.infer<typeof FoundEntity>;

export const EntitySearchInput = z.strictObject({
  search: text(0, 200),
  kinds: z.array(z.enum(ENTITY_KINDS)).min(1).max(9).optional(),
  offset: z.int().min(0).max(1_000_000_000),
  limit: z.int().min(1).max(200),
});
export type EntitySearchInput = z.infer<typeof EntitySearchInput>;

/** A piece of a search over all kinds, best matches first; the counts are of all that match. */
export const EntitySearch = z.strictObject({
  items: z.array(FoundEntity),
  counts: z.partialRecord(z.enum(ENTITY_KINDS), z.int()),
  total: z.int(),
  landscapeVersion: z.int(),
});
export type EntitySearch = z.infer<typeof EntitySearch>;

export const ResolveEntityInput = z.strictObject({
  entity: entityReference,
  kinds: z.array(z.enum(ENTITY_KINDS)).min(1).max(9).optional(),
});
export type ResolveEntityInput = z.infer<typeof ResolveEntityInput>;

/** What a technicalName or a GUID names, one of each kind that has it; where that is nothing, what it may have meant, the nearest first. */
export const ResolvedEntity = z.strictObject({ matches: z.array(FoundEntity), candidates: z.array(FoundEntity) });
export type ResolvedEntity = z.infer<typeof ResolvedEntity>;
