/** What an importer tells besides the manifest: what it could not map, each with its position, and what it decided where the source left things open. */
import type { DependencyType } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { Position } from './locatedYaml';

export interface ReportEntry extends Partial<Position> {
  /**
   * notMapped: in the source and not in the manifest. decided: mapped in a way that somebody may want to look at.
   * suggested: a dependency that the source does not state, read from a name that it mentions.
   */
  type: 'notMapped' | 'decided' | 'suggested';
  message: string;
  /** The suggested dependency, as the manifest has it. */
  dependency?: { source: string; target: string; dependencyType: DependencyType };
  /** The field that has no counterpart, where that is all there is to say. */
  field?: string;
  /** Set if one entry stands for many: how often. The position is the first one's. */
  count?: number;
}

/** Collects in the order of the source; what is the same for many entities is told once, with its number. */
export class ImportReport {
  private readonly entries: ReportEntry[] = [];
  private readonly repeated = new Map<string, ReportEntry & { count: number }>();

  notMapped(position: Position | undefined, message: string): void {
    this.entries.push({ type: 'notMapped', message, ...position });
  }

  decided(position: Position | undefined, message: string): void {
    this.entries.push({ type: 'decided', message, ...position });
  }

  suggested(position: Position, message: string, dependency: NonNullable<ReportEntry['dependency']>): void {
    this.entries.push({ type: 'suggested', message, dependency, ...position });
  }

  /** A field that has no counterpart at all, wherever it occurs. */
  ignored(position: Position, field: string): void {
    const entry = this.repeated.get(field);
    if (entry !== undefined) entry.count += 1;
    else
      this.repeated.set(field, { type: 'notMapped', field, message: `${field} has no counterpart in a landscape`, count: 1, ...position });
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
