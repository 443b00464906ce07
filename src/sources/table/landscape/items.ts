/** What the rows describe, each thing once, and found again by any of its keys. */
import type { Position } from '@/sources/proposal/locatedYaml';
import type { CellValue } from '@/sources/table/mapping/cellValues';
import type { StatedEntity } from '@/sources/table/mapping/collectRows';
import { folded } from '@/sources/table/mapping/columnPlaces';
import type { Target } from '@/sources/table/mapping/mappingFields';
import type { Row } from '@/sources/table/mapping/rowLedger';

export interface Item {
  as: Target;
  set: string | undefined;
  name: string;
  /** Its number in the tables, if they have one. */
  number: string | undefined;
  /** As a row states it. */
  technicalName: string | undefined;
  fields: Record<string, CellValue>;
  references: { field: string; text: string; row: Row }[];
  position: Position | undefined;
  /** What it refers to, by field of the manifest; those that a component runs in are zones and areas. */
  links: Map<string, Set<Item>>;
  /** The capability above a capability, the application of a component, the area of a zone. */
  above: Item | undefined;
  /** The component that a component is a part of. */
  wholeOf: Item | undefined;
  /** The machine that a component or another machine runs on. */
  machine: Item | undefined;
  /** Of an interface. */
  users: Set<Item>;
  providers: Set<Item>;
}

/** A relation that does not say what it looks for finds these first. */
const ORDER: readonly Target[] = [
  'component',
  'application',
  'capability',
  'process',
  'interface',
  'technology',
  'machine',
  'hosting-zone',
  'hosting-area',
  'segment',
  'dataset',
];

export type Found = { item: Item } | { item: null; why: 'unknown' | 'ambiguous' };

export class Items {
  private readonly list: Item[] = [];
  private readonly byKey = new Map<string, Item[]>();
  /** Kinds that rows describe: of those, nothing is made from a mere name. */
  private readonly described = new Set<Target>();

  /** A thing that several tables describe is one: what the first one states counts. */
  add({ as, set, name, keys, isSure, fields, references, row }: StatedEntity): Item {
    this.described.add(as);
    const same = this.same(as, set, keys, isSure);
    const item = same ?? this.make(as, name, set, row.position);
    const { technicalName, ...others } = fields;
    item.fields = { ...others, ...item.fields };
    const [number] = keys;
    if (isSure && number !== folded(name)) item.number ??= number;
    if (technicalName !== undefined) {
      item.technicalName ??= String(technicalName);
      this.remember(item, folded(item.technicalName));
    }
    for (const [field, text] of Object.entries(references)) item.references.push({ field, text, row });
    for (const key of keys) this.remember(item, key);
    return item;
  }

  /** One that no row describes. */
  invent(as: Target, name: string, set?: string): Item {
    const item = this.make(as, name, set, undefined);
    this.remember(item, folded(name));
    return item;
  }

  of(as: Target): Item[] {
    return this.list.filter((item) => item.as === as);
  }

  /** Those of one kind that are called so, or have such a key. */
  all(as: Target, key: string): readonly Item[] {
    return this.byKey.get(`${as}\n${folded(key)}`) ?? [];
  }

  isDescribed(as: Target): boolean {
    return this.described.has(as);
  }

  /** The one thing of that key: of the first kind that has one. */
  find(key: string, kinds: readonly Target[] = ORDER, sets: readonly string[] = []): Found {
    for (const kind of kinds) {
      const all = this.all(kind, key);
      const own = sets.length === 0 ? all : all.filter(({ set }) => set !== undefined && sets.includes(set));
      const [first, second] = own;
      if (second !== undefined) return { item: null, why: 'ambiguous' };
      if (first !== undefined) return { item: first };
    }
    return { item: null, why: 'unknown' };
  }

  /** By the surest key if there is one: two rows with different numbers are two things, whatever they are called. */
  private same(as: Target, set: string | undefined, keys: readonly string[], isSure: boolean): Item | undefined {
    for (const key of isSure ? keys.slice(0, 1) : keys) {
      const candidates = (this.byKey.get(`${as}\n${key}`) ?? []).filter((item) => item.set === set);
      if (candidates.length === 1) return candidates[0];
    }
    return undefined;
  }

  private make(as: Target, name: string, set: string | undefined, position: Position | undefined): Item {
    const item: Item = {
      ...{
        as,
        name,
        set,
        position,
        number: undefined,
        technicalName: undefined,
        fields: {},
        references: [],
        links: new Map<string, Set<Item>>(),
      },
      ...{ above: undefined, wholeOf: undefined, machine: undefined, users: new Set<Item>(), providers: new Set<Item>() },
    };
    this.list.push(item);
    return item;
  }

  private remember(item: Item, key: string): void {
    const full = `${item.as}\n${key}`;
    const known = this.byKey.get(full);
    if (known === undefined) this.byKey.set(full, [item]);
    else if (!known.includes(item)) known.push(item);
  }
}

export function link(item: Item, field: string, target: Item): void {
  item.links.set(field, (item.links.get(field) ?? new Set()).add(target));
}
