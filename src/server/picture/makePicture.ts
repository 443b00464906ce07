/** Makes a picture: cards or boxes with lines, if one of the candidates is legible when laid out; otherwise a map. */
import type { JoinedDependency, Picture, PictureInput } from '@/contract/picture';
import { LEAST_NAME_PIXELS, moreId, NAME_SIZE, WANTED_NAME_PIXELS } from '@/contract/values/picture';
import { AUTOMATIC_DOMAINS, type DomainRule } from '@/domain/graph/questions/grouping';
import type { Landscape } from '@/domain/graph/landscape/views';
import { byCodeUnit } from '@/plain/order';
import { finish, type Steps } from '@/plain/steps';
import type { LiveStates } from '@/server/health/liveStates';
import { candidates } from './candidates';
import type { Draft } from './drafts';
import type { Attempt, FoundLayout, LayoutTask } from './layout/firstLegible';
import { MARGIN } from './layout/layoutPlan';
import { makeFocus } from './focus/makeFocus';
import { makeMap } from './map/makeMap';
import { drawnFrom, planOf, type Fixed } from './planOf';
import { Subject } from './subject';

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
  domains?: DomainRule;
}

/** Reads the graph only within `inTurns`. Throws what `layOutFirst` and `inTurns` throw. */
export async function makePicture(asked: Asked, layOutFirst: LayOutFirst, inTurns: InTurns): Promise<MadePicture> {
  const { input } = asked;
  const window = { width: input.width, height: input.height };
  // The widest card that is legible, with its margins, in the narrowest window.
  const widestCard = Math.floor((window.width * NAME_SIZE) / LEAST_NAME_PIXELS) - 2 * MARGIN;
  const { fixed, facts, drafts, attempts, joined, idOf } = await inTurns(() => draftPicture(asked, widestCard));
  const found = attempts.length === 0 ? null : await layOutFirst({ attempts, window, enough: WANTED_NAME_PIXELS / NAME_SIZE });
  const draft = found === null ? undefined : drafts[found.index];
  if (found === null || draft === undefined) {
    const { drawn, members } = fixed;
    const ids = new Map([...members].map(([id, nodes]) => [id, nodes.map((node) => idOf.get(node) ?? '')]));
    return { picture: { ...facts, ...drawn, matching: { ...facts.matching, groups: drawn.cards.length } }, members: ids };
  }
  const drawn = drawnFrom(draft, found.layout, widestCard, joined);
  return { picture: { ...facts, ...drawn, matching: { ...facts.matching, groups: draft.groups } }, members: membersOf(draft) };
}

interface Drafted {
  /** What is shown if no attempt is legible, or if there is none. */
  fixed: Fixed;
  drafts: Draft[];
  /** One for each draft. */
  attempts: Attempt[];
  facts: Pick<Picture, 'landscapeVersion' | 'levels' | 'counts'> & { matching: Omit<Picture['matching'], 'groups'> };
  joined: (slots: readonly number[]) => JoinedDependency[];
  idOf: ReadonlyMap<number, string>;
}

function* draftPicture({ graph, live, input, domains = AUTOMATIC_DOMAINS }: Asked, widestCard: number): Steps<Drafted> {
  const subject = yield* Subject.inSteps(graph, live, input, domains);
  const { nodes } = subject.selection;
  const dependencies = subject.dependents.reduce((sum, count) => sum + count, 0);
  const drafts: Draft[] = [];
  const attempts: Attempt[] = [];
  const { hops } = subject;
  for (const { draft, leastPixels, ways } of hops > 0 ? [] : candidates(subject)) {
    drafts.push(draft);
    attempts.push({ plan: planOf(draft, widestCard, endsIn(graph)), leastScale: leastPixels / NAME_SIZE, ways });
    yield;
  }
  return {
    fixed: hops > 0 ? makeFocus(subject, hops, dependencies, joinedIn(graph)) : yield* makeMap(subject, dependencies),
    drafts,
    attempts,
    facts: {
      landscapeVersion: graph.version,
      levels: subject.levels,
      counts: { components: graph.components.count, applications: [...graph.applications].length, dependencies: graph.edges.count },
      matching: { components: nodes.length, dependencies },
    },
    joined: joinedFrom(graph, drafts),
    idOf: new Map(nodes.map((node) => [node, graph.components.idOf(node)])),
  };
}

function endsIn(graph: Landscape): (slot: number) => { source: string; target: string } {
  return (slot) => ({
    source: graph.components.idOf(graph.edges.sourceOf(slot)),
    target: graph.components.idOf(graph.edges.targetOf(slot)),
  });
}

/** Reads what lines say of their dependencies, in the order of names. */
function joinedIn(graph: Landscape): (slots: readonly number[]) => JoinedDependency[] {
  const endOf = (node: number) => ({ id: graph.components.idOf(node), name: graph.components.viewOf(node).name });
  const nameOf = ({ source, target, id }: JoinedDependency): string => `${source.name} ${target.name} ${id}`;
  return (slots) =>
    slots
      .map((slot): JoinedDependency => {
        const { id, dependencyType, mode, required, propagates } = graph.dependencyView(slot);
        const ends = { source: endOf(graph.edges.sourceOf(slot)), target: endOf(graph.edges.targetOf(slot)) };
        return { id, ...ends, look: { dependencyType, mode, required, propagates } };
      })
      .sort((a, b) => byCodeUnit(nameOf(a), nameOf(b)));
}

/** Reads it beforehand for all lines of these drafts, because the graph may change while the picture is laid out. */
function joinedFrom(graph: Landscape, drafts: readonly Draft[]): Drafted['joined'] {
  const read = joinedIn(graph);
  const known = new Map<string, JoinedDependency[]>();
  const lines = drafts.flatMap(({ lines: outer, linesInside }) => [...outer, ...[...linesInside.values()].flat()]);
  for (const { slots } of lines) if (!known.has(slots.join())) known.set(slots.join(), read(slots));
  return (slots) => known.get(slots.join()) ?? [];
}

function membersOf({ cards, parts }: Draft): Map<string, readonly string[]> {
  const members = new Map<string, readonly string[]>();
  const put = (id: string, all: readonly { id: string }[]): void =>
    void members.set(
      id,
      all.map((one) => one.id),
    );
  for (const { content, rows, parts: inside, more } of cards) {
    put(content.id, content.members);
    for (const row of rows) put(row.id, [row]);
    for (const part of inside) put(part.id, part.members);
    if (more === 0) continue;
    const shown = new Set([...rows, ...inside.flatMap((part) => part.members)].map(({ id }) => id));
    put(
      moreId(content.id),
      content.members.filter(({ id }) => !shown.has(id)),
    );
  }
  for (const part of parts) put(part.id, part.members);
  return members;
}
