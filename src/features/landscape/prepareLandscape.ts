/** From a landscape as it is answered to a picture: filters, boxes, folded applications, bundles. Pure; where things stand is not decided here. */
import { edgeClasses } from '@/client/look/edgeStyles';
import { countOf } from '@/client/look/words';
import type { LandscapePicture, PictureApplication, PictureBundle, PictureComponent, PictureDependency } from '@/contract/landscapePicture';
import type { ComponentKind, DependencyMode, DependencyType } from '@/domain/vocabulary';
import type { Picture, PictureEdge, PictureNode } from '@/ui/graph/picture';

export interface LandscapeChoice {
  isGrouped: boolean;
  /** In a landscape shown whole, the applications to fold. */
  folded: ReadonlySet<string>;
  /** Empty: all. */
  kinds: readonly ComponentKind[];
  types: readonly DependencyType[];
  modes: readonly DependencyMode[];
}

export interface PreparedBundle extends PictureBundle {
  id: string;
  count: number;
}

export interface PreparedLandscape {
  picture: Picture;
  components: readonly PictureComponent[];
  dependencies: readonly PictureDependency[];
  bundles: readonly PreparedBundle[];
  foldedApplications: readonly PictureApplication[];
}

const NODE_HEIGHT = 32;
const LETTER_WIDTH = 7.2;
const ICON_ROOM = 46;
/** More edges than this are drawn quietly: thin, straight and without heads, until something is chosen. */
const QUIET_ABOVE_EDGES = 1_500;

function nodeWidth(label: string): number {
  return Math.round(Math.min(240, ICON_ROOM + label.length * LETTER_WIDTH));
}

export function prepareLandscape(data: LandscapePicture, choice: LandscapeChoice): PreparedLandscape {
  const open = new Set(data.components.map(({ applicationId }) => applicationId));
  const isFolded = ({ id, componentCount }: PictureApplication): boolean => (data.isFolded ? !open.has(id) && componentCount > 0 : choice.isGrouped && choice.folded.has(id));
  const foldedApplications = data.applications.filter(isFolded);
  const folded = new Set(foldedApplications.map(({ id }) => id));
  const components = data.components.filter(({ applicationId, kind }) => !folded.has(applicationId) && (choice.kinds.length === 0 || choice.kinds.includes(kind)));
  const shown = new Set([...folded, ...components.map(({ id }) => id)]);
  const { dependencies, bundles } = shownEdges(data, choice, folded, shown);
  const withComponents = new Set(components.map(({ applicationId }) => applicationId));
  const boxes = choice.isGrouped ? data.applications.filter(({ id }) => withComponents.has(id)) : [];
  const edges = [...dependencies.map(dependencyEdge), ...bundles.map(bundleEdge)];
  const nodes = [...boxes.map(boxNode), ...foldedApplications.map(foldedNode), ...components.map((component) => componentNode(component, choice.isGrouped))];
  return {
    picture: { nodes, edges: edges.length > QUIET_ABOVE_EDGES ? edges.map(quietly) : edges },
    components,
    dependencies,
    bundles,
    foldedApplications,
  };
}

function shownEdges(data: LandscapePicture, choice: LandscapeChoice, folded: ReadonlySet<string>, shown: ReadonlySet<string>): { dependencies: PictureDependency[]; bundles: PreparedBundle[] } {
  const isWanted = ({ dependencyType, mode }: { dependencyType: DependencyType; mode: DependencyMode }): boolean =>
    (choice.types.length === 0 || choice.types.includes(dependencyType)) && (choice.modes.length === 0 || choice.modes.includes(mode));
  const applicationOf = new Map(data.components.map(({ id, applicationId }) => [id, applicationId]));
  const standIn = (componentId: string): string => {
    const application = applicationOf.get(componentId) ?? '';
    return folded.has(application) ? application : componentId;
  };
  const dependencies: PictureDependency[] = [];
  const bundles = new Map<string, PreparedBundle>();
  const bundle = (sourceId: string, targetId: string, parts: PictureBundle['parts']): void => {
    const key = `${sourceId} ${targetId}`;
    const held = bundles.get(key) ?? { id: `bundle ${key}`, sourceId, targetId, parts: [], count: 0 };
    held.parts = [...held.parts, ...parts];
    held.count += parts.reduce((sum, { count }) => sum + count, 0);
    bundles.set(key, held);
  };
  for (const dependency of data.dependencies.filter(isWanted)) {
    const source = standIn(dependency.sourceComponentId);
    const target = standIn(dependency.targetComponentId);
    if (!shown.has(source) || !shown.has(target)) continue;
    if (source === dependency.sourceComponentId && target === dependency.targetComponentId) dependencies.push(dependency);
    else if (source !== target) bundle(source, target, [{ dependencyType: dependency.dependencyType, mode: dependency.mode, propagates: dependency.propagates, count: 1 }]);
  }
  for (const { sourceId, targetId, parts } of data.bundles) {
    const wanted = parts.filter(isWanted);
    if (wanted.length > 0 && shown.has(sourceId) && shown.has(targetId)) bundle(sourceId, targetId, wanted);
  }
  return { dependencies, bundles: [...bundles.values()] };
}

function boxNode({ id, name }: PictureApplication): PictureNode {
  return { id, label: name, width: 0, height: 0, classes: ['box'] };
}

function foldedNode({ id, name, componentCount }: PictureApplication): PictureNode {
  const label = `${name}\n${countOf(componentCount, 'component')}`;
  return { id, label, width: Math.max(124, nodeWidth(name)), height: 46, classes: ['folded'] };
}

function componentNode({ id, name, kind, isExternal, applicationId }: PictureComponent, isGrouped: boolean): PictureNode {
  const classes = ['component', `kind-${kind}`, ...(isExternal ? ['external'] : [])];
  return { id, label: name, width: nodeWidth(name), height: NODE_HEIGHT, classes, ...(isGrouped ? { parent: applicationId } : {}) };
}

function dependencyEdge(dependency: PictureDependency): PictureEdge {
  return { id: dependency.id, source: dependency.sourceComponentId, target: dependency.targetComponentId, classes: edgeClasses(dependency) };
}

function quietly({ id, source, target, classes }: PictureEdge): PictureEdge {
  return { id, source, target, classes: [...classes, 'quiet'] };
}

/** A bundle looks like its parts where they agree, and plain where they do not. */
function bundleEdge({ id, sourceId, targetId, parts, count }: PreparedBundle): PictureEdge {
  const [first] = parts;
  const isAlike = first !== undefined && parts.every(({ mode }) => mode === first.mode);
  const classes = ['bundle', ...(isAlike ? [`mode-${first.mode}`] : []), ...(parts.some(({ propagates }) => propagates) ? [] : ['blocked'])];
  return { id, source: sourceId, target: targetId, classes, ...(count > 1 ? { label: String(count) } : {}) };
}
