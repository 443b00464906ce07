/** The results of a run of random inputs. */

export interface Offence {
  input: string;
  told: string;
}

/** A slower answer counts as none, in milliseconds. */
export const LONGEST_ANSWER_MS = 12_000;

export class Tally {
  readonly offences: Offence[] = [];
  private readonly statuses = new Map<string, number>();
  private inputs = 0;
  private slowest = 0;

  constructor(private readonly door: string) {}

  /** Counts one answer; `wrong` says what is wrong with it. */
  count(status: number | string, milliseconds: number, input: string, wrong: readonly string[]): void {
    this.inputs += 1;
    this.slowest = Math.max(this.slowest, milliseconds);
    this.statuses.set(String(status), (this.statuses.get(String(status)) ?? 0) + 1);
    const late = milliseconds > LONGEST_ANSWER_MS ? [`${Math.round(milliseconds)} ms`] : [];
    if (wrong.length + late.length > 0 && this.offences.length < 20)
      this.offences.push({ input: input.slice(0, 1_000), told: [status, ...wrong, ...late].join(' · ') });
  }

  toString(): string {
    const counts = [...this.statuses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([status, count]) => `${status} × ${count}`);
    return `${this.door}: ${this.inputs} inputs, ${counts.join(', ')}, slowest ${Math.round(this.slowest)} ms`;
  }
}
