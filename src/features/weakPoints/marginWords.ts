/** Redundancy in words. */
import type { WeakPoints } from '@/contract/weakPoints';
import { countOf } from '@/plain/counts';

type Margin = Pick<WeakPoints['margins'][number], 'targets' | 'failuresLeft' | 'sharedCauses'>;

/** It says that failures are tolerated, and one shared thing takes more than that. */
export function isUndermined({ failuresLeft, sharedCauses }: Margin): boolean {
  return failuresLeft > 0 && sharedCauses.length > 0;
}

export function failuresLeftWords({ targets, failuresLeft }: Margin): string {
  if (failuresLeft === 0) return 'No failure left';
  if (failuresLeft === targets) return 'All may fail';
  return `${countOf(failuresLeft, 'failure')} left`;
}
