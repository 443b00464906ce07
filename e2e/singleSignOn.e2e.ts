/** Signing in with OpenID Connect and SAML providers, from our page to theirs and back. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type APIResponse, type Page } from '@playwright/test';
import { startIdentityProvider, type IdentityProvider } from '../src/test/identityProvider';
import { samlProvider, type SamlPerson } from '../src/test/samlProvider';
import { expectAccessible } from './support/expectAccessible';
import { type RunningServer, startServer } from './support/server';

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

let server: RunningServer;
let oidc: IdentityProvider;
let saml: Server;
let person: SamlPerson = { email: '', name: '', groups: [] };

test.beforeAll(async () => {
  test.setTimeout(300_000);
  // The address must be known before the server starts, so we use a port that was free a moment ago.
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  const address = `http://localhost:${port}`;
  const acs = `${address}/api/auth/sso/saml2/sp/acs/globex`;
  let answer: Awaited<ReturnType<typeof samlProvider>>['answer'] | null = null;
  saml = createServer((request, response) => {
    void answer?.(`http://localhost${request.url ?? ''}`, person).then(({ SAMLResponse, RelayState }) => {
      const field = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${value}">`;
      const form = `<form method="post" action="${acs}">${field('SAMLResponse', SAMLResponse)}${field('RelayState', RelayState)}<button>Go on</button></form>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Globex</title>${form}`);
    });
  });
  const provider = await samlProvider(acs, `http://127.0.0.1:${await listen(saml)}/sso`);
  answer = provider.answer;
  oidc = await startIdentityProvider(`${address}/api/auth/sso/callback/acme`, `${address}/api/auth/back-channel-logout/acme`);

  const first = await startServer();
  const { tenantId: tenant } = first.demo;
  await first.kill();
  const file = join(first.dataDirectory, 'providers.json');
  const { issuer, clientId, clientSecret } = oidc;
  writeFileSync(join(first.dataDirectory, 'globex.xml'), provider.metadata);
  writeFileSync(
    file,
    JSON.stringify([
      { id: 'acme', domains: ['acme.example'], tenant, everybody: 'Viewer', isRequired: true, oidc: { issuer, clientId, clientSecret } },
      { id: 'globex', domains: ['globex.example'], tenant, roles: { editors: 'Editor' }, saml: { metadataFile: 'globex.xml' } },
    ]),
  );
  server = await startServer(first.dataDirectory, String(port), { PUBLIC_URL: address, SSO_PROVIDERS_FILE: file });
});
test.afterAll(async () => {
  oidc.close();
  saml.close();
  await server.stop();
});

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto(`${server.address}/sign-in?next=${encodeURIComponent(`/t/${server.demo.tenantId}/profile`)}`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
}

test('with OpenID Connect, a new person arrives at the page they wanted, and a password does not work', async ({ page }) => {
  oidc.person = { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada' };
  await askFor(page, 'ada@acme.example');
  await expect(page).toHaveURL(`${server.address}/t/${server.demo.tenantId}/profile`);
  await expect(page.getByText('ada@acme.example').first()).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${server.address}/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@acme.example');
  await page.getByLabel('Password', { exact: true }).fill('anything at all');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'single sign-on' })).toHaveText(
    'Your organisation uses single sign-on. Use the button below.',
  );
});

test('with SAML, a member of a group gets in, and somebody in no group sees why not', async ({ page }) => {
  person = { email: 'hank@globex.example', name: 'Hank', groups: ['editors'] };
  await askFor(page, person.email);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page).toHaveURL(`${server.address}/t/${server.demo.tenantId}/profile`);
  await expect(page.getByText('hank@globex.example').first()).toBeVisible();
  await page.context().clearCookies();
  person = { ...person, groups: ['guests'] };
  await askFor(page, person.email);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'groups' })).toContainText('None of your groups has access here.');
});

test('an address without a provider gets the password field', async ({ page }) => {
  await askFor(page, 'joe@elsewhere.example');
  await expect(page.getByRole('alert').filter({ hasText: 'single' })).toContainText('No single sign-on is set up for this address.');
});

async function signInAsOwner(page: Page): Promise<void> {
  const { email, password } = server.demo;
  const answer = await page.request.post(`${server.address}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: server.address },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`${server.address}/t/${server.demo.tenantId}/settings`);
}

test('an Admin maps a group to a role: its members have that role from their next sign-in, others have none', async ({ page, browser }) => {
  await signInAsOwner(page);
  const globex = page.getByRole('region', { name: 'Provider globex' });
  await expect(globex.getByText('These are the roles that the operator set; you can change them.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await globex.getByRole('button', { name: 'Add a group' }).click();
  await globex.getByRole('textbox', { name: 'Group 2' }).fill('auditors');
  await globex.getByRole('combobox', { name: 'Role of group 2' }).click();
  await page.getByRole('option', { name: 'Admin', exact: true }).click();
  await globex.getByRole('button', { name: 'Save the roles' }).click();
  await expect(page.getByText('Roles of groups saved.')).toBeVisible();
  await expect(globex.getByText('This tenant set these roles.', { exact: false })).toBeVisible();

  const theirs = await browser.newPage();
  person = { email: 'grace@globex.example', name: 'Grace', groups: ['auditors'] };
  await askFor(theirs, person.email);
  await theirs.getByRole('button', { name: 'Go on' }).click();
  await expect(theirs.getByRole('navigation', { name: 'Main' }).getByText('· Admin')).toBeVisible();
  await theirs.context().clearCookies();
  person = { ...person, groups: [] };
  await askFor(theirs, person.email);
  await theirs.getByRole('button', { name: 'Go on' }).click();
  await expect(theirs.getByRole('alert').filter({ hasText: 'groups' })).toContainText('None of your groups has access here.');
  await theirs.close();

  await page.goto(`${server.address}/t/${server.demo.tenantId}/audit-log?tab=administration`);
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByRole('row').filter({ hasText: 'Identity provider' })).toContainText('auditors: Admin');
  await expect(log.getByRole('row').filter({ hasText: 'grace@globex.example' })).toHaveCount(2);
});

test('a provider with a token sends people by SCIM, and ends their sessions', async ({ page, browser, request }) => {
  await signInAsOwner(page);
  const acme = page.getByRole('region', { name: 'Provider acme' });
  await acme.getByRole('button', { name: 'Create a SCIM token' }).click();
  const token = (await acme.getByRole('group', { name: 'SCIM token', exact: true }).textContent()) ?? '';
  const base = (await acme.getByRole('group', { name: 'SCIM base address' }).textContent()) ?? '';
  expect(base).toBe(`${server.address}/api/scim/v2`);
  const scim = (method: string, path: string, data?: object): Promise<APIResponse> =>
    request.fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(data === undefined ? {} : { data: JSON.stringify(data) }),
    });
  const user = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'lin@acme.example',
    displayName: 'Lin',
    active: true,
  };
  const made = await scim('POST', '/Users', user);
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };

  const theirs = await browser.newPage();
  oidc.person = { sub: 'lin', email: user.userName, email_verified: true, name: 'Lin' };
  await askFor(theirs, user.userName);
  await expect(theirs.getByText(user.userName).first()).toBeVisible();
  const operations = [{ op: 'replace', path: 'active', value: false }];
  const ended = await scim('PATCH', `/Users/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations });
  expect(ended.status()).toBe(200);
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/sign-in/);
  await askFor(theirs, user.userName);
  await expect(theirs.getByRole('alert').filter({ hasText: 'account' })).toContainText('Your organisation has closed your account.');
  await theirs.close();

  expect((await scim('PUT', `/Users/${id}`, { ...user, displayName: 'Lin Two' })).status()).toBe(200);
  expect((await scim('DELETE', `/Users/${id}`)).status()).toBe(204);
  await acme.getByRole('button', { name: /^Revoke / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the token' }).click();
  await expect(page.getByText('The SCIM token was revoked.')).toBeVisible();
  expect((await scim('GET', '/Users')).status()).toBe(401);
});

test('whoever logs out at the provider is signed out here', async ({ page }) => {
  oidc.person = { sub: 'mira', email: 'mira@acme.example', email_verified: true, name: 'Mira' };
  await askFor(page, 'mira@acme.example');
  await expect(page.getByText('mira@acme.example').first()).toBeVisible();
  await page.goto(`${oidc.issuer}/session/end`);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.goto(`${server.address}/t/${server.demo.tenantId}/profile`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test('an Owner requires single sign-on: members with a password are sent to their provider', async ({ page, browser }) => {
  await signInAsOwner(page);
  const required = page.getByRole('region', { name: 'Required single sign-on' });
  await required.getByRole('combobox', { name: 'Owner who may use a password' }).click();
  await page.getByRole('option', { name: new RegExp(server.demo.email.replaceAll('.', '\\.')) }).click();
  await required.getByRole('button', { name: 'Require single sign-on' }).click();
  await expect(page.getByText('Single sign-on is required.')).toBeVisible();

  const password = 'a password of this journey';
  const environment = { ...process.env, FAULTLINE_DATA: server.dataDirectory, FAULTLINE_PASSWORD: password };
  const member = ['--email', 'guest@elsewhere.example', '--tenant', server.demo.tenantId, '--role', 'Editor'];
  await promisify(execFile)(process.execPath, [join('src', 'ops', 'boot', 'run.mjs'), 'admin', 'user', 'create', ...member], {
    env: environment,
  });
  const theirs = await browser.newPage();
  await theirs.goto(`${server.address}/sign-in?next=${encodeURIComponent(`/t/${server.demo.tenantId}/home`)}`);
  await theirs.getByRole('textbox', { name: 'E-mail' }).fill('guest@elsewhere.example');
  await theirs.getByLabel('Password', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(theirs.getByRole('heading', { name: 'Single sign-on is required' })).toBeVisible();
  await expectAccessible(theirs);
  const asked = await theirs.request.get(`${server.address}/trpc/${server.demo.tenantId}/tenant.get?input=%7B%7D`);
  expect([asked.status(), await asked.text()]).toEqual([403, expect.stringContaining('sso_required')]);
  await theirs.getByRole('button', { name: 'Sign out and sign in again' }).click();
  await expect(theirs).toHaveURL(/\/sign-in\?next=/);
  await theirs.close();

  await page.reload();
  await required.getByRole('button', { name: 'Allow passwords again' }).click();
  await expect(page.getByText('Passwords work again.')).toBeVisible();
});
