/** Reads tables in a worker, so that large ones do not freeze the page. */
import { z } from 'zod';
import { openTableReader, type TableQuestion } from './tableReader';

// The page's content security policy forbids compiling validators from text.
z.config({ jitless: true });

const answer = openTableReader((message) => self.postMessage(message));

self.onmessage = ({ data }: MessageEvent<TableQuestion>) => void answer(data);
