/** The dependencies on which a failure travels between the parts of a picture, added up, and where it arrives in the end. */
import { NEIGHBOUR_MASK } from '@/domain/graph/arrays/edgeAttributes';
import type { AffectedNodes } from './affectedNodes';
import { MOST_DRAWN_LINKS, OTHER_APPLICATIONS } from './columnTypes';
import type { ColumnLink } from './columnTypes';
import type { GatheredCard } from './columnParts';
import { append } from '@/plain/grouped';
import { byCodeUnit } from '@/plain/order';
import type { Steps } from '@/plain/steps';

/**
 * Between parts, and from causes to parts, whichever is nearer. Two components of one part are never joined. Without a card, an application
 * counts as OTHER_APPLICATIONS.
 */
export function* linksBetween(affected: AffectedNodes, listed: readonly GatheredCard[]): Steps<ColumnLink[]> {
  const { graph, nodes, depthOf, causeOf, failsWith, isUpstream } = affected;
  const parts = listed.flatMap((card) => card.parts);
  /** By node: 0 for what is not in the answer, 1 for the rest of the applications, then the parts. */
  const places = new Int32Array(graph.components.capacity);
  for (let i = 0; i < nodes.length; i++) places[nodes[i]!] = 1;
  parts.forEach(({ nodes: own }, at) => own.forEach((node) => (places[node] = at + 2)));
  const idOf = (node: number): string => parts[places[node]! - 2]?.id ?? OTHER_APPLICATIONS;
  const links = new LinkCounter((node) => graph.componentView(node).id);
  const count = (from: string, to: string, near: number, far: number): void =>
    isUpstream ? links.add(to, from, far, near) : links.add(from, to, near, far);
  const portion = Math.ceil(graph.traversal.portion / 4);
  let left = portion;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (left <= 0) {
      left = portion;
      yield;
    }
    left -= 1 + affected.rowsBack.rowLength(node);
    if (failsWith !== null && depthOf(node) === 0) count(failsWith, idOf(node), -1, node);
    forEachTaken(affected, node, (neighbour) => {
      const cause = causeOf(neighbour);
      if (cause !== null) count(cause, idOf(node), neighbour, node);
      else if (places[neighbour] !== 0 && places[neighbour] !== places[node]) count(idOf(neighbour), idOf(node), neighbour, node);
    });
  }
  return links.strongest(MOST_DRAWN_LINKS, isUpstream ? 'from' : 'to');
}

/** The neighbours that pass something on to a node, once for each dependency. */
function forEachTaken({ rowsBack, isTaken }: AffectedNodes, node: number, take: (neighbour: number) => void): void {
  const start = rowsBack.starts[node] ?? 0;
  const end = start + rowsBack.rowLength(node);
  for (let offset = start; offset < end; offset++) {
    const packed = rowsBack.values[offset]!;
    const neighbour = packed & NEIGHBOUR_MASK;
    if (isTaken(packed, neighbour)) take(neighbour);
  }
}

/**
 * For the nodes in their order, `words` numbers each, as a set of bits: those that `bitsOf` gives for its application, and those of all
 * nodes whose shortest paths lead through it. Nodes are nearest first.
 */
export function* bitsThrough(affected: AffectedNodes, words: number, bitsOf: (application: number) => Uint32Array): Steps<Uint32Array> {
  const { graph, nodes, depthOf, severityOf } = affected;
  const positions = new Int32Array(graph.components.capacity);
  for (let i = 0; i < nodes.length; i++) positions[nodes[i]!] = i + 1;
  const bits = new Uint32Array(nodes.length * words);
  const portion = Math.ceil(graph.traversal.portion / 4);
  for (let i = nodes.length - 1; i >= 0; i--) {
    if (i % portion === 0) yield;
    const node = nodes[i]!;
    const own = severityOf(node) > 0 ? bitsOf(graph.components.applications[node]!) : null;
    for (let word = 0; word < words; word++) bits[i * words + word]! |= own?.[word] ?? 0;
    forEachTaken(affected, node, (neighbour) => {
      const position = positions[neighbour]! - 1;
      if (position === -1 || depthOf(neighbour) !== depthOf(node) - 1) return;
      for (let word = 0; word < words; word++) bits[position * words + word]! |= bits[i * words + word]!;
    });
  }
  return bits;
}

interface Counted {
  link: ColumnLink;
  /** The nodes of its only pair; -2 if there are several. */
  near: number;
  far: number;
}

class LinkCounter {
  private readonly counts = new Map<string, Counted>();

  constructor(private readonly idOfNode: (node: number) => string) {}

  add(from: string, to: string, near: number, far: number): void {
    const key = `${from} > ${to}`;
    const known = this.counts.get(key);
    if (known === undefined) {
      this.counts.set(key, { link: { from, to, count: 1, fromRow: null, toRow: null }, near, far });
      return;
    }
    known.link.count++;
    if (known.near !== near || known.far !== far) known.near = known.far = -2;
  }

  /**
   * First what leads to each part, so that none is left without, then the strongest. All links between two applications are in or out
   * together, so that no sum of them is too low.
   */
  strongest(most: number, end: 'from' | 'to'): ColumnLink[] {
    const sorted = [...this.counts.values()].sort(
      ({ link: a }, { link: b }) => b.count - a.count || byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to),
    );
    const reached = new Set<string>();
    const [first, others] = [new Map<string, Counted[]>(), new Map<string, Counted[]>()];
    for (const { link } of sorted) {
      if (!reached.has(link[end])) first.set(pairOf(link), []);
      reached.add(link[end]);
    }
    for (const one of sorted) {
      const key = pairOf(one.link);
      append(first.has(key) ? first : others, key, one);
    }
    const kept: Counted[] = [];
    for (const together of [...first.values(), ...others.values()]) if (kept.length + together.length <= most) kept.push(...together);
    const idOf = (node: number): string | null => (node < 0 ? null : this.idOfNode(node));
    return kept.map(({ link, near, far }) => ({ ...link, fromRow: idOf(near), toRow: idOf(far) }));
  }
}

/** The applications that a link joins: the ids of parts begin with that of their application. */
function pairOf({ from, to }: ColumnLink): string {
  return `${from.split(' ')[0]} > ${to.split(' ')[0]}`;
}
