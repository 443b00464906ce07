/** Lets several questions in steps use one graph: each works on its own scratch arrays, which are put in place for each of its steps. */
import { graphOf } from './landscapeGraph';
import type { LandscapeGraph } from './landscapeGraph';
import type { Landscape } from './views';
import { QueryScratch } from '@/domain/graph/spread/queryScratch';
import type { Steps } from '@/plain/steps';

export class OwnScratch {
  private readonly graph: LandscapeGraph;
  /** Scratch arrays that are currently unused. */
  private spare: QueryScratch | null = null;

  constructor(landscape: Landscape) {
    this.graph = graphOf(landscape);
  }

  /** The memory that the scratch arrays of one question take. */
  get bytes(): number {
    return this.graph.scratch.approximateBytes;
  }

  *run<Answer>(question: () => Steps<Answer>): Steps<Answer> {
    const { graph } = this;
    // Whatever finishes within one step uses the shared arrays.
    const steps = question();
    let own: QueryScratch | null = null;
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
  }

  /** Frees what no running question uses. */
  release(): void {
    this.spare = null;
  }

  private takeSpare(): QueryScratch {
    const spare = this.spare ?? new QueryScratch(this.graph.traversal.portion);
    this.spare = null;
    return spare;
  }
}
