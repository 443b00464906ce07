/** Reads dropped traces in a worker, so that a large file does not freeze the page. */
import { z } from 'zod';
import { proposalFromTraces } from './readTraces';

export type TracesAnswer = { spans: number } | { text: string } | { problem: string };

// The page's content security policy forbids compiling validators from text.
z.config({ jitless: true });

self.onmessage = ({ data }: MessageEvent<File[]>) => {
  const send = (answer: TracesAnswer): void => self.postMessage(answer);
  proposalFromTraces(data, (spans) => send({ spans })).then(
    (text) => send({ text }),
    (error: unknown) => send({ problem: error instanceof Error ? error.message : String(error) }),
  );
};
