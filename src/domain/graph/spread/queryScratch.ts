/**
 * The scratch arrays of one question. A graph has one set for questions that are answered at once; each interruptible question has its own.
 */
import { Causes } from './causes';
import { RollUp } from './rollUp';
import { Traversal } from './traversal';

export class QueryScratch {
  readonly traversal: Traversal;
  readonly causes = new Causes();
  readonly rollUp = new RollUp();

  /** `portion`: about how many edges, or rows, make one step of a question. Only tests use fewer, to interrupt a question everywhere. */
  constructor(portion?: number) {
    this.traversal = new Traversal(portion);
  }

  get approximateBytes(): number {
    const { traversal, causes, rollUp } = this;
    return traversal.approximateBytes + causes.approximateBytes + rollUp.approximateBytes;
  }
}
