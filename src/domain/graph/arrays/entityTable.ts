/** The facts of one kind, each under a small stable index that rows and scratch arrays use instead of a GUID. */
import { GuidTable } from './guidTable';
import type { EntityFact } from './landscapeFacts';
import { NameOrder } from './nameOrder';
import { finish } from '@/plain/steps';

export class EntityTable<Fact extends EntityFact> {
  /** The ids again, packed, for callers that need many ids and nothing else. Slots are indexes; not searchable. */
  readonly guids = new GuidTable();
  private readonly indexById = new Map<string, number>();
  private readonly facts: (Fact | undefined)[] = [];
  private readonly freeIndexes: number[] = [];
  private readonly technicalNames: (string | undefined)[] = [];
  private readonly ranking = new NameOrder();

  constructor(private readonly noun: string) {}

  /** One more than the highest index in use: the size that scratch arrays need. */
  get capacity(): number {
    return this.facts.length;
  }

  get approximateBytes(): number {
    return this.indexById.size * 480 + this.guids.approximateBytes;
  }

  /** The index of an id, reserved if its fact comes later. */
  reserve(id: string): number {
    const known = this.indexById.get(id);
    if (known !== undefined) return known;
    const index = this.freeIndexes.pop() ?? this.facts.length;
    this.facts[index] = undefined;
    this.technicalNames[index] = undefined;
    this.indexById.set(id, index);
    return index;
  }

  put(fact: Fact): number {
    const index = this.reserve(fact.id);
    this.facts[index] = fact;
    this.guids.gather(index, fact.id);
    if (this.technicalNames[index] !== fact.technicalName) {
      this.technicalNames[index] = fact.technicalName;
      this.ranking.touch(index);
    }
    return index;
  }

  remove(id: string): void {
    const index = this.indexOf(id);
    if (index !== -1) {
      this.indexById.delete(id);
      this.facts[index] = undefined;
      this.technicalNames[index] = undefined;
      this.ranking.touch(index);
      this.freeIndexes.push(index);
    }
  }

  /** The index of an id, or -1. */
  indexOf(id: string): number {
    return this.indexById.get(id) ?? -1;
  }

  has(id: string): boolean {
    const index = this.indexOf(id);
    return index !== -1 && this.facts[index] !== undefined;
  }

  /** Throws an Error for an index without an entity. */
  at(index: number): Fact {
    const fact = this.facts[index];
    if (fact === undefined) throw new Error(`No ${this.noun} has index ${index}`);
    return fact;
  }

  /** The index of a technicalName, or -1. */
  indexOfName(technicalName: string): number {
    return this.nameOrder.find(technicalName, this.technicalNames);
  }

  /** The ranks of the technicalNames, up to date. */
  get nameOrder(): NameOrder {
    finish(this.ranking.refresh(this.technicalNames));
    return this.ranking;
  }

  /** Throws if an id was referred to but its fact never came. */
  assertComplete(): void {
    for (const [id, index] of this.indexById)
      if (this.facts[index] === undefined) throw new Error(`The landscape refers to ${this.noun} ${id}, which is not in it`);
  }

  *[Symbol.iterator](): IterableIterator<Fact> {
    for (const fact of this.facts) if (fact !== undefined) yield fact;
  }
}
