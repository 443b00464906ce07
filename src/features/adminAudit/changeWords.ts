/** Changes in words. */
import { entityKindWords } from '@/client/look/words';
import type { ChangeKind, ChangeOperation } from '@/contract/changes';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { shortMoment } from '@/ui/momentWords';

const OTHER_KINDS: Readonly<Record<Exclude<ChangeKind, EntityKind>, string>> = {
  dependency: 'Dependency',
  tenant: 'Settings',
  'api-key': 'API key',
  membership: 'Membership',
  invitation: 'Invitation',
  'maintenance-window': 'Maintenance window',
  webhook: 'Webhook',
};

function isEntityKind(kind: ChangeKind): kind is EntityKind {
  return (ENTITY_KINDS as readonly string[]).includes(kind);
}

export function changeKindWords(kind: ChangeKind): string {
  return isEntityKind(kind) ? entityKindWords(kind) : OTHER_KINDS[kind];
}

export const OPERATION_WORDS: Readonly<Record<ChangeOperation, string>> = { create: 'Created', update: 'Changed', delete: 'Deleted' };

/** `revenueVisibleTo` as "revenue visible to". */
export function fieldWords(field: string): string {
  return field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('.', ' ').toLowerCase();
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A value in one line; moments in the time zone of whoever reads. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 6 });
  if (typeof value === 'string') return MOMENT.test(value) ? shortMoment(value) : value;
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueWords).join(', ');
  return Object.entries(value).map(([name, part]) => `${fieldWords(name)} ${valueWords(part)}`).join(' · ');
}
