/** Signing in with OpenID Connect and SAML providers, from our page to theirs and back. */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { startIdentityProvider, type IdentityProvider } from '../src/test/identityProvider';
import { samlProvider, type SamlPerson } from '../src/test/samlProvider';
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
  oidc = await startIdentityProvider(`${address}/api/auth/sso/callback/acme`);

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

test('by OpenID Connect somebody new arrives where they wanted to go, and a password does not open the door', async ({ page }) => {
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

test('by SAML somebody of a group gets in, and somebody of none is told why not', async ({ page }) => {
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

test('an address for which nobody speaks is sent to its password', async ({ page }) => {
  await askFor(page, 'joe@elsewhere.example');
  await expect(page.getByRole('alert').filter({ hasText: 'single' })).toContainText('No single sign-on is set up for this address.');
});
