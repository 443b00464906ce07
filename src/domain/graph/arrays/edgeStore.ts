/** The dependencies of a landscape as typed arrays: a row of dependents and a row of dependencies per component, editable in place. */
import { ATTRIBUTE_SHIFT, EDGE_ATTRIBUTES, FAILURE_TRAVELS, NEIGHBOUR_MASK, encodeAttribute } from './edgeAttributes';
import type { EdgeAttribute } from './edgeAttributes';
import { GuidTable } from './guidTable';
import type { DependencyFact } from './landscapeFacts';
import { RedundancyGroups } from './redundancyGroups';
import { RowArena, grownInts } from './rowArena';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

const EDGES_IN_A_STEP = 10_000;

/**
 * Each edge has a slot that stores its id, ends and attribute. Each row entry is a packed integer (`attribute << 24 | neighbour`) with the
 * slot as its companion. The "cause" is the end whose failure travels, "affected" the end that it reaches.
 */
export class EdgeStore {
  /** Row of a cause: the affected nodes. */
  readonly dependents = new RowArena(true);
  /** Row of an affected component: its causes. */
  readonly dependencies = new RowArena(true);
  readonly groups = new RedundancyGroups();
  causes = new Int32Array(0);
  affected = new Int32Array(0);
  attributes = new Uint8Array(0);
  count = 0;
  private readonly guids = new GuidTable();
  private readonly freeSlots: number[] = [];
  private slotCount = 0;
  private readonly gatheredGroups: { slot: number; name: string; minimum: number }[] = [];

  get approximateBytes(): number {
    const columns = 4 * (this.causes.length + this.affected.length) + this.attributes.length;
    return (
      this.dependents.approximateBytes +
      this.dependencies.approximateBytes +
      this.guids.approximateBytes +
      this.groups.approximateBytes +
      columns
    );
  }

  /** Records an edge before the rows are built; its ends stay ordinals until then. */
  gather(fact: DependencyFact): void {
    const slot = this.slotCount;
    this.guids.gather(slot, fact.id);
    this.store(slot, fact, fact.sourceOrdinal, fact.targetOrdinal);
    if (fact.redundancyGroup !== null) this.gatheredGroups.push({ slot, name: fact.redundancyGroup, minimum: fact.redundancyMinimum });
  }

  /** Turns ordinals into nodes and builds all rows of the recorded edges, in steps. Throws for an ordinal without a component. */
  *settle(nodeCount: number, nodeOfOrdinal: (ordinal: number) => number): Steps<void> {
    yield* this.guids.enterAll(this.slotCount);
    const { slotCount, attributes, gatheredGroups } = this;
    const packed = new Int32Array(slotCount);
    const slots = new Int32Array(slotCount);
    yield* inStretches(slotCount, EDGES_IN_A_STEP, (from, end) => {
      for (let slot = from; slot < end; slot++) {
        this.causes[slot] = this.nodeAtEnd(slot, this.causes[slot]!, nodeOfOrdinal);
        this.affected[slot] = this.nodeAtEnd(slot, this.affected[slot]!, nodeOfOrdinal);
        packed[slot] = (attributes[slot]! << ATTRIBUTE_SHIFT) | this.affected[slot]!;
        slots[slot] = slot;
      }
    });
    yield* this.dependents.fill(nodeCount, slotCount, this.causes, packed, slots);
    yield* inStretches(slotCount, EDGES_IN_A_STEP, (from, end) => {
      for (let slot = from; slot < end; slot++) packed[slot] = (attributes[slot]! << ATTRIBUTE_SHIFT) | this.causes[slot]!;
    });
    yield* this.dependencies.fill(nodeCount, slotCount, this.affected, packed, slots);
    yield* inStretches(gatheredGroups.length, Math.ceil(EDGES_IN_A_STEP / 16), (from, end) => {
      for (const { slot, name, minimum } of gatheredGroups.slice(from, end)) this.groups.join(slot, this.affected[slot]!, name, minimum);
    });
    gatheredGroups.length = 0;
  }

  /** Adds an edge to rows that are built. */
  add(fact: DependencyFact, source: number, target: number): number {
    const slot = this.freeSlots.pop() ?? this.slotCount;
    this.guids.put(slot, fact.id);
    this.store(slot, fact, source, target);
    const cause = this.causes[slot]!;
    const affected = this.affected[slot]!;
    const upper = this.attributes[slot]! << ATTRIBUTE_SHIFT;
    this.dependents.append(cause, upper | affected, slot);
    this.dependencies.append(affected, upper | cause, slot);
    if (fact.redundancyGroup !== null) this.groups.join(slot, affected, fact.redundancyGroup, fact.redundancyMinimum);
    return slot;
  }

  remove(slot: number): void {
    const cause = this.causes[slot]!;
    const affected = this.affected[slot]!;
    const upper = this.attributes[slot]! << ATTRIBUTE_SHIFT;
    this.groups.leave(slot);
    this.dependents.remove(cause, upper | affected, slot);
    this.dependencies.remove(affected, upper | cause, slot);
    this.guids.remove(slot);
    this.freeSlots.push(slot);
    this.count--;
  }

  /** The slot of a dependency id, or -1. */
  find(id: string): number {
    return this.guids.find(id);
  }

  idOf(slot: number): string {
    return this.guids.format(slot);
  }

  idsOf(slots: Int32Array): string[] {
    return this.guids.formatAll(slots);
  }

  attributeOf(slot: number): EdgeAttribute {
    return EDGE_ATTRIBUTES[this.attributes[slot]!]!;
  }

  sourceOf(slot: number): number {
    return this.isTargetToSource(slot) ? this.affected[slot]! : this.causes[slot]!;
  }

  targetOf(slot: number): number {
    return this.isTargetToSource(slot) ? this.causes[slot]! : this.affected[slot]!;
  }

  /**
   * Calls `take` with each neighbour of a node on one side, the slot of the edge and its attribute, for the attributes for which `passes` is
   * 1. Allocates nothing.
   */
  eachNeighbour(
    side: 'dependencies' | 'dependents',
    node: number,
    passes: ArrayLike<number>,
    take: (neighbour: number, slot: number, attribute: number) => void,
  ): void {
    const { starts, lengths, values, companions } = this[side];
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let offset = start; offset < end; offset++) {
      const edge = values[offset]!;
      const attribute = edge >>> ATTRIBUTE_SHIFT;
      if (passes[attribute] === 1) take(edge & NEIGHBOUR_MASK, companions[offset]!, attribute);
    }
  }

  private isTargetToSource(slot: number): boolean {
    return FAILURE_TRAVELS[this.attributeOf(slot).dependencyType] === 'target to source';
  }

  private store(slot: number, fact: DependencyFact, source: number, target: number): void {
    if (source === target) throw new Error(`Dependency ${fact.id} joins a component to itself`);
    this.ensureSlots(slot + 1);
    const carriage = !fact.propagates ? 'blocked' : fact.redundancyGroup === null ? 'alone' : 'grouped';
    this.attributes[slot] = encodeAttribute(fact.dependencyType, fact.mode, fact.required, carriage);
    const isTargetToSource = FAILURE_TRAVELS[fact.dependencyType] === 'target to source';
    this.causes[slot] = isTargetToSource ? target : source;
    this.affected[slot] = isTargetToSource ? source : target;
    this.slotCount = Math.max(this.slotCount, slot + 1);
    this.count++;
  }

  private ensureSlots(count: number): void {
    if (this.causes.length < count) {
      this.causes = grownInts(this.causes, count);
      this.affected = grownInts(this.affected, this.causes.length);
      const attributes = new Uint8Array(this.causes.length);
      attributes.set(this.attributes);
      this.attributes = attributes;
    }
  }

  private nodeAtEnd(slot: number, ordinal: number, nodeOfOrdinal: (ordinal: number) => number): number {
    const node = nodeOfOrdinal(ordinal);
    if (node === -1) throw new Error(`Dependency ${this.idOf(slot)} names ordinal ${ordinal}, which no component has`);
    return node;
  }
}
