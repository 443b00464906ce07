/** A worker for tests of the DOM, which has none: the code of a real one, on the same thread, with messages that arrive later. */
export function workerOf<Question, Answer>(open: (send: (answer: Answer) => void) => (question: Question) => unknown) {
  return class {
    onmessage: ((event: { data: Answer }) => void) | null = null;
    onerror: (() => void) | null = null;
    private isEnded = false;
    private readonly answer = open((data) => {
      if (!this.isEnded) this.onmessage?.({ data });
    });

    postMessage(question: Question): void {
      void Promise.resolve().then(() => this.isEnded || this.answer(question));
    }

    terminate(): void {
      this.isEnded = true;
    }
  };
}
