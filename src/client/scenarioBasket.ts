/** The entries of a scenario: their form in the URL, and how other pages add to the last scenario. */
import { isGuid } from '@/contract/values/guid';
import { MOST_MEMBERS_ADDED } from '@/contract/values/picture';
import { ENTITY_KINDS, FAILURE_STATES, type EntityKind, type FailureState } from '@/domain/vocabulary';

export interface BasketMember {
  kind: EntityKind;
  id: string;
  state: FailureState;
  /** Switched off: kept in the scenario, but not failing. */
  isOff: boolean;
}

/** As many as fit into a URL. */
export const MOST_MEMBERS = MOST_MEMBERS_ADDED;

const keyOf = (tenantId: string): string => `faultline scenario ${tenantId}`;

/** `component:GUID:Outage`, with `!` in front if it is switched off. */
export function writtenMember({ kind, id, state, isOff }: BasketMember): string {
  return `${isOff ? '!' : ''}${kind}:${id}:${state}`;
}

/** Null if the text is no entry. */
export function readMember(text: string): BasketMember | null {
  const isOff = text.startsWith('!');
  const [kind, id = '', state] = (isOff ? text.slice(1) : text).split(':');
  const known = ENTITY_KINDS.find((one) => one === kind);
  const failure = FAILURE_STATES.find((one) => one === state);
  return known === undefined || failure === undefined || !isGuid(id) ? null : { kind: known, id, state: failure, isOff };
}

/** Each entity once, in the position where it was first added. */
export function withMembers(basket: readonly BasketMember[], added: readonly Pick<BasketMember, 'kind' | 'id'>[]): BasketMember[] {
  const known = new Set(basket.map(({ id }) => id));
  const fresh = added.filter(({ id }) => !known.has(id)).map(({ kind, id }) => ({ kind, id, state: 'Outage' as const, isOff: false }));
  return [...basket, ...fresh].slice(0, MOST_MEMBERS);
}

/** The last scenario of this tab, as written in the URL; empty if the browser stores nothing. */
export function lastWritten(tenantId: string): string {
  try {
    return sessionStorage.getItem(keyOf(tenantId)) ?? '';
  } catch {
    return '';
  }
}

export function readBasket(written: string): BasketMember[] {
  return written.split(',').flatMap((text) => readMember(text) ?? []);
}

export function keepBasket(tenantId: string, basket: readonly BasketMember[]): void {
  try {
    sessionStorage.setItem(keyOf(tenantId), basket.map(writtenMember).join(','));
  } catch {
    // A browser without storage starts with an empty scenario.
  }
}

export function scenarioHref(tenantId: string, basket: readonly BasketMember[]): string {
  return `/t/${tenantId}/scenarios?${new URLSearchParams({ fail: basket.map(writtenMember).join(',') }).toString()}`;
}
