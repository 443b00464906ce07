/** Addresses of pages for people, as the browser has them. */
import { KINDS } from '@/contract/values/kinds';
import type { EntityKind } from '@/domain/vocabulary';
import type { Connection } from './connection';

/** Pages of a tenant that need nothing but their name. */
export const TENANT_PAGES = [
  'home',
  'live-impact',
  'incidents',
  'landscape',
  'blast-radius',
  'scenarios',
  'weak-points',
  'paths',
  'inventory',
  'manifest',
  'security-register',
  'maintenance',
] as const;
export type TenantPage = (typeof TENANT_PAGES)[number];

/** Pages that can be about one entity. */
export const ENTITY_PAGES = ['inventory', 'blast-radius', 'weak-points'] as const;
export type EntityPage = (typeof ENTITY_PAGES)[number];

type Site = Pick<Connection, 'origin' | 'tenantId'>;

export function pageAddress({ origin, tenantId }: Site, page: TenantPage): string {
  return `${origin}/t/${tenantId}/${page}`;
}

export function entityPageAddress(site: Site, page: EntityPage, kind: EntityKind, id: string): string {
  const address = pageAddress(site, page);
  if (page === 'inventory') return `${address}/${KINDS[kind].path}?open=${id}`;
  return `${address}?${new URLSearchParams({ entityType: kind, entityId: id }).toString()}`;
}
