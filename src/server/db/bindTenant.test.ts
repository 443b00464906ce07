import { expect, it } from 'vitest';
import { bindingSql } from './bindTenant';

const tenantId = '5b0c9a5e-6d3e-4b3f-9b1e-0d6f3c1f7a11';

it('binds to a tenant without switching roles if the login is the role', () => {
  expect(bindingSql({ tenantId, lasts: 'transaction', isSingleLogin: false, settings: { lock_timeout: '10s' } })).toBe(
    `do $$ begin execute 'set local app.tenant = ''${tenantId}'''; execute 'set local lock_timeout = ''10s'''; end $$`,
  );
});

it('switches to the role of the app first if one login does everything', () => {
  expect(bindingSql({ tenantId, lasts: 'session', isSingleLogin: true })).toBe(
    `select set_config('role', 'faultline_app', false), set_config('app.tenant', '${tenantId}', false)`,
  );
});

it.each(["x'; reset role; --", tenantId.toUpperCase(), ''])('refuses %j, which is not a lower-case GUID', (text) => {
  expect(() => bindingSql({ tenantId: text, lasts: 'session', isSingleLogin: false })).toThrow('GUID');
});

it('checks whether the tenant is frozen for a change, and only then', () => {
  const binding = { tenantId, lasts: 'transaction', isSingleLogin: false } as const;
  expect(bindingSql({ ...binding, isForChange: true })).toContain(`"id" = '${tenantId}' and "frozenAt" is not null`);
  expect(bindingSql(binding)).not.toContain('frozenAt');
});
