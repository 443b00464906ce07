/** The answers of the home page that are not live. */
import type { Answers } from '@/client/trpc';

export type Overview = Answers['home']['overview'];
