/** From a landscape as it is answered to a picture. Pure; what is shown has been decided by the server, and where it stands is not decided here. */
import { edgeClasses } from '@/client/symbols/edgeStyles';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { nodeImage } from '@/client/symbols/nodeImage';
import { countOf, formatNumber } from '@/plain/counts';
import type { DrawnComponent, LandscapePicture, PictureBundle, PictureDependency, PictureGroup } from '@/contract/landscapePicture';
import { LANDMARK } from '@/ui/graph/distance';
import type { Picture, PictureEdge, PictureNode } from '@/ui/graph/picture';
import { troubleWords } from './healthWords';

export interface PreparedLandscape {
  picture: Picture;
  bundles: readonly PictureBundle[];
}

const NODE_HEIGHT = 32;
const LETTER_WIDTH = 7.6;
const ICON_ROOM = 46;
const MARK_ROOM = 16;
/** More edges than this are drawn quietly: thin, straight and without heads, until something is chosen. */
const QUIET_ABOVE_EDGES = 600;
/** So many nodes are only seen whole from afar, where thin lines would vanish: quiet, and thicker. */
const DISTANT_ABOVE_NODES = 200;

export function bundleId({ sourceId, targetId }: PictureBundle): string {
  return `bundle ${sourceId} ${targetId}`;
}

/** `more` are the joins of what is chosen, those that the picture holds already among them. Where they add nothing, the answer is the same object as without them. */
export function prepareLandscape(data: LandscapePicture, palette: CanvasPalette, more: readonly PictureBundle[]): PreparedLandscape {
  const { prepared, drawn, joined, look } = prepareWhole(data, palette);
  const surplus = more.filter((bundle) => !joined.has(bundleId(bundle)) && drawn.has(bundle.sourceId) && drawn.has(bundle.targetId));
  if (surplus.length === 0) return prepared;
  const { picture, bundles } = prepared;
  return {
    picture: { nodes: picture.nodes, edges: [...picture.edges, ...surplus.map((bundle) => looking(bundleEdge(bundle), look))] },
    bundles: [...bundles, ...surplus],
  };
}

interface Whole {
  prepared: PreparedLandscape;
  /** The ids of what stands for itself: all nodes but boxes. */
  drawn: ReadonlySet<string>;
  /** The ids of the bundles. */
  joined: ReadonlySet<string>;
  look: readonly string[];
}

/** By what it was prepared from, and kept as long as that is: a picture that is gone back to is not prepared again. */
const wholes = new WeakMap<LandscapePicture, WeakMap<CanvasPalette, Whole>>();

function prepareWhole(data: LandscapePicture, palette: CanvasPalette): Whole {
  const byPalette = wholes.get(data) ?? new WeakMap<CanvasPalette, Whole>();
  const whole = byPalette.get(palette) ?? preparedFrom(data, palette);
  wholes.set(data, byPalette.set(palette, whole));
  return whole;
}

function preparedFrom(data: LandscapePicture, palette: CanvasPalette): Whole {
  const folded = data.groups.filter(({ isFolded }) => isFolded);
  const open = new Set(data.components.map(({ groupKey }) => groupKey));
  const boxes = data.groups.filter(({ key, isFolded }) => !isFolded && open.has(key));
  const nodes = [
    ...boxes.map((group) => boxNode(group, palette)),
    ...folded.map((group) => foldedNode(group, palette)),
    ...data.components.map((component) => componentNode(component, palette)),
  ];
  const look =
    nodes.length > DISTANT_ABOVE_NODES
      ? ['quiet', 'distant']
      : data.dependencies.length + data.bundles.length > QUIET_ABOVE_EDGES
        ? ['quiet']
        : [];
  const edges = [...data.dependencies.map(dependencyEdge), ...data.bundles.map(bundleEdge)].map((edge) => looking(edge, look));
  return {
    prepared: { picture: { nodes, edges }, bundles: data.bundles },
    drawn: new Set([...folded.map(({ key }) => key), ...data.components.map(({ id }) => id)]),
    joined: new Set(data.bundles.map(bundleId)),
    look,
  };
}

function looking(edge: PictureEdge, look: readonly string[]): PictureEdge {
  return look.length === 0 ? edge : { ...edge, classes: [...edge.classes, ...look] };
}

type Live = Pick<PictureGroup, 'health' | 'isUnderMaintenance'>;

function liveClasses({ health, isUnderMaintenance }: Live): string[] {
  return [`health-${health}`, ...(isUnderMaintenance ? ['maintenance'] : [])];
}

function isMarked({ health, isUnderMaintenance }: Live): boolean {
  return health !== 'Unreported' || isUnderMaintenance;
}

function boxNode(group: PictureGroup, palette: CanvasPalette): PictureNode {
  const icon = nodeImage(null, group, palette);
  return {
    id: group.key,
    label: group.name,
    width: 0,
    height: 0,
    classes: ['box', LANDMARK, ...liveClasses(group)],
    ...(icon === null ? {} : { icon }),
  };
}

function foldedNode(group: PictureGroup, palette: CanvasPalette): PictureNode {
  const trouble = troubleWords(group.troubled);
  const label = `${group.name}\n${trouble === '' ? countOf(group.componentCount, 'component') : `${formatNumber(group.componentCount)}: ${trouble}`}`;
  const icon = nodeImage(null, group, palette);
  const width = Math.max(136, Math.min(240, 34 + Math.max(group.name.length, trouble.length + 6) * LETTER_WIDTH));
  return {
    id: group.key,
    label,
    width: Math.round(width),
    height: 46,
    classes: ['folded', LANDMARK, ...liveClasses(group)],
    ...(icon === null ? {} : { icon }),
  };
}

function componentNode(component: DrawnComponent, palette: CanvasPalette): PictureNode {
  const { id, name, kind, isExternal, groupKey } = component;
  const width = Math.round(Math.min(250, ICON_ROOM + (isMarked(component) ? MARK_ROOM : 0) + name.length * LETTER_WIDTH));
  const classes = ['component', ...(isExternal ? ['external'] : []), ...(isMarked(component) ? ['marked'] : []), ...liveClasses(component)];
  const icon = nodeImage(kind, component, palette);
  return {
    id,
    label: name,
    width,
    height: NODE_HEIGHT,
    classes,
    ...(icon === null ? {} : { icon }),
    ...(groupKey === null ? {} : { parent: groupKey }),
  };
}

function dependencyEdge(dependency: PictureDependency): PictureEdge {
  return {
    id: dependency.id,
    source: dependency.sourceComponentId,
    target: dependency.targetComponentId,
    classes: edgeClasses(dependency),
  };
}

/** A bundle looks like its parts where they agree, and plain where they do not. */
function bundleEdge(bundle: PictureBundle): PictureEdge {
  const { sourceId, targetId, parts, count } = bundle;
  const [first] = parts;
  const isAlike = first !== undefined && parts.every(({ mode }) => mode === first.mode);
  const classes = [
    'bundle',
    ...(isAlike ? [`mode-${first.mode}`] : []),
    ...(parts.some(({ propagates }) => propagates) ? [] : ['blocked']),
  ];
  return { id: bundleId(bundle), source: sourceId, target: targetId, classes, ...(count > 1 ? { label: String(count) } : {}) };
}
