/** The components of a landscape in columns, by node: the small integer that rows, scratch arrays and links refer to. */
import { NEIGHBOUR_MASK } from '@/domain/graph/edgeAttributes';
import type { ComponentFact } from '@/domain/graph/landscapeFacts';
import { OrdinalIndex } from '@/domain/graph/ordinalIndex';
import { RowArena, grownInts } from '@/domain/graph/rowArena';
import { COMPONENT_KINDS } from '@/domain/vocabulary';
import type { ComponentKind } from '@/domain/vocabulary';

export class ComponentStore {
  /** Undefined where a node has been given up. */
  readonly ids: (string | undefined)[] = [];
  readonly technicalNames: (string | undefined)[] = [];
  readonly names: (string | undefined)[] = [];
  /** Application index of each node. */
  applications = new Int32Array(0);
  /** Row of an application index: its nodes. */
  readonly ofApplication = new RowArena(false);
  count = 0;
  private ordinals = new Float64Array(0);
  private kinds = new Uint8Array(0);
  private externals = new Uint8Array(0);
  private readonly nodeById = new Map<string, number>();
  private readonly nodeByOrdinal = new OrdinalIndex();
  private readonly freeNodes: number[] = [];

  /** One more than the highest node in use. */
  get capacity(): number {
    return this.ids.length;
  }

  get approximateBytes(): number {
    const columns = this.applications.byteLength + this.ordinals.byteLength + this.kinds.byteLength + this.externals.byteLength;
    const stringsAndMap = this.count * 260;
    return columns + stringsAndMap + this.ofApplication.approximateBytes + this.nodeByOrdinal.approximateBytes;
  }

  /** Adds a component, or overwrites the one of this id. Throws when its ordinal belongs to another, or has changed. */
  put(fact: ComponentFact, application: number): number {
    const known = this.nodeById.get(fact.id);
    const holder = this.nodeByOrdinal.get(fact.ordinal);
    if (holder !== (known ?? -1)) {
      throw new Error(`Component ${fact.id} claims ordinal ${fact.ordinal}, which is not its own`);
    }
    const node = known ?? this.addNode(fact);
    if (known === undefined || this.applications[node] !== application) {
      if (known !== undefined) {
        this.ofApplication.remove(this.applications[node]!, node);
      }
      this.applications[node] = application;
      this.ofApplication.append(application, node);
    }
    this.technicalNames[node] = fact.technicalName;
    this.names[node] = fact.name;
    this.kinds[node] = COMPONENT_KINDS.indexOf(fact.kind);
    this.externals[node] = fact.isExternal ? 1 : 0;
    return node;
  }

  remove(node: number): void {
    this.nodeById.delete(this.idOf(node));
    this.nodeByOrdinal.delete(this.ordinals[node]!);
    this.ofApplication.remove(this.applications[node]!, node);
    this.ids[node] = undefined;
    this.technicalNames[node] = undefined;
    this.names[node] = undefined;
    this.freeNodes.push(node);
    this.count--;
  }

  /** The node of a component id, or -1. */
  find(id: string): number {
    return this.nodeById.get(id) ?? -1;
  }

  /** The node of an ordinal, or -1. */
  findOrdinal(ordinal: number): number {
    return this.nodeByOrdinal.get(ordinal);
  }

  has(node: number): boolean {
    return this.ids[node] !== undefined;
  }

  idOf(node: number): string {
    return present(this.ids[node], node);
  }

  technicalNameOf(node: number): string {
    return present(this.technicalNames[node], node);
  }

  nameOf(node: number): string {
    return present(this.names[node], node);
  }

  kindOf(node: number): ComponentKind {
    return COMPONENT_KINDS[this.kinds[node]!] ?? 'Other';
  }

  isExternal(node: number): boolean {
    return this.externals[node] === 1;
  }

  ordinalOf(node: number): number {
    return this.ordinals[node]!;
  }

  private addNode(fact: ComponentFact): number {
    const node = this.freeNodes.pop() ?? this.ids.length;
    if (node > NEIGHBOUR_MASK) {
      throw new Error(`A landscape holds at most ${NEIGHBOUR_MASK + 1} components`);
    }
    this.nodeByOrdinal.set(fact.ordinal, node);
    this.nodeById.set(fact.id, node);
    this.ensureColumns(node + 1);
    this.ids[node] = fact.id;
    this.ordinals[node] = fact.ordinal;
    this.count++;
    return node;
  }

  private ensureColumns(count: number): void {
    if (this.applications.length >= count) {
      return;
    }
    this.applications = grownInts(this.applications, count);
    const { length } = this.applications;
    const ordinals = new Float64Array(length);
    ordinals.set(this.ordinals);
    this.ordinals = ordinals;
    const kinds = new Uint8Array(length);
    kinds.set(this.kinds);
    this.kinds = kinds;
    const externals = new Uint8Array(length);
    externals.set(this.externals);
    this.externals = externals;
  }
}

function present(text: string | undefined, node: number): string {
  if (text === undefined) {
    throw new Error(`No component has node ${node}`);
  }
  return text;
}
