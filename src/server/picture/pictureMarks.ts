/** How each thing on a picture looks now: its state and its color. */
import type { PictureMarks } from '@/contract/picture';
import type { Landscape } from '@/domain/graph/landscape/views';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { LiveStates } from '@/server/health/liveStates';
import { HEALTH_LEGEND, type Colour, type Colouring } from './colours';
import { healthOf, isMaintained, shownHealth } from './landscapeSelection';
import type { MadePicture } from './makePicture';

type Mark = PictureMarks['marks'][number];

/** `colouring` is null if colors show health. Skips components that were deleted since the picture was made. */
export function marksOf(
  graph: Landscape,
  live: LiveStates,
  made: MadePicture,
  colouring: Colouring | null,
): Pick<PictureMarks, 'marks' | 'legend'> {
  const marks = [...made.members].map(([id, ids]): Mark => {
    const nodes = ids.map((component) => graph.components.find(component)).filter((node) => node !== -1);
    const state = stateOf(graph, live, nodes);
    return { id, ...state, ...(nodes.length === 0 ? { colour: null, text: null } : (colouring?.of(nodes) ?? healthColour(state))) };
  });
  return { marks, legend: legendOf(graph, live, made, colouring) };
}

type State = Omit<Mark, 'id' | 'colour' | 'text'>;

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

/** Counts each component once, so that the figures do not depend on how much is folded into cards. */
function legendOf(graph: Landscape, live: LiveStates, { members }: MadePicture, colouring: Colouring | null): PictureMarks['legend'] {
  const counts = new Map<string, number>();
  for (const component of new Set([...members.values()].flat())) {
    const node = graph.components.find(component);
    if (node === -1) continue;
    const colour = colouring === null ? shownHealth(graph, live, node) : colouring.of([node]).colour;
    if (colour !== null) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const entries = colouring?.legend ?? HEALTH_LEGEND;
  return entries.flatMap(({ colour, label }) => {
    const count = counts.get(colour) ?? 0;
    return count === 0 ? [] : [{ colour, label, count }];
  });
}
