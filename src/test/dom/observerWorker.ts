/** A worker for tests of the DOM, which has none: the code of the real one, on the same thread, with messages that arrive later. */
import { openObserver, type ObserverAnswer, type ObserverQuestion } from '@/client/manifest/observer';

export class ObserverWorker {
  onmessage: ((event: { data: ObserverAnswer }) => void) | null = null;
  onerror: (() => void) | null = null;
  private isEnded = false;
  private readonly answer = openObserver((data) => {
    if (!this.isEnded) this.onmessage?.({ data });
  });

  postMessage(question: ObserverQuestion): void {
    void this.answer(question);
  }

  terminate(): void {
    this.isEnded = true;
  }
}
