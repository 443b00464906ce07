/** The landscape as the browser draws and searches it: components, applications, dependencies, and bundles that stand for what is folded away. */
import { z } from 'zod';
import { COMPONENT_KINDS, CRITICALITY_TIERS, DEPENDENCY_MODES, DEPENDENCY_TYPES, ENTITY_KINDS } from '@/domain/vocabulary';
import { entityReference, guid, guidOut, text } from './fields';

/** Up to this many components a landscape is shown whole; above, folded by application. */
export const WHOLE_UP_TO_COMPONENTS = 1_500;
/** A folded picture holds at most this many boxes, the largest applications first. */
export const MOST_APPLICATIONS = 1_500;
export const MOST_NEIGHBOURS = 200;

export const LandscapePictureInput = z.strictObject({
  open: z.array(guid).max(100).optional().meta({ description: 'Applications to unfold, where the landscape is too large to be shown whole.' }),
});
export type LandscapePictureInput = z.infer<typeof LandscapePictureInput>;

export const PictureComponent = z.strictObject({
  id: guidOut,
  technicalName: z.string(),
  name: z.string(),
  kind: z.enum(COMPONENT_KINDS),
  isExternal: z.boolean(),
  applicationId: guidOut,
});
export type PictureComponent = z.infer<typeof PictureComponent>;

const edgeLook = {
  dependencyType: z.enum(DEPENDENCY_TYPES),
  mode: z.enum(DEPENDENCY_MODES),
  required: z.boolean(),
  propagates: z.boolean(),
};

export const PictureDependency = z.strictObject({
  id: guidOut,
  sourceComponentId: guidOut,
  targetComponentId: guidOut,
  ...edgeLook,
  redundancyGroup: z.string().nullable(),
  redundancyMinimum: z.int(),
});
export type PictureDependency = z.infer<typeof PictureDependency>;

export const PictureApplication = z.strictObject({
  id: guidOut,
  technicalName: z.string(),
  name: z.string(),
  criticalityTier: z.enum(CRITICALITY_TIERS),
  ownerTeam: z.string().nullable(),
  componentCount: z.int(),
});
export type PictureApplication = z.infer<typeof PictureApplication>;

/** All dependencies between two things of which at least one is a folded application; `parts` counts them by what they are. */
export const PictureBundle = z.strictObject({
  sourceId: guidOut,
  targetId: guidOut,
  parts: z.array(z.strictObject({ dependencyType: z.enum(DEPENDENCY_TYPES), mode: z.enum(DEPENDENCY_MODES), propagates: z.boolean(), count: z.int() })),
});
export type PictureBundle = z.infer<typeof PictureBundle>;

export const LandscapePicture = z.strictObject({
  landscapeVersion: z.int(),
  /** Whether applications are folded because the landscape is too large to be shown whole. */
  isFolded: z.boolean(),
  counts: z.strictObject({ components: z.int(), applications: z.int(), dependencies: z.int() }),
  applications: z.array(PictureApplication),
  applicationsOmitted: z.int(),
  components: z.array(PictureComponent),
  dependencies: z.array(PictureDependency),
  bundles: z.array(PictureBundle),
  /** Applications that were to be unfolded but would have made the picture too large. */
  notOpened: z.array(guidOut),
});
export type LandscapePicture = z.infer<typeof LandscapePicture>;

export const ComponentPlaceInput = z.strictObject({ component: entityReference });

const named = z.strictObject({ id: guidOut, technicalName: z.string(), name: z.string() });
const Neighbour = z.strictObject({ dependencyId: guidOut, component: PictureComponent, applicationName: z.string(), ...edgeLook, redundancyGroup: z.string().nullable() });
export type Neighbour = z.infer<typeof Neighbour>;

/** One component with all that it touches. Lists hold at most MOST_NEIGHBOURS; the counts are whole. */
export const ComponentPlace = z.strictObject({
  component: PictureComponent,
  application: named,
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

export const ResolveEntityInput = z.strictObject({ entity: entityReference, kinds: z.array(z.enum(ENTITY_KINDS)).min(1).max(9).optional() });
export type ResolveEntityInput = z.infer<typeof ResolveEntityInput>;

/** What a technicalName or a GUID names, one of each kind that has it; where that is nothing, what it may have meant, the nearest first. */
export const ResolvedEntity = z.strictObject({ matches: z.array(FoundEntity), candidates: z.array(FoundEntity) });
export type ResolvedEntity = z.infer<typeof ResolvedEntity>;
