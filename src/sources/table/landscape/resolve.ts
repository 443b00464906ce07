/** Finds what the cells of tables refer to, and hands each pair to the relations. Says of everything that is not found that it is not. */
import { formatNumber } from '@/plain/counts';
import { importedName, importedText } from '@/sources/proposal/importedText';
import { ReadingBudget } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Collected, StatedRelation } from '@/sources/table/mapping/collectRows';
import { folded } from '@/sources/table/mapping/columnPlaces';
import { FIELDS, type FieldType, type Target } from '@/sources/table/mapping/mappingFields';
import type { Row, RowLedger } from '@/sources/table/mapping/rowLedger';
import { link, type Item, type Items } from './items';
import type { Relations } from './relations';
import { namesIn } from './wordLists';

/** Relations that say where something belongs come first: what depends on something may put it into an application as well. */
const FIRST = new Set(['contains', 'partOf', 'zone']);
/** What a relation between names alone can make, if no row describes anything that runs. */
const MADE_BY_RELATIONS = 'component';
/** Things that need more than a name. */
const NEVER_MADE = new Set<Target>(['dataset', 'segment']);

export class Resolver {
  /** By kind, how many things were made from names. */
  private readonly made = new Map<Target, number>();
  /** A list in a single cell can hold half a million names. */
  private readonly budget = new ReadingBudget();

  constructor(
    private readonly items: Items,
    private readonly relations: Relations,
    private readonly collected: Collected,
    private readonly ledger: RowLedger,
    private readonly report: ImportReport,
  ) {}

  resolve(): void {
    for (const as of REFERENCE_KINDS) for (const item of this.items.of(as)) this.resolveReferences(item);
    const { relations } = this.collected;
    for (const relation of relations) if (FIRST.has(relation.direction)) this.resolveRelation(relation);
    for (const relation of relations) if (!FIRST.has(relation.direction)) this.resolveRelation(relation);
    for (const [as, count] of this.made)
      this.report.decided(
        undefined,
        `no row describes any ${as}, so ${formatNumber(count)} ${count === 1 ? 'was made from its name' : 'were made from their names'}`,
      );
  }

  private resolveReferences(item: Item): void {
    for (const { field, text, row } of item.references) {
      const type = (FIELDS[item.as] as Readonly<Record<string, FieldType>>)[field];
      if (typeof type !== 'object') continue;
      const kinds: Target[] = type.refersTo === 'hosting-zone' ? ['hosting-zone', 'hosting-area', 'machine'] : [type.refersTo];
      for (const name of this.listed(text, (one) => this.isKnown(one, kinds, []))) {
        const target = this.find(name, kinds, [], row, `${item.name}: ${field}`, type.refersTo);
        if (target === null) continue;
        const trouble = this.linkField(item, field, target);
        if (trouble !== null) this.ledger.tell(row, `${item.name} ${trouble}`, 'places and parts that contradict others');
      }
    }
  }

  private linkField(item: Item, field: string, target: Item): string | null {
    if (field === 'application' || field === 'parent') return this.relations.relate('contains', target, item, {});
    if (field === 'area' || field === 'hostingZones') return this.relations.relate('zone', item, target, {});
    link(item, field, target);
    return null;
  }

  private resolveRelation(relation: StatedRelation): void {
    const { source: text, target: list, sourceSets, targetSets, row, words } = relation;
    if (relation.direction === 'ignored') {
      this.ledger.count(row, `the relation type “${words}” says nothing about dependencies`, row.position.column - 1);
      return;
    }
    const source = this.find(text, undefined, sourceSets, row, `“${words}”`);
    const { direction, dependencyType, mode, protocol, isGrouped, gathers } = relation;
    for (const name of this.listed(list, (one) => this.isKnown(one, undefined, targetSets))) {
      const target = this.find(name, undefined, targetSets, row, source === null ? `“${words}”` : `${source.name} “${words}”`);
      if (source === null || target === null) continue;
      const trouble = this.relations.relate(direction, source, target, { dependencyType, mode, protocol, isGrouped, gathers });
      if (trouble === null) row.isMapped = true;
      else this.ledger.tell(row, `${source.name} “${words}” ${target.name}: ${trouble}`, `relations that a landscape cannot have`);
    }
  }

  private listed(cell: string, isKnown: (name: string) => boolean): string[] {
    const names = namesIn(cell, isKnown);
    this.budget.take(names.length);
    return names;
  }

  private isKnown(name: string, kinds: readonly Target[] | undefined, sets: readonly string[]): boolean {
    const found = this.items.find(name, kinds, sets);
    return found.item !== null || found.why === 'ambiguous';
  }

  /** Null, and a line in the report, if nothing is called so. `as` is made from the name if no row describes its kind. */
  private find(
    name: string,
    kinds: readonly Target[] | undefined,
    sets: readonly string[],
    row: Row,
    who: string,
    as?: Target,
  ): Item | null {
    const found = this.items.find(name, kinds, sets);
    if (found.item !== null) return found.item;
    const make = as ?? (this.isAnythingRunning() ? undefined : MADE_BY_RELATIONS);
    if (found.why === 'unknown' && make !== undefined && !NEVER_MADE.has(make) && !this.items.isDescribed(make)) {
      this.made.set(make, (this.made.get(make) ?? 0) + 1);
      return this.items.invent(make, importedName(name) ?? 'unnamed');
    }
    this.ledger.tell(row, `${who} ${importedText(name, 200) ?? ''}, ${this.why(found.why, name)}`, 'references to what is in no table');
    return null;
  }

  private why(why: 'unknown' | 'ambiguous', name: string): string {
    if (why === 'ambiguous') return 'which several rows are called: use a key that only one of them has';
    const left = this.collected.left.get(folded(name));
    return left === undefined ? 'which is in none of these tables' : `which is not mapped (${left})`;
  }

  private isAnythingRunning(): boolean {
    return this.items.isDescribed('component') || this.items.isDescribed('application');
  }
}

/** Kinds of things with fields that refer to others, parts before what they are parts of. */
const REFERENCE_KINDS = (Object.entries(FIELDS) as [Target, Readonly<Record<string, FieldType>>][])
  .filter(([, fields]) => Object.values(fields).some((type) => typeof type === 'object'))
  .map(([as]) => as);
