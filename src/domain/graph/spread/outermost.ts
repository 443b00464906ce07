/** Finds the components of an application that its users and other applications meet first: their state is the state of the application. */
import { EDGE_ATTRIBUTES, NEIGHBOUR_MASK, TRAVELS, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { ComponentStore } from '@/domain/graph/arrays/componentStore';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import { NodePositions, StronglyConnected } from './stronglyConnected';
import { finish } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** By attribute byte: 1 for Hard and required edges, whose dependent certainly fails. */
const IS_HARD_REQUIRED = Uint8Array.from(EDGE_ATTRIBUTES, ({ mode, required, propagates }) =>
  mode === 'Hard' && required && propagates ? 1 : 0,
);

/** The components of one application, in strongly connected groups. */
interface Groups {
  nodes: NodePositions;
  connected: StronglyConnected;
}

/**
 * Outermost are the strongly connected groups (within the application's own direct edges) on which no other component of the same
 * application depends, plus every component on which another application depends Hard and required. This is a property of the landscape:
 * all propagating edges count, whatever a query filters. It is computed per application on first use, and again only after its components
 * or their edges have changed.
 */
export class Outermost {
  /** By node; valid for the nodes of each application that was refreshed since its last change. */
  isOutermost = new Uint8Array(0);
  private isFresh = new Uint8Array(0);
  private readonly nodes = new NodePositions();
  private readonly connected = new StronglyConnected();

  constructor(
    private readonly components: ComponentStore,
    private readonly edges: EdgeStore,
  ) {}

  get approximateBytes(): number {
    return this.isOutermost.length + this.isFresh.length + this.nodes.approximateBytes + this.connected.approximateBytes;
  }

  /** Records that components of an application, or edges at them, have changed. */
  invalidate(application: number): void {
    if (application >= 0 && application < this.isFresh.length) this.isFresh[application] = 0;
  }

  has(node: number): boolean {
    this.refresh(this.components.applications[node]!);
    return this.isOutermost[node] === 1;
  }

  /** Updates `isOutermost` for the components of one application. */
  refresh(application: number): void {
    if (this.isFresh[application] === 1) return;
    this.makeRoom(application);
    finish(this.judge(application, { nodes: this.nodes, connected: this.connected }, Infinity));
  }

  /** The same for many, in steps of about `portion` components. */
  *refreshAll(applications: Iterable<number>, portion: number): Steps<void> {
    let left = portion;
    for (const application of applications) {
      if (this.isFresh[application] === 1) continue;
      const size = this.components.ofApplication.rowLength(application);
      if (size > portion) {
        this.makeRoom(application);
        // Other questions may refresh applications before this step continues, so it must not use the scratch arrays that they share.
        yield* this.judge(application, { nodes: new NodePositions(), connected: new StronglyConnected() }, portion);
      } else this.refresh(application);
      left -= size;
      if (left <= 0) {
        left = portion;
        yield;
      }
    }
  }

  private makeRoom(application: number): void {
    this.isOutermost = grownBytes(this.isOutermost, this.components.capacity);
    this.isFresh = grownBytes(this.isFresh, application + 1);
  }

  private *judge(application: number, groups: Groups, portion: number): Steps<void> {
    const { nodes, connected } = groups;
    const nodeCount = this.components.capacity;
    const own = this.components.ofApplication.row(application);
    nodes.assign(own, own.length, nodeCount);
    yield* connected.find(nodes, this.edges.dependencies, UNFILTERED.verdicts, portion);
    nodes.assign(connected.order, nodes.count, nodeCount);
    let left = portion;
    for (let first = 0, end = 0; first < nodes.count; first = end) {
      end = this.judgeGroup(application, groups, first);
      left -= end - first;
      if (left <= 0) {
        left = portion;
        yield;
      }
    }
    this.isFresh[application] = 1;
  }

  /** Decides about the group that begins at this position; returns where it ends. */
  private judgeGroup(application: number, groups: Groups, first: number): number {
    const { order, groups: groupOf } = groups.connected;
    const { count } = groups.nodes;
    let isEntered = false;
    let end = first;
    for (; end < count && groupOf[end] === groupOf[first]; end++)
      isEntered = isEntered || this.hasOwnDependentOutside(order[end]!, first, application, groups);
    for (let position = first; position < end; position++) {
      const node = order[position]!;
      this.isOutermost[node] = !isEntered || this.isNeededByAnother(node, application) ? 1 : 0;
    }
    return end;
  }

  /** Whether a component of the same application that is in another group depends on this node. */
  private hasOwnDependentOutside(node: number, groupStart: number, application: number, { nodes, connected }: Groups): boolean {
    const { groups } = connected;
    return this.someDependent(node, (dependent, attribute) => {
      const isOwn = UNFILTERED.verdicts[attribute] === TRAVELS && this.components.applications[dependent] === application;
      return isOwn && groups[nodes.positionOf(dependent)] !== groups[groupStart];
    });
  }

  private isNeededByAnother(node: number, application: number): boolean {
    return this.someDependent(
      node,
      (dependent, attribute) => IS_HARD_REQUIRED[attribute] === 1 && this.components.applications[dependent] !== application,
    );
  }

  private someDependent(node: number, holds: (dependent: number, attribute: number) => boolean): boolean {
    const { starts, lengths, values } = this.edges.dependents;
    const start = starts[node] ?? 0;
    const end = start + (lengths[node] ?? 0);
    for (let offset = start; offset < end; offset++) {
      const edge = values[offset]!;
      if (holds(edge & NEIGHBOUR_MASK, edge >>> 24)) return true;
    }
    return false;
  }
}

function grownBytes(array: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (array.length >= length) return array;
  const grown = new Uint8Array(Math.ceil(length * 1.1) + 16);
  grown.set(array);
  return grown;
}
