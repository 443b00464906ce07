/** Which calls failed together: of each unit of work, what it called and how that ended, in rows of a fixed size. Pure. */

const FIRST_ROOM = 1_024;

/** Of one target within one unit. */
interface Ends {
  ok: number;
  failed: number;
}

export class UnitsOfWork {
  private units = new Int32Array(FIRST_ROOM);
  /** An edge, doubled, plus one if the call failed. */
  private calls = new Int32Array(FIRST_ROOM);
  private size = 0;

  add(unit: number, edge: number, isFailed: boolean): void {
    if (this.size === this.units.length) {
      const [units, calls] = [new Int32Array(2 * this.size), new Int32Array(2 * this.size)];
      units.set(this.units);
      calls.set(this.calls);
      [this.units, this.calls] = [units, calls];
    }
    this.units[this.size] = unit;
    this.calls[this.size++] = 2 * edge + (isFailed ? 1 : 0);
  }

  /** Calls `judge` once for each unit, with its targets by edge. */
  each(judge: (unit: number, targets: ReadonlyMap<number, Ends>) => void): void {
    const { units, calls } = this;
    const order = Uint32Array.from({ length: this.size }, (_, at) => at).sort((one, other) => units[one]! - units[other]!);
    for (let from = 0; from < order.length;) {
      const unit = units[order[from]!]!;
      const targets = new Map<number, Ends>();
      for (; from < order.length && units[order[from]!] === unit; from++) {
        const call = calls[order[from]!]!;
        const ends = targets.get(call >> 1) ?? { ok: 0, failed: 0 };
        targets.set(call >> 1, ends);
        ends[call % 2 === 1 ? 'failed' : 'ok'] += 1;
      }
      judge(unit, targets);
    }
  }
}
