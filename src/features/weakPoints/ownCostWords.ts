/** What an hour without a capability costs, in words. */
import { money } from '@/client/labels/figures';
import type { CapabilityWeakPoints } from '@/contract/weakPoints';

/** Empty for whoever may not see revenue. */
export function ownCostWords(
  { ownPerHour, isRevenueRecorded }: Pick<CapabilityWeakPoints, 'ownPerHour' | 'isRevenueRecorded'>,
  currency: string,
): string {
  if (ownPerHour === null) return '';
  return isRevenueRecorded === false ? 'Not recorded' : money(ownPerHour, currency);
}
