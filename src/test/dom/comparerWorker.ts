/** The worker that compares files, for tests of the DOM. */
import { openComparer } from '@/client/manifest/comparer';
import { workerOf } from './workerOf';

export class ComparerWorker extends workerOf(openComparer) {}
