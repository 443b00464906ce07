/**
 * Who uses a graph across awaits: questions that are worked out in steps. Each writes on scratch arrays of its own, and no edit comes while one of them has
 * begun, so every answer is of one landscape version.
 */
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { QueryScratch } from '@/domain/graph/queryScratch';
import { processState } from '@/server/processState';
import { MEBIBYTE } from '@/plain/sizes';
import type { Steps } from '@/plain/steps';

/** What the scratch arrays of interrupted questions of one graph may take; two may always be there. */
const MOST_SCRATCH_BYTES = 64 * MEBIBYTE;

export class GraphUse {
  /** Questions that have begun and are not done. */
  private begun = 0;
  /** Scratch arrays that are of no use now. */
  private spare: QueryScratch | null = null;
  private waitingEdits: (() => void)[] = [];

  constructor(private readonly graph: LandscapeGraph) {}

  /** Whether one more question may begin: none while an edit waits, and no more at once than there is memory for. */
  get mayBegin(): boolean {
    const most = Math.max(2, Math.floor(MOST_SCRATCH_BYTES / Math.max(1, this.graph.scratch.approximateBytes)));
    return this.waitingEdits.length === 0 && this.begun < most;
  }

  /** Works a question out, in steps: for each its own scratch arrays are put in the place of those that are there. */
  *answer<Answer>(question: () => Steps<Answer>): Steps<Answer> {
    const { graph } = this;
    // What is done within one step writes on the arrays that are there for everybody.
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
          // Of a question that failed midway nobody knows what it has left behind.
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

  /** Runs an edit once no question is under way. None begins in the meantime, so this waits no longer than those take that have begun. */
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
