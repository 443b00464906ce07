/** SAML single logout as samlp sends it, and forged requests, which must sign nobody out. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { samlProvider, type SamlBinding, type SamlPerson, type SpoiledLogout } from '@/test/samlProvider';
import { begin, comeBack, ORIGIN } from '@/test/signOnBrowser';
import { newTenant } from '@/test/tenants';
import { readIdentity, readLogoutRequest, readPosted, readRedirected } from './samlMessages';
import { answerAuth, findSession } from './signIn';

const { database } = await useOwnDatabase();
const { tenantId } = await newTenant(database);
const acs = (id: string): string => `${ORIGIN}/api/auth/sso/saml2/sp/acs/${id}`;
const logoutAt = (id: string): string => `${ORIGIN}/api/auth/saml-logout/${id}`;
const [globex, initech] = [await samlProvider(acs('globex')), await samlProvider(acs('initech'))];
const ANSWERS = 'https://idp.globex.example/logged-out?from=us';

const folder = mkdtempSync(join(tmpdir(), 'faultline-saml-logout-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'globex.xml'), globex.metadataWithLogout('HTTP-POST', ANSWERS));
writeFileSync(join(folder, 'initech.xml'), initech.metadata);
writeFileSync(
  join(folder, 'providers.json'),
  JSON.stringify([
    ...['globex', 'initech'].map((id) => ({
      id,
      domains: [`${id}.example`],
      tenant: tenantId,
      everybody: 'Viewer',
      saml: { metadataFile: `${id}.xml` },
    })),
    {
      id: 'acme',
      domains: ['acme.example'],
      tenant: tenantId,
      oidc: { issuer: 'https://id.acme.example', clientId: 'faultline', clientSecret: 'secret' },
    },
  ]),
);
Object.assign(process.env, { SSO_PROVIDERS_FILE: join(folder, 'providers.json') });

const somebody = (domain = 'globex.example'): SamlPerson => ({ email: `${randomUUID()}@${domain}`, name: 'Hank', groups: [] });

/** Signs in; returns whether the session still exists, and the form with the provider's answer. */
async function signIn(person: SamlPerson, by = globex, id = 'globex') {
  const { url } = await begin('/sign-in/sso', { email: person.email });
  const form = await by.answer(url, person);
  const { email, cookie } = await comeBack(acs(id), '', form);
  expect(email).toBe(person.email);
  return { form, isSignedIn: async () => (await findSession(new Headers({ cookie }))) !== null };
}

function post(form: Readonly<Record<string, string>>, id = 'globex'): Promise<Response> {
  const headers = { host: 'localhost:3000', origin: 'https://idp.globex.example' };
  return answerAuth(new Request(logoutAt(id), { method: 'POST', headers, body: new URLSearchParams(form) }));
}
const go = (address: string): Promise<Response> => answerAuth(new Request(address, { headers: { host: 'localhost:3000' } }));

const decoded = (text: string): string =>
  text
    .replaceAll('&#43;', '+')
    .replaceAll('&#34;', '"')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
/** The fields of a form on a page. */
function fieldsOf(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, decoded(value)]));
}

/** Sends the provider's message in one of the two bindings. */
async function end(person: SamlPerson, binding: SamlBinding, spoil: SpoiledLogout = {}): Promise<Response> {
  const sent = await globex.logOut(person, logoutAt('globex'), binding, spoil);
  return binding === 'HTTP-POST' ? post(fieldsOf(sent)) : go(sent);
}

describe.each<SamlBinding>(['HTTP-POST', 'HTTP-Redirect'])('a logout request by %s', (binding) => {
  it('ends all sessions that the provider began for the person, and is answered', async () => {
    const person = somebody();
    const sessions = [await signIn(person), await signIn(person)];
    const other = await signIn(somebody());
    const answer = await end(person, binding);
    expect(answer.status).toBe(200);
    expect(await Promise.all(sessions.map(({ isSignedIn }) => isSignedIn()))).toEqual([false, false]);
    expect(await other.isSignedIn()).toBe(true);
    const page = await answer.text();
    expect(page).toContain(`action="${ANSWERS}"`);
    const { SAMLResponse = '', RelayState } = fieldsOf(page);
    expect(RelayState).toBe('state & more');
    const xml = Buffer.from(SAMLResponse, 'base64').toString();
    expect(xml).toContain('status:Success');
    expect(xml).toMatch(/InResponseTo="_[^"]+"/);
  });

  it('counts once', async () => {
    const person = somebody();
    await signIn(person);
    const sent = await globex.logOut(person, logoutAt('globex'), binding);
    const again = (): Promise<Response> => (binding === 'HTTP-POST' ? post(fieldsOf(sent)) : go(sent));
    expect((await again()).status).toBe(200);
    const later = await signIn(person);
    expect((await again()).status).toBe(400);
    expect(await later.isSignedIn()).toBe(true);
  });

  it.each<[string, SpoiledLogout]>([
    ['that somebody else signed', { isForged: true }],
    ['signed with SHA-1', { signatureAlgorithm: 'rsa-sha1' }],
    ['of another provider', { issuer: 'https://elsewhere.example' }],
    ['for another service', { destination: 'https://elsewhere.example/logout' }],
  ])('%s ends nothing', async (_what, spoil) => {
    const person = somebody();
    const session = await signIn(person);
    const sent = await globex.logOut(person, logoutAt('globex'), binding, spoil);
    const query = sent.split('?')[1] ?? '';
    const answer = await (binding === 'HTTP-POST' ? post(fieldsOf(sent)) : go(`${logoutAt('globex')}?${query}`));
    expect(answer.status).toBe(400);
    expect(await session.isSignedIn()).toBe(true);
  });

  it('sent to another provider’s address ends nothing there', async () => {
    const person = somebody('initech.example');
    const session = await signIn(person, initech, 'initech');
    const sent = await globex.logOut(person, logoutAt('initech'), binding);
    expect((await (binding === 'HTTP-POST' ? post(fieldsOf(sent), 'initech') : go(sent))).status).toBe(400);
    expect(await session.isSignedIn()).toBe(true);
    const own = await initech.logOut(person, logoutAt('initech'), binding);
    const answer = await (binding === 'HTTP-POST' ? post(fieldsOf(own), 'initech') : go(own));
    expect([answer.status, await answer.text()]).toEqual([200, 'You are signed out.']);
    expect(await session.isSignedIn()).toBe(false);
  });

  it('that is too old, from the future or expired is refused', async () => {
    const identity = readIdentity(globex.metadata);
    const sent = await globex.logOut(somebody(), logoutAt('globex'), binding);
    const root =
      binding === 'HTTP-POST' ? readPosted(fieldsOf(sent).SAMLRequest ?? '', identity) : readRedirected(sent.split('?')[1] ?? '', identity);
    const at = (seconds: number) => () => readLogoutRequest(root, identity, logoutAt('globex'), new Date(Date.now() + seconds * 1_000));
    expect(at(0)()).toMatchObject({ nameId: expect.stringMatching(/^id of /) as string });
    expect(at(590)()).toBeTruthy();
    expect(at(700)).toThrow('too old');
    expect(at(-120)).toThrow('from the future');
    root.setAttribute('NotOnOrAfter', new Date(Date.now() - 120_000).toISOString());
    expect(at(0)).toThrow('expired');
  });
});

const packed = (xml: string): { SAMLRequest: string } => ({ SAMLRequest: Buffer.from(xml).toString('base64') });
const postedXml = async (person: SamlPerson): Promise<string> =>
  Buffer.from(fieldsOf(await globex.logOut(person, logoutAt('globex'), 'HTTP-POST')).SAMLRequest ?? '', 'base64').toString();

describe('nobody is signed out', () => {
  it('by a request without a signature, changed after it was signed, or with a second signature', async () => {
    const [person, victim] = [somebody(), somebody()];
    const sessions = [await signIn(person), await signIn(victim)];
    const xml = await postedXml(person);
    const signature = /<(?:\w+:)?Signature[\s>].*<\/(?:\w+:)?Signature>/s.exec(xml)?.[0] ?? '';
    expect(signature).not.toBe('');
    for (const forged of [
      xml.replace(signature, ''),
      xml.replace(person.email, victim.email),
      xml.replace(signature, signature + signature),
      `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`,
      xml.slice(0, -20),
      '',
      'x'.repeat(200_000),
    ])
      expect((await post(packed(forged))).status).toBe(400);
    expect(await Promise.all(sessions.map(({ isSignedIn }) => isSignedIn()))).toEqual([true, true]);
  });

  it('by a person’s own signed assertion, wrapped into a request that names another person', async () => {
    const [person, victim] = [somebody(), somebody()];
    const session = await signIn(victim);
    const { form } = await signIn(person);
    const response = Buffer.from(form.SAMLResponse, 'base64').toString();
    const assertion = /<(?:\w+:)?Assertion[\s>].*<\/(?:\w+:)?Assertion>/s.exec(response)?.[0] ?? '';
    const signature = /<(?:\w+:)?Signature[\s>].*<\/(?:\w+:)?Signature>/s.exec(assertion)?.[0] ?? '';
    expect([assertion, signature]).not.toContain('');
    const forged = (await postedXml(victim))
      .replace(/<(?:\w+:)?Signature[\s>].*<\/(?:\w+:)?Signature>/s, signature)
      .replace('</samlp:LogoutRequest>', `<samlp:Extensions>${assertion.replace(signature, '')}</samlp:Extensions></samlp:LogoutRequest>`);
    const answer = await post(packed(forged));
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'what was signed is not a logout request' }]);
    expect(await session.isSignedIn()).toBe(true);
  });

  it('by a genuine request, wrapped into one that names another person', async () => {
    const [person, victim] = [somebody(), somebody()];
    const sessions = [await signIn(person), await signIn(victim)];
    const genuine = await postedXml(person);
    const signature = /<(?:\w+:)?Signature[\s>].*<\/(?:\w+:)?Signature>/s.exec(genuine)?.[0] ?? '';
    const outer = (await postedXml(victim)).replace(/<(?:\w+:)?Signature[\s>].*<\/(?:\w+:)?Signature>/s, signature);
    const inner = genuine.replace(signature, '').replace(/<\?xml[^>]*\?>/, '');
    await post(packed(outer.replace('</samlp:LogoutRequest>', `<samlp:Extensions>${inner}</samlp:Extensions></samlp:LogoutRequest>`)));
    // At most the sessions of the person whom the provider named.
    expect(await sessions[1]?.isSignedIn()).toBe(true);
  });

  it('by an address whose parts were changed, repeated or left out', async () => {
    const person = somebody();
    const session = await signIn(person);
    const sent = await globex.logOut(person, logoutAt('globex'), 'HTTP-Redirect');
    const [base = '', query = ''] = sent.split('?');
    const pairs = query.split('&');
    const other = (await globex.logOut(somebody(), logoutAt('globex'), 'HTTP-Redirect')).split('?')[1]?.split('&') ?? [];
    const partOf = (from: string[], name: string): string => from.find((pair) => pair.startsWith(`${name}=`)) ?? '';
    for (const forged of [
      query.replace(partOf(pairs, 'RelayState'), 'RelayState=elsewhere'),
      query.replace(partOf(pairs, 'Signature'), partOf(other, 'Signature')),
      query.replace(partOf(pairs, 'SAMLRequest'), partOf(other, 'SAMLRequest')),
      `${query}&${partOf(other, 'SAMLRequest')}`,
      pairs.filter((pair) => !pair.startsWith('Signature=')).join('&'),
      pairs.filter((pair) => !pair.startsWith('SigAlg=')).join('&'),
      '',
      'SAMLRequest=%ZZ&SigAlg=%ZZ',
    ])
      expect((await go(`${base}?${forged}`)).status, forged.slice(0, 60)).toBe(400);
    expect(await session.isSignedIn()).toBe(true);
    expect((await go(sent)).status).toBe(200);
  });

  it('at the address of a provider without SAML, of no provider, or of the library', async () => {
    const sent = await globex.logOut(somebody(), logoutAt('globex'), 'HTTP-POST');
    for (const id of ['acme', 'nobody']) expect((await post(fieldsOf(sent), id)).status).toBe(404);
    const library = new Request(`${ORIGIN}/api/auth/sso/saml2/sp/slo/globex`, {
      method: 'POST',
      body: new URLSearchParams(fieldsOf(sent)),
    });
    expect((await answerAuth(library)).status).toBe(400);
    expect((await post({}, 'globex')).status).toBe(400);
  });
});

it('the metadata says where answers go', () => {
  expect(readIdentity(globex.metadataWithLogout('HTTP-Redirect', ANSWERS)).logout).toEqual({ post: null, redirect: ANSWERS });
  expect(readIdentity(globex.metadataWithLogout('HTTP-POST', ANSWERS)).logout).toEqual({ post: ANSWERS, redirect: null });
  expect(readIdentity(globex.metadata).logout).toEqual({ post: null, redirect: null });
  for (const wrong of ['<a/>', 'no XML', '']) expect(() => readIdentity(wrong)).toThrow(/not describe an identity provider|not XML/);
});
