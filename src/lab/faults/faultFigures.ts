/** What a fault run counts and measures, and how it is printed. */
import type { Fault } from './faultKinds';
import type { Recovery } from './trial';

interface OfFault {
  times: number;
  kills: number;
  recoveries: Recovery[];
}

export class FaultFigures {
  kills = 0;
  private readonly byFault = new Map<string, OfFault>();
  private readonly counts = new Map<string, number>();

  /** `recovery` is null if not everything recovered in time. */
  count({ name, kills }: Fault, recovery: Recovery | null): void {
    const of = this.byFault.get(name) ?? { times: 0, kills: 0, recoveries: [] };
    this.byFault.set(name, of);
    of.times += 1;
    of.kills += kills;
    this.kills += kills;
    if (recovery !== null) of.recoveries.push(recovery);
  }

  add(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts)) this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  lines(): string[] {
    const faults = [...this.byFault].sort(([left], [right]) => left.localeCompare(right));
    const head = ['', 'times', 'killed', 'answers', 'signals', 'webhooks'];
    const rows = faults.map(([name, { times, kills, recoveries }]) => [
      name,
      String(times),
      String(kills),
      ...(['answersMs', 'signalsMs', 'webhooksMs'] as const).map((part) => medianAndMaximum(recoveries.map((recovery) => recovery[part]))),
    ]);
    const totals = [...this.counts].map(([name, count]) => `${String(count).padStart(8)}  ${name}`);
    return [
      'Seconds until everything worked again after each fault was over, median / maximum:',
      ...table([head, ...rows]),
      '',
      ...totals,
      `${String(this.kills).padStart(8)}  processes killed`,
    ];
  }
}

/** The median and the maximum in seconds, as `0.4 / 2.1`; `–` if there are none. */
export function medianAndMaximum(milliseconds: readonly number[]): string {
  if (milliseconds.length === 0) return '–';
  const sorted = [...milliseconds].sort((left, right) => left - right);
  const seconds = (at: number): string => ((sorted[at] ?? 0) / 1_000).toFixed(1);
  return `${seconds(Math.floor((sorted.length - 1) / 2))} / ${seconds(sorted.length - 1)}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '));
}
