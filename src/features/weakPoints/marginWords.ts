/** Describes redundancy in words. */
import type { WeakPoints } from '@/contract/weakPoints';
import { countOf } from '@/plain/counts';

type Margin = Pick<WeakPoints['margins'][number], 'targets' | 'failuresLeft' | 'sharedCauses'>;

/** True if the group should tolerate failures, but one shared cause takes down more targets than that. */
export function isUndermined({ failuresLeft, sharedCauses }: Margin): boolean {
  return failuresLeft > 0 && sharedCauses.length > 0;
}

export function failuresLeftWords({ targets, failuresLeft }: Margin): string {
  if (failuresLeft === 0) return 'No target may fail';
  if (failuresLeft === targets) return 'All may fail';
  return `${countOf(failuresLeft, 'target')} may fail`;
}
