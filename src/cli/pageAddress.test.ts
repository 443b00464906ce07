import { expect, it } from 'vitest';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { inventoryHref } from '@/client/inventoryHref';
import { PAGES, pageHref } from '@/client/pages';
import { weakPointsHref } from '@/client/weakPointsHref';
import { entityPageAddress, pageAddress, TENANT_PAGES } from './pageAddress';

const site = { origin: 'https://faultline.example.com', tenantId: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44' };
const id = 'b0d1e0a6-1111-4222-8333-444455556666';

it('names pages that the browser has', () => {
  expect(TENANT_PAGES.filter((page) => !PAGES.some(({ path }) => path === page))).toEqual([]);
  expect(pageAddress(site, 'home')).toBe(`${site.origin}${pageHref(site.tenantId, 'home')}`);
});

it.each([
  ['inventory', inventoryHref(site.tenantId, 'hosting-zone', id)],
  ['blast-radius', blastRadiusHref(site.tenantId, 'hosting-zone', id)],
] as const)('gives an entity the address on %s that the browser gives it', (page, href) => {
  expect(entityPageAddress(site, page, 'hosting-zone', id)).toBe(`${site.origin}${href}`);
});

it('gives a capability the address of its weak points', () => {
  expect(entityPageAddress(site, 'weak-points', 'capability', id)).toBe(`${site.origin}${weakPointsHref(site.tenantId, 'capability', id)}`);
});
