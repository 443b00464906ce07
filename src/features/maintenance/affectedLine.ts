/** Who is affected while something is down, in one line. Pure. */
import { expectedCostFact, peopleLabel } from '@/client/labels/figures';
import { peopleOf } from '@/client/labels/impactFigures';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { isAffected } from '@/domain/affected';
import { countOf } from '@/plain/counts';

export type Affecting = Pick<BlastRadiusAnswer, 'audiences' | 'affectedCounts' | 'completeness' | 'revenueExposure'>;

/** For example `5 applications · 240,000 people · expected cost per hour €2,000`. Money only where the answer holds it. */
export function affectedLine({ audiences, affectedCounts, completeness: { notRecorded }, revenueExposure: cost }: Affecting): string {
  const people = notRecorded.includes('audiences') ? 'people not recorded' : peopleWords(audiences.filter(isAffected));
  const expected = notRecorded.includes('revenue') ? null : expectedCostFact(cost);
  return [countOf(affectedCounts.applications, 'application'), people, expected].filter((fact) => fact !== null).join(' · ');
}

function peopleWords(audiences: readonly { people: number | null }[]): string {
  if (audiences.length === 0) return 'nobody';
  const { people, withoutNumber } = peopleOf(audiences);
  return peopleLabel(people, withoutNumber) ?? countOf(audiences.length, 'audience');
}
