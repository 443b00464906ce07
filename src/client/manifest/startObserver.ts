/** Starts the worker that reads dropped files, and asks it. */
import type { CustomerAnswer } from '@/sources/customerAnswers';
import type { ObserverAnswer, ObserverQuestion, Seen } from './observer';
import type { ReadSoFar } from './seenSoFar';

export interface Observing {
  /** Rejects with an Error whose message is shown to the person. */
  seen: Promise<Seen>;
  /** The text of the proposed manifest. */
  propose(answers: CustomerAnswer[]): Promise<string>;
  /** Frees what it holds. */
  end(): void;
}

export function startObserver(files: readonly File[], tell: (read: ReadSoFar) => void): Observing {
  const worker = new Worker(new URL('./observeWorker.ts', import.meta.url), { type: 'module' });
  const ask = <Answer>(question: ObserverQuestion, take: (answer: ObserverAnswer) => Answer | undefined): Promise<Answer> =>
    new Promise((done, fail) => {
      worker.onmessage = ({ data }: MessageEvent<ObserverAnswer>) => {
        if ('read' in data) tell(data.read);
        else if ('problem' in data) fail(new Error(data.problem));
        else {
          const answer = take(data);
          if (answer !== undefined) done(answer);
        }
      };
      worker.onerror = () => fail(new Error('These files could not be read. Use faultline observe on the command line.'));
      worker.postMessage(question);
    });
  return {
    seen: ask({ files: [...files] }, (answer) => ('seen' in answer ? answer.seen : undefined)),
    propose: (answers) => ask({ answers }, (answer) => ('text' in answer ? answer.text : undefined)),
    end: () => worker.terminate(),
  };
}
