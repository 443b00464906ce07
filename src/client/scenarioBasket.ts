/** The basket of a scenario: how what fails is written in its address, and how other pages add to what was in it last. */
import { isGuid } from '@/contract/values/guid';
import { ENTITY_KINDS, FAILURE_STATES, type EntityKind, type FailureState } from '@/domain/vocabulary';

export interface BasketMember {
  kind: EntityKind;
  id: string;
  state: FailureState;
  /** Switched off: kept in the basket, and not failing. */
  isOff: boolean;
}

/** As many as an address holds with ease. */
export const MOST_MEMBERS = 100;

const keyOf = (tenantId: string): string => `faultline scenario ${tenantId}`;

/** `component:GUID:Outage`, with `!` before what is switched off. */
export function writtenMember({ kind, id, state, isOff }: BasketMember): string {
  return `${isOff ? '!' : ''}${kind}:${id}:${state}`;
}

/** Null for what is no member. */
export function readMember(text: string): BasketMember | null {
  const isOff = text.startsWith('!');
  const [kind, id = '', state] = (isOff ? text.slice(1) : text).split(':');
  const known = ENTITY_KINDS.find((one) => one === kind);
  const failure = FAILURE_STATES.find((one) => one === state);
  return known === undefined || failure === undefined || !isGuid(id) ? null : { kind: known, id, state: failure, isOff };
}

/** Each entity once, as it was put in first. */
export function withMembers(basket: readonly BasketMember[], added: readonly Pick<BasketMember, 'kind' | 'id'>[]): BasketMember[] {
  const known = new Set(basket.map(({ id }) => id));
  const fresh = added.filter(({ id }) => !known.has(id)).map(({ kind, id }) => ({ kind, id, state: 'Outage' as const, isOff: false }));
  return [...basket, ...fresh].slice(0, MOST_MEMBERS);
}

/** What was in the basket of this tab last, as it is written in an address; empty where the browser keeps nothing. */
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
    // A browser that keeps nothing starts with an empty basket.
  }
}

export function scenarioHref(tenantId: string, basket: readonly BasketMember[]): string {
  return `/t/${tenantId}/scenarios?${new URLSearchParams({ fail: basket.map(writtenMember).join(',') }).toString()}`;
}
