/** What the home page asks beside the live state. */
import type { Answers } from '@/client/trpc';

export type Overview = Answers['home']['overview'];
