import { expect, it } from 'vitest';
import { readEnv } from './env';

const OIDC = {
  OIDC_DISCOVERY_URL: 'https://id.example.com/.well-known/openid-configuration',
  OIDC_CLIENT_ID: 'faultline',
  OIDC_CLIENT_SECRET: 'secret',
};
const read = (more: Record<string, string>) => readEnv({ NODE_ENV: 'test', ...more });

it('has passwords unless single sign-on is the only way in', () => {
  expect(
    [read({}), read({ ...OIDC, PASSWORD_SIGN_IN: '1' }), read({ ...OIDC, PASSWORD_SIGN_IN: '0' })].map(
      ({ PASSWORD_SIGN_IN }) => PASSWORD_SIGN_IN,
    ),
  ).toEqual([true, true, false]);
});

it('refuses an incomplete provider, and a service into which nobody can sign in', () => {
  expect(() => read({ ...OIDC, OIDC_CLIENT_SECRET: '' })).toThrow(
    'OIDC_CLIENT_SECRET: is required because another OIDC_ setting of the provider is set',
  );
  expect(read({ PASSWORD_SIGN_IN: '0', SSO_PROVIDERS_FILE: 'providers.json' }).PASSWORD_SIGN_IN).toBe(false);
  expect(() => read({ PASSWORD_SIGN_IN: '0' })).toThrow('OIDC_DISCOVERY_URL: is required with PASSWORD_SIGN_IN=0, or nobody could sign in');
});

it('starts the requested number of processes, within bounds', () => {
  expect(read({}).FAULTLINE_PROCESSES).toBeUndefined();
  expect(['1', '16'].map((text) => read({ FAULTLINE_PROCESSES: text }).FAULTLINE_PROCESSES)).toEqual([1, 16]);
  for (const text of ['0', '17', '-1', '1.5', 'all', '1e9'])
    expect(() => read({ FAULTLINE_PROCESSES: text })).toThrow('FAULTLINE_PROCESSES');
});

it('has both roles unless one is named, which requires a database that other processes can reach', () => {
  const DATABASE_URL = 'postgresql://localhost/faultline';
  expect(read({}).FAULTLINE_ROLES).toEqual(['web', 'worker']);
  expect(read({ FAULTLINE_ROLES: 'worker, web' }).FAULTLINE_ROLES).toEqual(['worker', 'web']);
  expect(read({ FAULTLINE_ROLES: 'worker', DATABASE_URL }).FAULTLINE_ROLES).toEqual(['worker']);
  for (const role of ['web', 'worker', 'web,web'])
    expect(() => read({ FAULTLINE_ROLES: role })).toThrow('FAULTLINE_ROLES: one role alone requires DATABASE_URL');
  for (const text of ['owner', 'web,', ',', 'WEB', 'web worker'])
    expect(() => read({ FAULTLINE_ROLES: text, DATABASE_URL })).toThrow(
      /FAULTLINE_ROLES.*must be web, worker, or both separated by a comma/,
    );
});
