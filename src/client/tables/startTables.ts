/** Starts the worker that reads tables, and asks it what they become. */
import type { Mapping } from '@/sources/table/mapping/mappingSchema';
import { draftOf, type Outcome, type Refusal, type TableDraft } from './tableDraft';
import type { TableAnswer, TableQuestion } from './tableReader';

export interface ReadingTables {
  /** Rejects with an Error whose message is shown to the person. */
  draft: Promise<TableDraft>;
  /** What the tables become by a mapping. The answer to an older question never comes once there is a newer one. */
  outcome(mapping: Mapping, name: string, take: (outcome: Outcome | Refusal) => void): void;
  /** Frees what it holds. */
  end(): void;
}

const BROKEN = 'These tables could not be read. Use faultline import table on the command line.';

/** `tell` is called with the number of files read so far. */
export function startTables(files: readonly File[], tell: (read: number) => void): ReadingTables {
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' });
  let asked: { question: number; take: (outcome: Outcome | Refusal) => void } = { question: 0, take: () => undefined };
  const ask = (question: TableQuestion): void => worker.postMessage(question);
  const draft = new Promise<TableDraft>((done, fail) => {
    const problem = (message: string): void => {
      fail(new Error(message));
      asked.take({ refusal: message });
    };
    worker.onmessage = ({ data }: MessageEvent<TableAnswer>) => {
      if ('read' in data) tell(data.read);
      else if ('problem' in data) problem(data.problem);
      else if ('draft' in data) done(draftOf(data.draft));
      else if (data.question === asked.question) asked.take(data.outcome);
    };
    worker.onerror = () => problem(BROKEN);
    ask({ files: [...files] });
  });
  return {
    draft,
    outcome: (mapping, name, take) => {
      asked = { question: asked.question + 1, take };
      ask({ mapping, name, question: asked.question });
    },
    end: () => worker.terminate(),
  };
}
