/** Works a picture out: what could be shown is laid out in turn, until it can be read. */
import type { Picture } from '@/contract/picture';
import { LEAST_NAME_PIXELS, NAME_SIZE, WANTED_NAME_PIXELS } from '@/contract/values/picture';
import { candidates, lastResorts, type Candidate } from './candidates';
import type { Attempt, FoundLayout, LayoutTask } from './layout/firstLegible';
import { MARGIN } from './layout/layoutPlan';
import { drawnFrom, planOf } from './planOf';
import type { Subject } from './subject';
import type { Draft } from './drafts';

/** A picture, and which components each thing on it stands for. */
export interface MadePicture {
  picture: Picture;
  /** By the id of a card, row, box or stack, or `more ` and a card's id: ids of components. */
  members: ReadonlyMap<string, readonly string[]>;
}

/** Answers the first that can be read; null where none can. */
export type LayOutFirst = (task: LayoutTask) => Promise<FoundLayout | null>;

/** Reads the graph before it first waits, and not after. Throws what `layOutFirst` throws. */
export async function makePicture(subject: Subject, layOutFirst: LayOutFirst): Promise<MadePicture> {
  const { window, graph } = subject;
  // So wide that a card and the margins around it are legible in the narrowest window.
  const widestCard = Math.floor((window.width * NAME_SIZE) / LEAST_NAME_PIXELS) - 2 * MARGIN;
  const facts = {
    landscapeVersion: graph.version,
    levels: subject.levels,
    counts: { components: graph.components.count, applications: [...graph.applications].length, dependencies: graph.edges.count },
  };
  const chosen = candidates(subject);
  const { nodes } = subject.selection;
  const matching = { components: nodes.length, dependencies: subject.dependents.reduce((sum, count) => sum + count, 0) };
  const idOf = new Map(nodes.map((node) => [node, graph.components.idOf(node)]));
  const attemptsOf = (list: readonly Candidate[]): Attempt[] =>
    list.map(({ draft, leastPixels, ways }) => ({ plan: planOf(draft, widestCard), leastScale: leastPixels / NAME_SIZE, ways }));
  for (const isLastResort of [false, true]) {
    // What is closed is cut from groups that were read by now; what is open reads the graph, and is no last resort.
    const list = isLastResort ? lastResorts(subject) : chosen;
    const found = await layOutFirst({ attempts: attemptsOf(list), window, enough: WANTED_NAME_PIXELS / NAME_SIZE });
    const draft = found === null ? undefined : list[found.index]?.draft;
    if (found === null || draft === undefined) continue;
    const drawn = drawnFrom(draft, found.layout, widestCard);
    return {
      picture: { ...facts, ...drawn, matching: { ...matching, groups: draft.groups } },
      members: membersOf(draft, (node) => idOf.get(node) ?? ''),
    };
  }
  throw new Error('No way of drawing this landscape fits into the window.');
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

/** What stands for those that the rows of a card leave out. */
export function moreId(cardId: string): string {
  return `more ${cardId}`;
}
