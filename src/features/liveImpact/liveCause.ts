/** The summary of a cause in live impact, as the API returns it. */
import type { Answers } from '@/client/trpc';

export type Cause = Answers['health']['causes']['causes'][number];
