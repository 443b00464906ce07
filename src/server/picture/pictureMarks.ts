/** How each thing on a picture looks now: its state and its color. */
import type { PictureMark as Mark, PictureMarks } from '@/contract/picture';
import type { Landscape } from '@/domain/graph/landscape/views';
import { isFailing } from '@/domain/graph/questions/failingNow';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { LiveStates } from '@/server/health/liveStates';
import { HEALTH_LEGEND, type Colour, type Colouring } from './colours';
import { healthOf, isMaintained, shownHealth } from './landscapeSelection';
import type { MadePicture } from './makePicture';

/** `colouring` is null if colors show health. Skips components that were deleted since the picture was made. */
export function marksOf(
  graph: Landscape,
  live: LiveStates,
  made: MadePicture,
  colouring: Colouring | null,
): Pick<PictureMarks, 'marks' | 'legend' | 'failing'> {
  const colourOf = (node: number): string | null => (colouring === null ? shownHealth(graph, live, node) : colouring.of([node]).colour);
  const entries = colouring?.legend ?? HEALTH_LEGEND;
  const withShares = new Set(made.picture.cards.flatMap(({ id, shares }) => (shares === null ? [] : [id])));
  const marks = [...made.members].map(([id, ids]): Mark => {
    const nodes = ids.map((component) => graph.components.find(component)).filter((node) => node !== -1);
    const state = stateOf(graph, live, nodes);
    const colour = nodes.length === 0 ? { colour: null, text: null } : (colouring?.of(nodes) ?? healthColour(state));
    return { id, ...state, ...colour, shares: withShares.has(id) ? counted(nodes, colourOf, entries) : [] };
  });
  // Counts each component once, so that the figures do not depend on what stands for it, and how often.
  const all = [...new Set([...made.members.values()].flat())].map((id) => graph.components.find(id)).filter((node) => node !== -1);
  const labels = new Map(entries.map(({ colour, label }) => [colour, label]));
  const legend = counted(all, colourOf, entries).map((entry) => ({ ...entry, label: labels.get(entry.colour) ?? entry.colour }));
  return { marks, legend, failing: failingLines(graph, live, made) };
}

/** Lines of which at least one dependency passes a failure on now. */
function failingLines(graph: Landscape, live: LiveStates, { picture }: MadePicture): string[] {
  if (live.impacted.size === 0) return [];
  const stateOf = (component: string) => live.impacted.get(component) ?? 'Healthy';
  const fails = (id: string): boolean => {
    const slot = graph.edges.find(id);
    return slot !== -1 && isFailing(graph, stateOf, slot);
  };
  return picture.lines.filter(({ dependencies }) => dependencies.some(({ id }) => fails(id))).map(({ id }) => id);
}

type State = Omit<Mark, 'id' | 'colour' | 'text' | 'shares'>;

/** The worst state; Healthy only if all components are known to be. */
function stateOf(graph: Landscape, live: LiveStates, nodes: readonly number[]): State {
  let worst = 0;
  let unhealthy = 0;
  let isQuiet = nodes.length === 0;
  let maintained = 0;
  let isCause = false;
  for (const node of nodes) {
    const health = healthOf(graph, live, node);
    if (health === 'Unreported') isQuiet = true;
    else if (health !== 'Healthy') {
      unhealthy++;
      worst = Math.max(worst, HEALTH_STATES.indexOf(health));
      isCause = isCause || live.causes.has(graph.components.idOf(node));
    }
    if (isMaintained(graph, live, node)) maintained++;
  }
  const health = worst === 0 && isQuiet ? 'Unreported' : (HEALTH_STATES[worst] ?? 'Healthy');
  return { health, isUnderMaintenance: maintained > 0 && maintained === nodes.length, isCause, unhealthy };
}

function healthColour({ health, isCause, isUnderMaintenance }: State): Colour {
  return { colour: isUnderMaintenance ? 'Maintenance' : isCause ? 'cause' : health, text: null };
}

/** How many of the nodes have each colour, in the order of the legend; entries that none has are left out. */
function counted(
  nodes: readonly number[],
  colourOf: (node: number) => string | null,
  entries: readonly { colour: string }[],
): Mark['shares'] {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    const colour = colourOf(node);
    if (colour !== null) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return entries.flatMap(({ colour }) => {
    const count = counts.get(colour) ?? 0;
    return count === 0 ? [] : [{ colour, count }];
  });
}
