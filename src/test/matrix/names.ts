/** Every name or id that something of a tenant has: one set for a real tenant, and one for things that do not exist. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import type { Linked } from '@/test/restKinds';

export interface Names {
  ids: Linked;
  dependency: string;
  changeSet: string;
  apiKey: string;
  incident: string;
  alert: string;
  window: string;
  scenario: string;
  run: string;
  webhook: string;
  subscription: string;
  delivery: string;
  event: string;
  member: string;
  invitation: string;
  view: string;
  shareLink: string;
  actor: string;
  /** Technical names are this and the kind. */
  prefix: string;
  cursors: Readonly<Record<string, string>>;
  digest: string;
}

/** Lists with pages, each of which gives cursors: those of the nine kinds, and these. */
export const LISTS: readonly string[] = [
  ...ENTITY_KINDS.map((kind): string => ENTITY_REGISTRY[kind].path),
  'dependencies',
  'changes',
  'manifest/applies',
  'incidents',
  'alerts',
  'maintenance-windows',
  'health-signals',
  'scenarios',
  'webhooks',
  'webhook-deliveries',
  'subscriptions',
  'dependency-security-register',
  'weak-points/summary',
];
const FURTHER_LISTS = ['runs', 'apiKeys', 'members', 'invitations', 'changeGroups'];

/** Names of things that do not exist. Each prefix and first number gives different ones. */
export function namesOfNothing(prefix = 'absent', first = 1): Names {
  let count = first;
  const guid = (): string => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
  const cursor = (): string => Buffer.from(`nowhere ${guid()}`).toString('base64url');
  return {
    ids: Object.fromEntries(ENTITY_KINDS.map((kind) => [kind, guid()])) as Linked,
    dependency: guid(),
    changeSet: guid(),
    apiKey: guid(),
    incident: guid(),
    alert: guid(),
    window: guid(),
    scenario: guid(),
    run: guid(),
    webhook: guid(),
    subscription: guid(),
    delivery: guid(),
    event: guid(),
    member: guid(),
    invitation: guid(),
    view: guid(),
    shareLink: guid(),
    actor: guid(),
    prefix,
    cursors: Object.fromEntries([...LISTS, ...FURTHER_LISTS].map((list) => [list, cursor()])),
    digest: String(first).padStart(64, '0'),
  };
}

/** Every name, the longest first, so that none is mistaken for a part of another. */
export function textsOf({ ids, cursors, ...rest }: Names): string[] {
  return [...Object.values(rest), ...Object.values(ids), ...Object.values(cursors)].sort((one, other) => other.length - one.length);
}
