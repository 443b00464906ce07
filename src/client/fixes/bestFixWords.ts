/** Describes the best fixes in words. */
import type { ChainLink } from '@/client/chain/Chain';
import { money } from '@/client/labels/figures';
import type { BestFixes } from '@/contract/weakPoints';
import { countOf } from '@/plain/counts';
import { DEPENDENCY_MODES, HEALTH_STATES, type HealthState } from '@/domain/vocabulary';

export type BestFix = BestFixes['fixes'][number];
/** What the failure does, with the change or without it. */
export type Effect = BestFix['before'];

/** `The 10 changes worth most` */
export function titleOf(count: number): string {
  return count === 0 ? 'The changes worth most' : `The ${count === 1 ? 'change' : `${count} changes`} worth most`;
}

/** What was tried, and what counts as worth. */
export function introOf({ tried, rankedBy, currency }: Pick<BestFixes, 'tried' | 'rankedBy' | 'currency'>): string {
  const worth = rankedBy === 'revenue' ? 'how much less an hour of one failure costs' : 'how many more capabilities stay up in one failure';
  const unknown = rankedBy === 'reach' && currency !== null ? ' Once segments have revenue, worth is money.' : '';
  return `${countOf(tried, 'change')} ${tried === 1 ? 'was' : 'were'} tried on a copy of your landscape. Worth is ${worth}; what several changes save does not add up.${unknown}`;
}

/** What the change is worth: money if it may be seen and there is any, otherwise capabilities that stay up. */
export function savingWords({ before, after, cause }: Pick<BestFix, 'before' | 'after' | 'cause'>, currency: string | null): string {
  const saved = before.perHour === null || after.perHour === null ? 0 : before.perHour - after.perHour;
  if (currency !== null && saved > 0) return `Saves ${money(saved, currency)} an hour while ${cause.name} is down`;
  const kept = before.capabilities.Outage - after.capabilities.Outage;
  return `Keeps ${countOf(kept, 'capability', 'capabilities')} from going down with ${cause.name}`;
}

/**
 * What an hour costs, with the change or without it; null if it may not be seen. A change never costs more than today, so if today costs
 * nothing, as where nobody recorded revenue, neither has a figure.
 */
export function costOf({ before }: Pick<BestFix, 'before'>, { perHour }: Effect, currency: string | null): string | null {
  return before.perHour === 0 || perHour === null || currency === null ? null : money(perHour, currency);
}

const AFFECTED = ['Outage', 'Degraded', 'Warning'] as const;

/** For example `12 capabilities are down, 3 degraded.` */
export function reachedWords({ capabilities }: Effect): string {
  const words = { Outage: 'down', Degraded: 'degraded', Warning: 'with a warning' };
  const some = AFFECTED.filter((state) => capabilities[state] > 0);
  const [first, ...others] = some;
  if (first === undefined) return 'No capability is affected.';
  const count = capabilities[first];
  const rest = others.map((state) => `, ${capabilities[state].toLocaleString('en')} ${words[state]}`).join('');
  return `${countOf(count, 'capability', 'capabilities')} ${count === 1 ? 'is' : 'are'} ${words[first]}${rest}.`;
}

/** The worst state of a capability. */
export function stateOfAll({ capabilities }: Effect): HealthState {
  return AFFECTED.find((state) => capabilities[state] > 0) ?? 'Healthy';
}

/** How the failure comes to what the change protects. */
export function linkOf(fix: BestFix, isBefore: boolean): NonNullable<ChainLink['by']> {
  const { kind, before, after, from, to, redundancyGroup } = fix;
  const state = (isBefore ? before : after).state;
  const mode = DEPENDENCY_MODES.find((one) => one === (isBefore ? from : to)) ?? null;
  return { mode, passes: state !== 'Healthy', outcome: outcomeOf(state), words: wordsOf() };

  function wordsOf(): string {
    if (kind === 'makeSofter') return `${isBefore ? from : (to ?? '')} dependency`;
    if (kind === 'addMember') return `“${redundancyGroup ?? ''}”, ${isBefore ? from : (to ?? '')} targets`;
    return `“${redundancyGroup ?? ''}”, ${isBefore ? 'targets share it' : 'one target elsewhere'}`;
  }
}

function outcomeOf(state: HealthState): string {
  if (state === 'Healthy') return 'stops it';
  return HEALTH_STATES.indexOf(state) < HEALTH_STATES.indexOf('Outage') ? 'passes it on, milder' : 'passes it on';
}
