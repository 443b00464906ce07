/**
 * What an importer reports besides the manifest: what it could not map, with its position, and what it decided if the source was ambiguous.
 */
import type { DependencyType } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { Position } from './locatedYaml';

export interface ReportEntry extends Partial<Position> {
  /**
   * notMapped: in the source but not in the manifest. decided: mapped in a way that the user may want to check. suggested: a dependency
   * that the source does not state, derived from a name that it mentions.
   */
  type: 'notMapped' | 'decided' | 'suggested';
  message: string;
  /** The suggested dependency as it is in the manifest. */
  dependency?: { source: string; target: string; dependencyType: DependencyType };
  /** The field that has no equivalent, or the column that nothing maps, if that is all there is to say. */
  field?: string;
  /** Set if the field is a column of a table: a mapping can use it. */
  isColumn?: true;
  /** Set if one entry covers several occurrences: their number. The position is that of the first. */
  count?: number;
  /** What entries of its sort have in common, in the plural: `owners of parts that belong to an application of another team`. */
  sort?: string;
}

/** Collects entries in the order of the source. Equal entries are reported once, with their number. */
export class ImportReport {
  private readonly entries: ReportEntry[] = [];
  private readonly repeated = new Map<string, ReportEntry & { count: number }>();

  /** Continues a report whose entries are these. */
  constructor(before: readonly ReportEntry[] = []) {
    for (const entry of before)
      if (entry.field !== undefined && entry.count !== undefined) this.repeated.set(entry.field, { ...entry, count: entry.count });
      else this.entries.push(entry);
  }

  notMapped(position: Position | undefined, message: string, sort?: string): void {
    this.entries.push({ type: 'notMapped', message, ...position, ...(sort === undefined ? {} : { sort }) });
  }

  decided(position: Position | undefined, message: string, sort?: string): void {
    this.entries.push({ type: 'decided', message, ...position, ...(sort === undefined ? {} : { sort }) });
  }

  suggested(position: Position, message: string, { source, target, dependencyType }: NonNullable<ReportEntry['dependency']>): void {
    this.entries.push({ type: 'suggested', message, dependency: { source, target, dependencyType }, ...position });
  }

  /** Reports a field that never has an equivalent, wherever it occurs. */
  ignored(position: Position, field: string): void {
    this.repeat({ field, message: `${field} has no equivalent in a landscape`, ...position });
  }

  /** Reports a column of a table that nothing maps. A landscape may well have an equivalent: only a mapping can tell. */
  unused(position: Position, column: string): void {
    this.repeat({ field: column, isColumn: true, message: `column ${column} is not used`, ...position });
  }

  private repeat(first: Omit<ReportEntry, 'type' | 'count'> & { field: string }): void {
    const entry = this.repeated.get(first.field);
    if (entry !== undefined) entry.count += 1;
    else this.repeated.set(first.field, { type: 'notMapped', ...first, count: 1 });
  }

  all(): ReportEntry[] {
    const byPosition = (left: ReportEntry, right: ReportEntry): number =>
      byCodeUnit(left.file ?? '', right.file ?? '') ||
      (left.line ?? 0) - (right.line ?? 0) ||
      (left.column ?? 0) - (right.column ?? 0) ||
      byCodeUnit(left.message, right.message);
    return [...this.entries.sort(byPosition), ...[...this.repeated.values()].sort(byPosition)];
  }
}

/** How many entries of one sort are shown, before the rest is counted. */
const MOST_OF_A_SORT = 3;

/**
 * Entries as a person reads them: of each sort, the first few and one that counts the others. A catalog of thousands of entities would
 * otherwise fill the screen with one sentence.
 */
export function groupBySort(entries: readonly ReportEntry[]): ReportEntry[] {
  const left = new Map<string, number>();
  const keyOf = ({ type, sort }: ReportEntry): string => `${type} ${sort ?? ''}`;
  for (const entry of entries) if (entry.sort !== undefined) left.set(keyOf(entry), (left.get(keyOf(entry)) ?? 0) + 1);
  const shown = new Map<string, number>();
  return entries.flatMap((entry) => {
    if (entry.sort === undefined) return [entry];
    const key = keyOf(entry);
    const total = left.get(key) ?? 0;
    const place = (shown.get(key) ?? 0) + 1;
    shown.set(key, place);
    // One more than the limit is shown instead of being counted.
    if (place <= MOST_OF_A_SORT || total === MOST_OF_A_SORT + 1) return [entry];
    if (place > MOST_OF_A_SORT + 1) return [];
    return [{ type: entry.type, message: `${total - MOST_OF_A_SORT} more ${entry.sort} (all of them with --json)` }];
  });
}

/** All entries in as few lines as a person reads: grouped by sort, with one line for all fields and one for all columns. */
export function entriesToRead(entries: readonly ReportEntry[]): ReportEntry[] {
  const counted = entries.filter(({ count }) => count !== undefined);
  const together = (what: string, some: readonly ReportEntry[]): ReportEntry[] =>
    some.length === 0 ? [] : [{ type: 'notMapped', message: `${what}: ${some.map(fieldText).join(', ')}` }];
  return [
    ...groupBySort(entries).filter(({ count }) => count === undefined),
    ...together(
      'fields with no equivalent in a landscape',
      counted.filter(({ isColumn }) => isColumn !== true),
    ),
    ...together(
      'columns that are not used, until a mapping (--mapping) says what they become',
      counted.filter(({ isColumn }) => isColumn === true),
    ),
  ];
}

/** `deploy 23× from compose.yaml:42`. */
function fieldText({ field, count, file, line }: ReportEntry): string {
  return `${field ?? ''} ${count ?? 1}× from ${file ?? ''}:${line ?? 1}`;
}
