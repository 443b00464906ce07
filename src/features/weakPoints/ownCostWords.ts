/** What an hour without a capability costs, in words, and whether that is known of anything. */
import { money } from '@/client/labels/figures';
import type { CapabilityWeakPoints, WeakPointSummary } from '@/contract/weakPoints';

/** Empty for whoever may not see revenue. */
export function ownCostWords(
  { ownPerHour, isRevenueRecorded }: Pick<CapabilityWeakPoints, 'ownPerHour' | 'isRevenueRecorded'>,
  currency: string,
): string {
  if (ownPerHour === null) return '';
  return isRevenueRecorded === false ? 'Not recorded' : money(ownPerHour, currency);
}

/** False also where nobody recorded revenue: nothing then costs more than anything else. */
export function hasCosts({ worstComponents }: Pick<WeakPointSummary, 'worstComponents'>): boolean {
  return worstComponents.some(({ perHour }) => perHour !== null && perHour > 0);
}
