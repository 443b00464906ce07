/** A cause of live impact, as the service tells it in short. */
import type { Answers } from '@/client/trpc';

export type Cause = Answers['health']['causes']['causes'][number];
