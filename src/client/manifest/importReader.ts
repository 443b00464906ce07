/** What the worker does that makes manifests of dropped files, as messages: files come in; how many are read, and then the manifest, goes out. */
import { manifestFrom } from './manifestFrom';

export interface ImportQuestion {
  files: File[];
}

export type ImportAnswer = { read: number } | { text: string } | { problem: string };

/** Returns what answers a question through `send`. */
export function openImportReader(send: (answer: ImportAnswer) => void): (question: ImportQuestion) => Promise<void> {
  return async ({ files }) => {
    try {
      send({ text: await manifestFrom(files, (read) => send({ read })) });
    } catch (error) {
      send({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
}
