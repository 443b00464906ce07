import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { groupsIn, readSsoProviders, roleOf } from './ssoProviders';

const folder = mkdtempSync(join(tmpdir(), 'faultline-sso-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const provider = (more: object = {}) => ({
  id: 'acme',
  domains: ['acme.example'],
  tenant: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44',
  oidc: { issuer: 'https://id.acme.example', clientId: 'faultline', clientSecret: 'secret' },
  ...more,
});
function read(content: unknown) {
  const file = join(folder, 'providers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readSsoProviders(file);
}

describe('the file of providers', () => {
  it('is read, with defaults for what is left out', () => {
    writeFileSync(join(folder, 'idp.xml'), '<EntityDescriptor/>');
    const saml = provider({ id: 'globex', domains: ['globex.example'], oidc: undefined, saml: { metadataFile: 'idp.xml' } });
    const [first, second] = read([provider({ breakGlass: ['Boss@Acme.Example'] }), saml]);
    expect(first).toMatchObject({
      roles: {},
      isRequired: false,
      breakGlass: ['boss@acme.example'],
      oidc: { groupsClaim: 'groups', emailsAreVerified: false },
    });
    expect(second).toMatchObject({ samlMetadata: '<EntityDescriptor/>', saml: { emailAttribute: 'email' } });
  });

  it.each<[string, unknown]>([
    ['JSON', '['],
    ['needs either oidc or saml', [provider({ oidc: undefined })]],
    ['cannot make anybody an Owner', [provider({ roles: { boss: 'Owner' } })]],
    ['cannot make anybody an Owner', [provider({ everybody: 'Owner' })]],
    ['domain acme.example is given twice', [provider(), provider({ id: 'other' })]],
    ['id acme is given twice', [provider(), provider({ domains: ['other.example'] })]],
    ['must be a domain in lower case', [provider({ domains: ['@Acme.example'] })]],
    ['is taken', [provider({ id: 'oidc' })]],
    ['Unrecognized key', [provider({ role: {} })]],
    ['no such file', [provider({ oidc: undefined, saml: { metadataFile: 'gone.xml' } })]],
  ])('is refused with a sentence: %s', (words, content) => {
    expect(() => read(content)).toThrow(words);
  });
});

describe('the role of somebody', () => {
  const roles = { editors: 'Editor', admins: 'Admin', readers: 'Viewer' } as const;

  it.each([
    [['editors', 'admins', 'readers'], undefined, 'Admin'],
    [['readers', 'editors'], undefined, 'Editor'],
    [['others'], 'Viewer', 'Viewer'],
    [['others'], undefined, null],
    [['constructor', '__proto__'], undefined, null],
    [[], undefined, null],
  ] as const)('with the groups %j and %s for everybody is %s', (groups, everybody, role) => {
    expect(roleOf({ roles, everybody }, groups)).toBe(role);
  });

  it('comes from a list of groups or a single group, and from nothing else', () => {
    const { oidc, saml } = provider() as unknown as Parameters<typeof groupsIn>[0];
    const of = (groups: unknown) => groupsIn({ oidc: { ...oidc, groupsClaim: 'groups' } as never, saml }, { groups });
    expect([of(['a', 'b']), of('a'), of(undefined), of([1, { a: 1 }])]).toEqual([['a', 'b'], ['a'], [], []]);
  });
});
