/**
 * Decides whose turn it is when several share something: deficit round robin by what each has used. Whoever was idle goes first (as in RFC
 * 8290, section 4); among several who were, the one who has used least since.
 */

interface Flow {
  key: string;
  /** What it may still use in this round; negative if it has used more than its share. */
  deficit: number;
  isAwake: boolean;
}

/** Knows neither clock nor work. Callers say who has work (`wake`, `sleep`) and what each has used (`charge`), in the unit of `quantum`. */
export class FairTurns {
  private readonly flows = new Map<string, Flow>();
  /** Those that woke up since their last round. */
  private fresh: Flow[] = [];
  private settled: Flow[] = [];
  private awakeCount = 0;

  /** Everybody may use `quantum` per round. */
  constructor(private readonly quantum: number) {}

  /** Says that somebody has work. A debt from earlier rounds remains. */
  wake(key: string): void {
    let flow = this.flows.get(key);
    if (flow === undefined) {
      flow = { key, deficit: this.quantum, isAwake: false };
      this.flows.set(key, flow);
      this.fresh.push(flow);
    }
    if (!flow.isAwake) this.awakeCount++;
    flow.isAwake = true;
  }

  /** Says that somebody has no work that could be done now. */
  sleep(key: string): void {
    const flow = this.flows.get(key);
    if (flow?.isAwake !== true) return;
    flow.isAwake = false;
    this.awakeCount--;
  }

  /** Whose turn it is; null if nobody has work. Stays the same until the quantum is used up, or somebody who was idle wakes up. */
  next(): string | null {
    if (this.awakeCount === 0) {
      this.forgetAll();
      return null;
    }
    for (;;) {
      const isFresh = this.fresh.length > 0;
      const list = isFresh ? this.fresh : this.settled;
      const flow = isFresh ? leastUsed(this.fresh) : this.settled[0]!;
      if (flow.deficit > 0 && flow.isAwake) return flow.key;
      list.splice(list.indexOf(flow), 1);
      if (flow.deficit <= 0) flow.deficit += this.quantum;
      else if (!isFresh) {
        // Asleep, and without a debt.
        this.flows.delete(flow.key);
        continue;
      }
      this.settled.push(flow);
    }
  }

  /** Records what somebody has used. */
  charge(key: string, used: number): void {
    const flow = this.flows.get(key);
    if (flow !== undefined) flow.deficit -= used;
  }

  /** If nobody waits, all debts are cancelled. */
  private forgetAll(): void {
    if (this.flows.size === 0) return;
    this.flows.clear();
    this.fresh = [];
    this.settled = [];
  }
}

function leastUsed(flows: readonly Flow[]): Flow {
  return flows.reduce((least, flow) => (flow.deficit > least.deficit ? flow : least));
}
