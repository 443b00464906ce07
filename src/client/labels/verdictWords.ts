/** How long a capability is down, in words that follow "is". */
import type { ToleranceVerdict } from '@/domain/vocabulary';

export const VERDICT_WORDS: Readonly<Record<ToleranceVerdict, string>> = {
  NotSet: 'without a stated tolerance',
  Met: 'within tolerance',
  Breached: 'down too long',
};
