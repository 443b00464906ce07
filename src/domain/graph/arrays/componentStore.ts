/** The components of a landscape by node, the small integer that rows, scratch arrays and links use. */
import { NEIGHBOUR_MASK } from './edgeAttributes';
import { GuidTable } from './guidTable';
import type { ComponentFact, ComponentView } from './landscapeFacts';
import { NameOrder } from './nameOrder';
import { OrdinalIndex } from './ordinalIndex';
import { RowArena, grownInts } from './rowArena';
import { COMPONENT_KINDS } from '@/domain/vocabulary';
import type { Steps } from '@/plain/steps';
import { finish } from '@/plain/steps';

export class ComponentStore {
  /** Application index of each node. */
  applications = new Int32Array(0);
  /** Row of an application index: its nodes. */
  readonly ofApplication = new RowArena(false);
  count = 0;
  /** The ids again, packed, for callers that need many ids and nothing else. Slots are nodes; not searchable. */
  readonly guids = new GuidTable();
  /** Undefined for nodes that are no longer used, as in `technicalNames`. */
  private readonly views: (ComponentView | undefined)[] = [];
  private readonly technicalNames: (string | undefined)[] = [];
  private ordinals = new Float64Array(0);
  private readonly nodeById = new Map<string, number>();
  private readonly nodeByOrdinal = new OrdinalIndex();
  private readonly freeNodes: number[] = [];
  private readonly ranking = new NameOrder();

  /** One more than the highest node in use. */
  get capacity(): number {
    return this.views.length;
  }

  get approximateBytes(): number {
    const columns = this.applications.byteLength + this.ordinals.byteLength;
    const viewsStringsAndMap = this.count * 320;
    return (
      columns +
      viewsStringsAndMap +
      this.guids.approximateBytes +
      this.ranking.approximateBytes +
      this.ofApplication.approximateBytes +
      this.nodeByOrdinal.approximateBytes
    );
  }

  /** Adds a component, or overwrites the one with this id. Throws if its ordinal belongs to another component, or has changed. */
  put(fact: ComponentFact, application: number): number {
    const known = this.nodeById.get(fact.id);
    const holder = this.nodeByOrdinal.get(fact.ordinal);
    if (holder !== (known ?? -1)) throw new Error(`Component ${fact.id} claims ordinal ${fact.ordinal}, which is not its own`);
    const node = known ?? this.addNode(fact);
    if (known === undefined || this.applications[node] !== application) {
      if (known !== undefined) this.ofApplication.remove(this.applications[node]!, node);
      this.applications[node] = application;
      this.ofApplication.append(application, node);
    }
    if (this.technicalNames[node] !== fact.technicalName) {
      this.technicalNames[node] = fact.technicalName;
      this.ranking.touch(node);
    }
    const { id, technicalName, name, applicationId, isExternal } = fact;
    // The kind comes from the vocabulary, so that all components share one string.
    const kind = COMPONENT_KINDS[COMPONENT_KINDS.indexOf(fact.kind)] ?? fact.kind;
    this.views[node] = { id, technicalName, name, kind, applicationId, isExternal };
    return node;
  }

  remove(node: number): void {
    this.nodeById.delete(this.viewOf(node).id);
    this.nodeByOrdinal.delete(this.ordinals[node]!);
    this.ofApplication.remove(this.applications[node]!, node);
    this.views[node] = undefined;
    this.technicalNames[node] = undefined;
    this.ranking.touch(node);
    this.freeNodes.push(node);
    this.count--;
  }

  /** The node of a component id, or -1. */
  find(id: string): number {
    return this.nodeById.get(id) ?? -1;
  }

  /** The node of a technicalName, or -1. */
  findName(technicalName: string): number {
    return this.nameOrder.find(technicalName, this.technicalNames);
  }

  /** The node of an ordinal, or -1. */
  findOrdinal(ordinal: number): number {
    return this.nodeByOrdinal.get(ordinal);
  }

  /** The ranks of the technical names, up to date. */
  get nameOrder(): NameOrder {
    finish(this.ranking.refresh(this.technicalNames));
    return this.ranking;
  }

  /** Updates the ranks in steps, so that no later question has to. */
  orderNames(): Steps<void> {
    return this.ranking.refresh(this.technicalNames);
  }

  has(node: number): boolean {
    return this.views[node] !== undefined;
  }

  viewOf(node: number): ComponentView {
    const view = this.views[node];
    if (view === undefined) throw new Error(`No component has node ${node}`);
    return view;
  }

  idOf(node: number): string {
    return this.viewOf(node).id;
  }

  technicalNameOf(node: number): string {
    return this.viewOf(node).technicalName;
  }

  /** The index of a component's application. */
  applicationOf(node: number): number {
    return this.applications[node] ?? -1;
  }

  /** Reads the position of each node by technicalName, valid until the next edit. */
  nameRanks(): (node: number) => number {
    const { ranks } = this.nameOrder;
    return (node) => ranks[node]!;
  }

  ordinalOf(node: number): number {
    return this.ordinals[node]!;
  }

  private addNode(fact: ComponentFact): number {
    const node = this.freeNodes.pop() ?? this.views.length;
    if (node > NEIGHBOUR_MASK) throw new Error(`A landscape holds at most ${NEIGHBOUR_MASK + 1} components`);
    this.nodeByOrdinal.set(fact.ordinal, node);
    this.nodeById.set(fact.id, node);
    this.guids.gather(node, fact.id);
    if (this.applications.length <= node) {
      this.applications = grownInts(this.applications, node + 1);
      const ordinals = new Float64Array(this.applications.length);
      ordinals.set(this.ordinals);
      this.ordinals = ordinals;
    }
    this.ordinals[node] = fact.ordinal;
    this.count++;
    return node;
  }
}
