import { expect, it } from 'vitest';
import { savablePath, viewHref } from './viewAddress';

it('an address of a page is saved below the tenant, and leads back to itself', () => {
  const path = savablePath('t1', { pathname: '/t/t1/inventory/components', search: '?search=db&kind=Database,Cache' });
  expect(path).toBe('inventory/components?search=db&kind=Database,Cache');
  expect(viewHref('t1', path ?? '')).toBe('/t/t1/inventory/components?search=db&kind=Database,Cache');
});

it.each([
  ['another tenant', '/t/t2/landscape', ''],
  ['a page without a query in its address', '/t/t1/settings', ''],
  ['no page', '/sign-in', ''],
])('%s cannot be saved', (_case, pathname, search) => {
  expect(savablePath('t1', { pathname, search })).toBeNull();
});
