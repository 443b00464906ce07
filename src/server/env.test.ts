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

it('refuses a provider that is named in part, and a service into which nobody gets', () => {
  expect(() => read({ ...OIDC, OIDC_CLIENT_SECRET: '' })).toThrow('OIDC_CLIENT_SECRET: is required with the others of a provider');
  expect(read({ PASSWORD_SIGN_IN: '0', SSO_PROVIDERS_FILE: 'providers.json' }).PASSWORD_SIGN_IN).toBe(false);
  expect(() => read({ PASSWORD_SIGN_IN: '0' })).toThrow('OIDC_DISCOVERY_URL: is required with PASSWORD_SIGN_IN=0, or nobody could sign in');
});
