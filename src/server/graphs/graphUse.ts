/**
 * Tracks who uses a graph across awaits: questions in steps. Each writes on its own scratch arrays, and no edit happens while one is under
 * way, so every answer has one landscape version.
 */
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { QueryScratch } from '@/domain/graph/spread/queryScratch';
import { processState } from '@/server/processState';
import { MEBIBYTE } from '@/plain/sizes';
import type { Steps } from '@/plain/steps';

/** The most memory for scratch arrays of one graph's interrupted questions; two are always allowed. */
const MOST_SCRATCH_BYTES = 64 * MEBIBYTE;

export class GraphUse {
  /** Questions that have started and are not done. */
  private begun = 0;
  /** Scratch arrays that are currently unused. */
  private spare: QueryScratch | null = null;
  private waitingEdits: (() => void)[] = [];

  constructor(private readonly graph: LandscapeGraph) {}

  /** Whether another question may start: none while an edit waits, and no more at once than memory allows. */
  get mayBegin(): boolean {
    const most = Math.max(2, Math.floor(MOST_SCRATCH_BYTES / Math.max(1, this.graph.scratch.approximateBytes)));
    return this.waitingEdits.length === 0 && this.begun < most;
  }

  /** Runs a question in steps, putting its own scratch arrays in place for each step. */
  *answer<Answer>(question: () => Steps<Answer>): Steps<Answer> {
    const { graph } = this;
    // Whatever finishes within one step uses the shared arrays.
    const steps = question();
    let own: QueryScratch | null = null;
    this.begun++;
    try {
      for (;;) {
        if (own !== null) {
          this.spare = graph.scratch;
          graph.scratch = own;
          own = null;
        }
        let isWhole = false;
        try {
          const step = steps.next();
          isWhole = true;
          if (step.done === true) return step.value;
        } finally {
          // A failed question may leave its arrays in any state.
          if (!isWhole) graph.scratch = this.takeSpare();
        }
        own = graph.scratch;
        graph.scratch = this.takeSpare();
        yield;
      }
    } finally {
      this.end();
    }
  }

  /** Runs an edit once no question is under way. None starts meanwhile, so this waits no longer than the running ones take. */
  async edit(work: () => void): Promise<void> {
    let mayEdit: () => void = () => undefined;
    const unused = new Promise<void>((resolve) => (mayEdit = resolve));
    this.waitingEdits.push(mayEdit);
    if (this.begun === 0) mayEdit();
    await unused;
    try {
      work();
    } finally {
      this.waitingEdits = this.waitingEdits.filter((other) => other !== mayEdit);
    }
  }

  private end(): void {
    this.begun--;
    if (this.begun > 0) return;
    this.spare = null;
    for (const mayEdit of this.waitingEdits) mayEdit();
  }

  private takeSpare(): QueryScratch {
    const spare = this.spare ?? new QueryScratch(this.graph.traversal.portion);
    this.spare = null;
    return spare;
  }
}

/** How this graph is used in this process. */
export function useOf(graph: LandscapeGraph): GraphUse {
  const uses = processState('graphUses', () => new WeakMap<LandscapeGraph, GraphUse>());
  const use = uses.get(graph) ?? new GraphUse(graph);
  uses.set(graph, use);
  return use;
}
