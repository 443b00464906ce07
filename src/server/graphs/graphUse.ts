/**
 * Tracks who uses a graph across awaits: questions in steps. Each writes on its own scratch arrays, and no edit happens while one is under
 * way, so every answer has one landscape version.
 */
import { OwnScratch } from '@/domain/graph/landscape/ownScratch';
import type { Landscape } from '@/domain/graph/landscape/views';
import { processState } from '@/server/processState';
import { MEBIBYTE } from '@/plain/sizes';
import type { Steps } from '@/plain/steps';

/** The most memory for scratch arrays of one graph's interrupted questions; two are always allowed. */
const MOST_SCRATCH_BYTES = 64 * MEBIBYTE;

export class GraphUse {
  /** Questions that have started and are not done. */
  private begun = 0;
  private readonly scratch: OwnScratch;
  private waitingEdits: (() => void)[] = [];

  constructor(graph: Landscape) {
    this.scratch = new OwnScratch(graph);
  }

  /** Whether another question may start: none while an edit waits, and no more at once than memory allows. */
  get mayBegin(): boolean {
    const most = Math.max(2, Math.floor(MOST_SCRATCH_BYTES / Math.max(1, this.scratch.bytes)));
    return this.waitingEdits.length === 0 && this.begun < most;
  }

  /** Runs a question in steps on its own scratch arrays. */
  *answer<Answer>(question: () => Steps<Answer>): Steps<Answer> {
    this.begun++;
    try {
      return yield* this.scratch.run(question);
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
    this.scratch.release();
    for (const mayEdit of this.waitingEdits) mayEdit();
  }
}

/** How this graph is used in this process. */
export function useOf(graph: Landscape): GraphUse {
  const uses = processState('graphUses', () => new WeakMap<Landscape, GraphUse>());
  const use = uses.get(graph) ?? new GraphUse(graph);
  uses.set(graph, use);
  return use;
}
