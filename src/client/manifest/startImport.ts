/** Starts the worker that makes a manifest of dropped files. */
import type { ImportAnswer, ImportQuestion } from './importReader';

export interface Importing {
  /** The text of the manifest. Rejects with an Error whose message is shown to the person; never settles once it is ended. */
  text: Promise<string>;
  end(): void;
}

/** `tell` is called with the number of files read so far. */
export function startImport(files: readonly File[], tell: (read: number) => void): Importing {
  const worker = new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module' });
  const text = new Promise<string>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
      if ('read' in data) tell(data.read);
      else if ('problem' in data) fail(new Error(data.problem));
      else done(data.text);
    };
    worker.onerror = () => fail(new Error('These files could not be read. Use faultline import on the command line.'));
    worker.postMessage({ files: [...files] } satisfies ImportQuestion);
  });
  const end = (): void => worker.terminate();
  text.then(end, end);
  return { text, end };
}
