/** The backend: what it answers about entities, and whom it refuses. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { INSIDER, SETTINGS, startBackend, type StartedBackend } from './backend';
import { FAULTLINE, tellFaultline } from './faultline';

const KNOWN_KEYS = Object.values(FAULTLINE.keys);
let backend: StartedBackend;
beforeAll(async () => {
  backend = await startBackend();
});
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
const guid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const page = `${FAULTLINE.url}/t/${FAULTLINE.tenant}`;

describe('the impact of an entity', () => {
  it('for a resource that is down: state, incident, blast radius and links', async () => {
    const { status, body, headers } = await backend.ask('resource/default/db');
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body).toEqual({
      isKnown: true,
      kind: 'component',
      technicalName: 'db',
      name: 'Database',
      computedAt: at,
      live: { state: 'Outage', causes: ['db'], since: at, isUnderMaintenance: false, lastSignalAt: at },
      incidents: [
        {
          id: guid,
          number: 1,
          state: 'Open',
          severity: 'Outage',
          cause: 'db',
          isCause: true,
          openedAt: at,
          url: expect.stringContaining(`${page}/incidents/`) as string,
        },
      ],
      hasMoreIncidents: false,
      blastRadius: {
        counts: { components: 3, applications: 2, capabilities: 2, processes: 0, audiences: 1 },
        applications: [
          { technicalName: 'shop', name: 'Shop', expectedState: 'Outage' },
          { technicalName: 'billing', name: 'Billing', expectedState: 'Outage' },
        ],
        capabilities: [
          { technicalName: 'sell', name: 'Sell', expectedState: 'Outage' },
          { technicalName: 'bill', name: 'Bill', expectedState: 'Outage' },
        ],
        exposure: null,
        beyondDepth: 0,
      },
      links: {
        blastRadius: expect.stringContaining(`${page}/blast-radius?entityType=component&entityId=`) as string,
        liveImpact: `${page}/live-impact`,
      },
    });
  });

  it('for an affected component: its cause and incident', async () => {
    const { body } = await backend.ask('component/default/web');
    expect(body).toMatchObject({
      technicalName: 'web',
      live: { state: 'Outage', causes: ['db'], since: null },
      incidents: [{ cause: 'db', isCause: false }],
    });
  });

  it('for a system: that of the application, with the incidents of its components', async () => {
    const { body } = await backend.ask('system/default/shop');
    expect(body).toMatchObject({
      kind: 'application',
      technicalName: 'shop',
      live: { state: 'Outage', causes: ['db'], since: null },
      incidents: [{ cause: 'db', isCause: true }],
      links: { blastRadius: expect.stringContaining('entityType=application') as string },
    });
    const untouched = await backend.ask('system/default/archive');
    expect(untouched.body).toMatchObject({
      live: { state: 'Healthy', causes: [] },
      incidents: [],
      blastRadius: { counts: { components: 0 } },
    });
    expect((untouched.body as { live: object }).live).not.toHaveProperty('lastSignalAt');
    expect((await backend.ask('system/default/empty')).body).toMatchObject({ isKnown: true, incidents: [], hasMoreIncidents: false });
  });

  it('for a component that never reported: Healthy only by assumption', async () => {
    const { body } = await backend.ask('component/default/cache');
    expect(body).toMatchObject({ live: { state: 'Healthy', since: null, lastSignalAt: null }, incidents: [] });
  });

  it('is found by annotation, by namespace, and a resource by the name that the import gives beside a component', async () => {
    for (const [path, technicalName] of [
      ['component/default/renamed', 'db'],
      ['component/default/whole', 'shop'],
      ['component/team/pay', 'team.pay'],
      ['resource/default/web', 'web-resource'],
      ['RESOURCE/DEFAULT/DB', 'db'],
    ] as const)
      expect((await backend.ask(path)).body).toMatchObject({ isKnown: true, technicalName });
  });

  it('is no error if Faultline does not have the entity, and an annotation is never used as a path', async () => {
    expect(await backend.ask('component/default/nowhere')).toMatchObject({
      status: 200,
      body: { isKnown: false, kind: 'component', technicalNames: ['nowhere'] },
    });
    expect((await backend.ask('component/default/odd')).body).toEqual({
      isKnown: false,
      kind: 'component',
      technicalNames: ['../applications?limit=1'],
    });
  });

  it('changes with its health', async () => {
    await tellFaultline('POST', '/components/probe/health', { state: 'Degraded' });
    await vi.waitFor(
      async () =>
        expect((await backend.ask('system/default/scratch')).body).toMatchObject({ live: { state: 'Degraded', causes: ['probe'] } }),
      { timeout: 60_000, interval: 500 },
    );
  });
});

describe('a question is refused', () => {
  const messageOf = (body: unknown): string => (body as { error: { message: string } }).error.message;

  it('without credentials, and from anyone but a person', async () => {
    expect((await backend.ask('resource/default/db', 'Bearer nonsense')).status).toBe(401);
    expect((await backend.ask('resource/default/db', mockCredentials.service.header())).status).toBe(403);
    expect((await backend.ask('resource/default/db', mockCredentials.none.header())).status).toBe(401);
  });

  it('for entities that the person may not see, as if they did not exist', async () => {
    const [hidden, none] = [await backend.ask('component/default/hidden'), await backend.ask('component/default/none')];
    expect([hidden.status, none.status]).toEqual([404, 404]);
    expect(messageOf(hidden.body).replace('hidden', 'none')).toBe(messageOf(none.body));
    const insider = await backend.ask('component/default/hidden', mockCredentials.user.header(INSIDER));
    expect(insider).toMatchObject({ status: 200, body: { technicalName: 'db' } });
  });

  it('without the permission, before the catalog or Faultline is asked', async () => {
    const denied = await startBackend(SETTINGS, [mockServices.permissions.factory({ result: AuthorizeResult.DENY })]);
    for (const path of ['resource/default/db', 'component/default/none']) expect((await denied.ask(path)).status).toBe(403);
  });

  it('for kinds without live state, and for invalid references', async () => {
    expect(await backend.ask('domain/default/sales')).toMatchObject({ status: 404 });
    for (const path of [
      'component/default/%2e%2e%2fdb',
      'component/default/a b',
      `component/default/${'x'.repeat(200)}`,
      'component/%00/db',
    ])
      expect((await backend.ask(path)).status).toBe(400);
  });
});

describe('exposure', () => {
  const exposureOf = async (settings: object, result: AuthorizeResult.ALLOW | null = null): Promise<unknown> => {
    const started = await startBackend({ ...SETTINGS, ...settings }, result === null ? [] : [mockServices.permissions.factory({ result })]);
    return ((await started.ask('resource/default/db')).body as { blastRadius: { exposure: unknown } }).blastRadius.exposure;
  };

  it('is shown only if the key may see it and the configuration says so', async () => {
    expect(await exposureOf({ key: FAULTLINE.keys.revenue, showExposure: true })).toEqual({
      currency: 'EUR',
      expectedPerHour: 1000,
      perHour: 1000,
    });
    expect(await exposureOf({ key: FAULTLINE.keys.revenue })).toBeNull();
    expect(await exposureOf({ key: FAULTLINE.keys.read, showExposure: true })).toBeNull();
  });

  it('is hidden from a person without that permission, also while another one sees it', async () => {
    const permissions = mockServices.permissions.mock({
      authorize: async (asked, { credentials } = {} as never) => {
        const { userEntityRef } = (credentials as unknown as { principal: { userEntityRef: string } }).principal;
        return asked.map(({ permission }) => ({
          result: permission.name === 'faultline.exposure.read' && userEntityRef !== INSIDER ? AuthorizeResult.DENY : AuthorizeResult.ALLOW,
        }));
      },
    });
    const started = await startBackend({ ...SETTINGS, key: FAULTLINE.keys.revenue, showExposure: true }, [permissions.factory]);
    const [insider, other] = await Promise.all([
      started.ask('resource/default/db', mockCredentials.user.header(INSIDER)),
      started.ask('resource/default/db'),
    ]);
    expect(insider.body).toMatchObject({ blastRadius: { exposure: { expectedPerHour: 1000 } } });
    expect(other.body).toMatchObject({ blastRadius: { exposure: null } });
  });
});

describe('a Faultline that fails', () => {
  const UNKNOWN_KEY = `${FAULTLINE.keys.read.slice(0, 4)}${'0'.repeat(36)}`;

  it.each([
    ['an unknown key', { key: UNKNOWN_KEY }, /does not accept the key in faultline\.key: it is unknown, revoked or expired/],
    ['a key of another tenant', { tenant: FAULTLINE.otherTenant }, /may not read the tenant in faultline\.tenant/],
    ['a key that may not read', { key: FAULTLINE.keys.health }, /may not read .*: scope_missing.*needs the scope read/],
    ['no server at all', { baseUrl: 'http://127.0.0.1:1' }, /cannot be reached at http:\/\/127\.0\.0\.1:1$/],
  ])('%s is reported as such, with 503 and without any key', async (_name, settings, words) => {
    const broken = await startBackend({ ...SETTINGS, ...settings });
    const { status, text, body } = await broken.ask('resource/default/db');
    expect(status).toBe(503);
    expect((body as { error: { message: string } }).error.message).toMatch(words);
    for (const key of [...KNOWN_KEYS, UNKNOWN_KEY]) expect(text).not.toContain(key);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['a page that is not the API', (_request, response) => response.end('<html>'), /does not answer as Faultline does/],
    ['a redirect', (_request, response) => response.writeHead(302, { location: `${FAULTLINE.url}/stolen` }).end(), /cannot be reached/],
    ['a busy server', (_request, response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'), /asks to wait for 7 s/],
    ['a server that breaks off', (request) => request.destroy(), /cannot be reached/],
    ['an error without a message', (_request, response) => response.writeHead(500).end('oops'), /refused: status 500/],
  ])('%s is told as such, and works again afterwards', async (_name, answer, words) => {
    let isBroken = true;
    const front = createServer((request, response) => {
      if (isBroken) return void answer(request, response);
      void fetch(`${FAULTLINE.url}${request.url ?? ''}`, { headers: { authorization: request.headers.authorization ?? '' } }).then(
        async (real) => response.writeHead(real.status, { 'content-type': 'application/json' }).end(await real.text()),
      );
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    try {
      const started = await startBackend({ ...SETTINGS, baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}` });
      const { status, body } = await started.ask('resource/default/db');
      expect([status, (body as { error: { message: string } }).error.message]).toEqual([503, expect.stringMatching(words)]);
      isBroken = false;
      expect((await started.ask('resource/default/db')).status).toBe(200);
    } finally {
      front.closeAllConnections();
      front.close();
    }
  });

  it.each([
    [{ baseUrl: 'http://faultline.example.com' }, 'faultline.baseUrl must start with https://'],
    [{ baseUrl: 'https://me:secret@faultline.example.com' }, 'faultline.baseUrl must not contain a user name or password'],
    [{ baseUrl: 'https://faultline.example.com/t/x' }, 'faultline.baseUrl must be only https://faultline.example.com'],
    [{ baseUrl: 'faultline' }, 'faultline.baseUrl is not a web address'],
    [{ publicUrl: 'javascript:alert(1)' }, 'faultline.publicUrl is not a web address'],
    [{ tenant: 'acme' }, 'faultline.tenant must be the GUID of the tenant'],
    [{ key: 'secret-thing' }, 'faultline.key is not an API key'],
    [{ key: undefined }, 'faultline.key'],
  ])('settings %j stop the backend from starting, without the key', async (settings, words) => {
    const started = startBackend({ ...SETTINGS, ...settings });
    await expect(started).rejects.toThrow(words);
    await expect(started).rejects.not.toThrow('secret-thing');
  });
});
