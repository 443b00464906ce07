/** A worker for tests of the DOM, which has none: the code of the real one, on the same thread, with messages that arrive later. */
import { openComparer, type ComparerAnswer, type ComparerQuestion } from '@/client/manifest/comparer';

export class ComparerWorker {
  onmessage: ((event: { data: ComparerAnswer }) => void) | null = null;
  onerror: (() => void) | null = null;
  private isEnded = false;
  private readonly answer = openComparer((data) => {
    if (!this.isEnded) this.onmessage?.({ data });
  });

  postMessage(question: ComparerQuestion): void {
    void this.answer(question);
  }

  terminate(): void {
    this.isEnded = true;
  }
}
