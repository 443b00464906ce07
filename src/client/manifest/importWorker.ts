/** Makes manifests of dropped files in a worker, so that large ones do not freeze the page. */
import { z } from 'zod';
import { openImportReader, type ImportQuestion } from './importReader';

// The page's content security policy forbids compiling validators from text.
z.config({ jitless: true });

const answer = openImportReader((message) => self.postMessage(message));

self.onmessage = ({ data }: MessageEvent<ImportQuestion>) => void answer(data);
