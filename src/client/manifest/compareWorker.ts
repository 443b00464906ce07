/** Reads and compares dropped files in a worker, so that large ones do not freeze the page. */
import { z } from 'zod';
import { openComparer, type ComparerQuestion } from './comparer';

// The page's content security policy forbids compiling validators from text.
z.config({ jitless: true });

const answer = openComparer((message) => self.postMessage(message));

self.onmessage = ({ data }: MessageEvent<ComparerQuestion>) => void answer(data);
