/** Reads dropped files in a worker, so that large ones do not freeze the page. */
import { z } from 'zod';
import { openObserver, type ObserverQuestion } from './observer';

// The page's content security policy forbids compiling validators from text.
z.config({ jitless: true });

const answer = openObserver((message) => self.postMessage(message));

self.onmessage = ({ data }: MessageEvent<ObserverQuestion>) => void answer(data);
