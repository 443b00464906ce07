/** Text for changes. */
import { VALUE_LABELS, entityKindLabel } from '@/client/labels/labels';
import type { ChangeActor, ChangeKind, ChangeOperation } from '@/contract/changes';
import { isReference, referenceWords } from '@/domain/references';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { formatTimestamp } from '@/ui/formatTimestamp';
import type { NamesById } from './linkNames';

const OTHER_KINDS: Readonly<Record<Exclude<ChangeKind, EntityKind>, string>> = {
  dependency: 'Dependency',
  scenario: 'Scenario',
  tenant: 'Settings',
  'api-key': 'API key',
  membership: 'Membership',
  invitation: 'Invitation',
  'maintenance-window': 'Maintenance window',
  webhook: 'Webhook',
  subscription: 'Subscription',
  'identity-provider': 'Identity provider',
  'provisioning-token': 'SCIM token',
};

function isEntityKind(kind: ChangeKind): kind is EntityKind {
  return (ENTITY_KINDS as readonly string[]).includes(kind);
}

export function changeKindWords(kind: ChangeKind): string {
  return isEntityKind(kind) ? entityKindLabel(kind) : OTHER_KINDS[kind];
}

export const OPERATION_WORDS: Readonly<Record<ChangeOperation, string>> = { create: 'Created', update: 'Changed', delete: 'Deleted' };

/** The label of an actor. Changes by the admin command belong to no person. */
export function actorWords({ type, id }: Pick<ChangeActor, 'type' | 'id'>): string {
  if (type === 'key') return 'API key';
  if (type === 'person') return 'Person';
  return id === 'admin' ? 'Command line' : 'System';
}

const PLURAL_ENDINGS: readonly [RegExp, string][] = [
  [/y ids$/, 'ies'],
  [/s ids$/, 'ses'],
  [/ ids$/, 's'],
  [/ id$/, ''],
];

/** `revenueVisibleTo` as "revenue visible to", `capabilityIds` as "capabilities". */
export function fieldWords(field: string): string {
  const words = field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
  const [ending, plural] = PLURAL_ENDINGS.find(([pattern]) => pattern.test(words)) ?? [/$/, ''];
  return words.replace(ending, plural);
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A field's value on one line; enumerated values are shown by their label. */
export function fieldValueWords(field: string, value: unknown, names?: NamesById): string {
  return (typeof value === 'string' ? VALUE_LABELS[field]?.[value] : undefined) ?? valueWords(value, names);
}

/** A value on one line: timestamps in the reader's time zone, links by name if it is known. */
export function valueWords(value: unknown, names: NamesById = new Map()): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 6 });
  if (typeof value === 'string') return MOMENT.test(value) ? formatTimestamp(value) : (names.get(value) ?? value);
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map((part) => valueWords(part, names)).join(', ');
  if (isReference(value)) return referenceWords(value);
  return Object.entries(value)
    .map(([name, part]) => `${fieldWords(name)} ${valueWords(part, names)}`)
    .join(' · ');
}

/** What a change set is called of which several changes are told. */
export function groupTitle({ manifest, undoOf }: Readonly<Record<string, unknown>>, total: number): string {
  if (typeof manifest === 'string') return `Manifest ${manifest} applied`;
  return typeof undoOf === 'string' ? 'Another change undone' : `${total.toLocaleString('en')} changes together`;
}

/** `33 created, 2 changed`; what is 0 is left out. */
export function countWords({ created, updated, deleted }: { created: number; updated: number; deleted: number }): string {
  const counts: readonly [number, ChangeOperation][] = [
    [created, 'create'],
    [updated, 'update'],
    [deleted, 'delete'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, op]) => `${count.toLocaleString('en')} ${OPERATION_WORDS[op].toLowerCase()}`)
    .join(', ');
}
