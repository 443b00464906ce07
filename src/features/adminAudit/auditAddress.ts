/** What the audit log shows, kept in the URL. */
'use client';

import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates, type Values } from 'nuqs';
import { filled } from '@/client/filled';
import type { ChangeKind, ChangeListInput } from '@/contract/changes';
import { CHANGE_KINDS, CHANGE_OPERATIONS } from '@/contract/values/changes';
import { isGuid } from '@/contract/values/guid';
import { ENTITY_KINDS } from '@/domain/vocabulary';

export const AUDIT_TABS = ['landscape', 'administration'] as const;
export type AuditTab = (typeof AUDIT_TABS)[number];

const LANDSCAPE_KINDS: readonly ChangeKind[] = [...ENTITY_KINDS, 'dependency', 'scenario', 'maintenance-window'];

export const KINDS_OF: Readonly<Record<AuditTab, readonly ChangeKind[]>> = {
  landscape: LANDSCAPE_KINDS,
  administration: CHANGE_KINDS.filter((kind) => !LANDSCAPE_KINDS.includes(kind)),
};

const parsers = {
  tab: parseAsStringLiteral(AUDIT_TABS).withDefault('landscape'),
  search: parseAsString.withDefault(''),
  kind: parseAsArrayOf(parseAsStringLiteral(CHANGE_KINDS)).withDefault([]),
  op: parseAsArrayOf(parseAsStringLiteral(CHANGE_OPERATIONS)).withDefault([]),
  actorId: parseAsString,
  entityId: parseAsString,
  changeSetId: parseAsString,
  /** Dates as YYYY-MM-DD, both included. */
  from: parseAsString,
  to: parseAsString,
};

export type AuditView = Values<typeof parsers>;
export type ChangeAuditView = (change: Partial<{ [Field in keyof AuditView]: AuditView[Field] | null }>) => void;

export function useAuditView(): [AuditView, ChangeAuditView] {
  const [view, setView] = useQueryStates(parsers, { history: 'push', scroll: false });
  return [view, (change) => void setView(change)];
}

const guidOf = (id: string | null): string | null => (id !== null && isGuid(id) ? id : null);

function momentOf(day: string | null, time: string): string | undefined {
  const moment = day === null ? null : new Date(`${day}T${time}`);
  return moment === null || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The query that the URL describes; anything that is no id or date is left out. */
export function questionOf(view: AuditView): Omit<ChangeListInput, 'limit' | 'cursor'> {
  const { tab, search, kind, op, actorId, entityId, changeSetId, from, to } = view;
  const kinds = kind.filter((wanted) => KINDS_OF[tab].includes(wanted));
  return filled({
    kind: kinds.length === 0 ? [...KINDS_OF[tab]] : kinds,
    search: search.trim().slice(0, 200) || null,
    op,
    actorId,
    entityId: guidOf(entityId),
    changeSetId: guidOf(changeSetId),
    since: momentOf(from, '00:00:00'),
    until: momentOf(to, '23:59:59.999'),
  });
}

export function isNarrowed({ search, kind, op, actorId, entityId, changeSetId, from, to }: AuditView): boolean {
  return search !== '' || kind.length > 0 || op.length > 0 || [actorId, entityId, changeSetId, from, to].some((part) => part !== null);
}
