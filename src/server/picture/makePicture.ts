/** Makes a picture: lays out what could be shown, one candidate after another, until one is legible. */
import type { Picture, PictureInput } from '@/contract/picture';
import { LEAST_NAME_PIXELS, NAME_SIZE, WANTED_NAME_PIXELS } from '@/contract/values/picture';
import type { Landscape } from '@/domain/graph/landscape/views';
import { finish, type Steps } from '@/plain/steps';
import type { LiveStates } from '@/server/health/liveStates';
import { candidates, lastResorts, type Candidate } from './candidates';
import type { Attempt, FoundLayout, LayoutTask } from './layout/firstLegible';
import { MARGIN } from './layout/layoutPlan';
import { drawnFrom, planOf } from './planOf';
import { Subject } from './subject';
import type { Draft } from './drafts';

/** A picture, and the components that each thing on it stands for. */
export interface MadePicture {
  picture: Picture;
  /** By the id of a card, row, box or stack, or `more ` plus a card's id: ids of components. */
  members: ReadonlyMap<string, readonly string[]>;
}

/** Returns the first attempt that is legible; null if none is. */
export type LayOutFirst = (task: LayoutTask) => Promise<FoundLayout | null>;

/** Runs work on the graph to its end. The graph does not change meanwhile. */
export type InTurns = <Result>(work: () => Steps<Result>) => Promise<Result>;

/** Runs the work without yielding, for tests and benchmarks. */
export const atOnce: InTurns = async (work) => finish(work());

interface Asked {
  graph: Landscape;
  live: LiveStates;
  input: PictureInput;
}

/** Reads the graph only within `inTurns`. Throws what `layOutFirst` and `inTurns` throw. */
export async function makePicture({ graph, live, input }: Asked, layOutFirst: LayOutFirst, inTurns: InTurns): Promise<MadePicture> {
  const window = { width: input.width, height: input.height };
  // The widest card that is legible, with its margins, in the narrowest window.
  const widestCard = Math.floor((window.width * NAME_SIZE) / LEAST_NAME_PIXELS) - 2 * MARGIN;
  const drafted = await inTurns(() => draftPicture(graph, live, input, widestCard));
  for (const isLastResort of [false, true]) {
    // Closed cards are cut from groups that are already read. Open cards read the graph, and are never a last resort.
    const { drafts, attempts } = isLastResort
      ? await inTurns(() => attemptsFor(lastResorts(drafted.subject), widestCard))
      : drafted.attempts;
    const found = await layOutFirst({ attempts, window, enough: WANTED_NAME_PIXELS / NAME_SIZE });
    const draft = found === null ? undefined : drafts[found.index];
    if (found === null || draft === undefined) continue;
    const drawn = drawnFrom(draft, found.layout, widestCard);
    return {
      picture: { ...drafted.facts, ...drawn, matching: { ...drafted.matching, groups: draft.groups } },
      members: membersOf(draft, (node) => drafted.idOf.get(node) ?? ''),
    };
  }
  throw new Error('No way of drawing this landscape fits into the window.');
}

interface Attempts {
  drafts: Draft[];
  /** One for each draft. */
  attempts: Attempt[];
}

interface Drafted {
  subject: Subject;
  attempts: Attempts;
  facts: Pick<Picture, 'landscapeVersion' | 'levels' | 'counts'>;
  matching: Omit<Picture['matching'], 'groups'>;
  idOf: ReadonlyMap<number, string>;
}

function* draftPicture(graph: Landscape, live: LiveStates, input: PictureInput, widestCard: number): Steps<Drafted> {
  const subject = yield* Subject.inSteps(graph, live, input);
  const { nodes } = subject.selection;
  return {
    subject,
    attempts: yield* attemptsFor(candidates(subject), widestCard),
    facts: {
      landscapeVersion: graph.version,
      levels: subject.levels,
      counts: { components: graph.components.count, applications: [...graph.applications].length, dependencies: graph.edges.count },
    },
    matching: { components: nodes.length, dependencies: subject.dependents.reduce((sum, count) => sum + count, 0) },
    idOf: new Map(nodes.map((node) => [node, graph.components.idOf(node)])),
  };
}

function* attemptsFor(found: Iterable<Candidate>, widestCard: number): Steps<Attempts> {
  const drafts: Draft[] = [];
  const attempts: Attempt[] = [];
  for (const { draft, leastPixels, ways } of found) {
    drafts.push(draft);
    attempts.push({ plan: planOf(draft, widestCard), leastScale: leastPixels / NAME_SIZE, ways });
    yield;
  }
  return { drafts, attempts };
}

function membersOf({ cards, parts }: Draft, idOf: (node: number) => string): Map<string, readonly string[]> {
  const members = new Map<string, readonly string[]>();
  const put = (id: string, nodes: readonly number[]): void => void members.set(id, nodes.map(idOf));
  for (const { content, rows, parts: inside, more } of cards) {
    put(content.id, content.nodes);
    for (const row of rows) put(row.id, row.nodes);
    for (const part of inside)
      put(
        part.id,
        part.members.flatMap(({ nodes }) => nodes),
      );
    if (more !== null) {
      const shown = new Set([...rows, ...inside.flatMap(({ members: own }) => own)].flatMap(({ nodes }) => nodes));
      put(
        moreId(content.id),
        content.nodes.filter((node) => !shown.has(node)),
      );
    }
  }
  for (const part of parts)
    put(
      part.id,
      part.members.flatMap(({ nodes }) => nodes),
    );
  return members;
}

/** Stands for the components that the rows of a card leave out. */
export function moreId(cardId: string): string {
  return `more ${cardId}`;
}
