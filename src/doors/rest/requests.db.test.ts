/** What applies to every request: transport, paths, methods, bodies, headers, and the form of refusals. */
import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { nodeServer, type RestAnswer } from '@/test/restMounts';
import { created, createRestTenant, describeMounts, type RestTenant } from '@/test/restTenants';
import { answerWebRequest } from '@/doors/webHandler';
import { handleApi } from '@/doors/apiHandler';
import type { ApiRequest } from '@/doors/http/apiRequest';

const { database } = await useTestDatabase();
const JSON_TYPE = { 'content-type': 'application/json' };

function withoutRequestId(answer: RestAnswer): string {
  return answer.text.replace(/"requestId":"[^"]+"/, '"requestId":"-"');
}

describeMounts('every request', (send) => {
  let tenant: RestTenant;
  let other: RestTenant;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send);
    other = await createRestTenant(database, send);
    await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' });
  });

  describe('for a version of the API', () => {
    const ask = (version: string, path = '/applications') => tenant.call('GET', path, { headers: { 'api-version': version } });

    it.each(['2', '2.0', '2.17', '2.x'])('%s is answered', async (version) => {
      expect((await ask(version)).status).toBe(200);
    });

    it.each(['1', '3', '2.', '22', 'v2', '2026-01-01', '2.1.3'])('%s is 400, at every address', async (version) => {
      for (const path of ['/applications', '/mcp']) {
        const answer = await ask(version, path);
        expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'unsupported_version']);
      }
    });
  });

  describe('is refused with 401', () => {
    it.each([
      ['no key', {}, 'Bearer'],
      ['an empty header', { authorization: '' }, 'Bearer error="invalid_token"'],
      ['another scheme', { authorization: 'Basic Zmx0OmZsdA==' }, 'Bearer error="invalid_token"'],
      ['a text that is not a key', { authorization: 'Bearer secret' }, 'Bearer error="invalid_token"'],
      ['a key with a wrong checksum', { authorization: `Bearer flt_${'a'.repeat(36)}` }, 'Bearer error="invalid_token"'],
    ])('for %s', async (_name, headers: Record<string, string>, challenge) => {
      const answer = await send('GET', `/api/${tenant.tenantId}/applications`, { headers });
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
      expect(answer.headers.get('www-authenticate')).toBe(challenge);
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    });

    it('before anything else about the request is checked', async () => {
      const broken = { raw: '{"broken', headers: { 'content-type': 'text/plain' } };
      expect((await tenant.call('POST', '/applications?nix=1', broken, null)).status).toBe(401);
      expect((await tenant.call('POST', '/applications?nix=1', broken, tenant.keys.read)).status).toBe(403);
    });

    it('accepts the scheme in any case', async () => {
      expect(
        (await send('GET', `/api/${tenant.tenantId}/applications`, { headers: { authorization: `bEARER  ${tenant.keys.read}` } })).status,
      ).toBe(200);
    });
  });

  describe('is refused with 403 for another tenant', () => {
    it('in the same words whether that tenant exists or not, or could not exist at all', async () => {
      const paths = [
        other.tenantId,
        other.tenantId.toUpperCase(),
        '00000000-0000-4000-8000-000000000000',
        'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
        'acme',
        '%00',
        '..%2f',
        "x'--",
        'undefined',
      ];
      const answers = await Promise.all(
        paths.map((path) => send('GET', `/api/${path}/applications`, { headers: { authorization: `Bearer ${tenant.keys.all}` } })),
      );
      for (const answer of answers) {
        expect([answer.status, answer.body.code]).toEqual([403, 'tenant_mismatch']);
        expect(withoutRequestId(answer)).toBe(withoutRequestId(answers[0] as RestAnswer));
        expect([...answer.headers.keys()].sort()).toEqual([...(answers[0] as RestAnswer).headers.keys()].sort());
      }
    });

    it('accepts its own tenant in upper case', async () => {
      const answer = await send('GET', `/api/${tenant.tenantId.toUpperCase()}/applications/shop`, {
        headers: { authorization: `Bearer ${tenant.keys.all}` },
      });
      expect(answer.status).toBe(200);
    });
  });

  describe('is refused with 404', () => {
    it.each([
      '/nix',
      '/Applications',
      '/applications/',
      '//applications',
      '/applications//shop',
      '/applications/shop/health',
      '/applications/shop/',
      '/',
      '/api-keys',
      '/application',
    ])('at %s', async (path) => {
      const answer = await tenant.call('GET', path);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    });
  });

  describe('is refused with 405', () => {
    it.each([
      ['PUT', '/applications', 'GET, HEAD, OPTIONS, POST'],
      ['DELETE', '/applications', 'GET, HEAD, OPTIONS, POST'],
      ['POST', '/applications/shop', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
      ['POST', '/blast-radius', 'GET, HEAD, OPTIONS'],
      ['GET', '/manifest/apply', 'OPTIONS, POST'],
      ['HEAD', '/manifest/apply', 'OPTIONS, POST'],
    ])('%s %s, and says what is allowed', async (method, path, allow) => {
      const answer = await tenant.call(method, path);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
      expect((await tenant.call('OPTIONS', path)).headers.get('allow')).toBe(allow);
      expect((await tenant.call('OPTIONS', path)).status).toBe(204);
    });
  });

  describe('with a body', () => {
    const post = (raw: string | Uint8Array, headers: Record<string, string> = JSON_TYPE): Promise<RestAnswer> =>
      tenant.call('POST', '/applications', { raw, headers });

    it.each([
      ['no JSON', '{"name":'],
      ['two documents', '{}{}'],
      ['a list', '[]'],
      ['null', 'null'],
      ['a text', '"x"'],
      ['nothing', ''],
      ['100,000 brackets', '['.repeat(100_000)],
      ['100,000 braces', '{"a":'.repeat(100_000)],
      ['broken UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      ['a byte order mark', '\ufeff{}'],
    ])('is 400 if the body is %s', async (_name, raw) => {
      const answer = await post(raw);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    });

    it('is 400 without body and without content type, and says that one is required', async () => {
      const answer = await tenant.call('POST', '/applications');
      expect([answer.status, answer.body.issues]).toEqual([400, [{ path: '', message: 'A body is required: a JSON object.' }]]);
    });

    it.each([
      ['__proto__', '{"name":"a","technicalName":"a","__proto__":{"x":1}}'],
      ['constructor', '{"name":"a","technicalName":"a","constructor":1}'],
      ['name', '{"name":"a","name":"b","technicalName":"a"}'],
    ])('names %s if it is unknown or given twice', async (path, raw) => {
      const answer = await post(raw);
      expect([answer.status, answer.body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
    });

    it.each([
      'text/plain',
      'application/xml',
      'application/jsonp',
      'text/json',
      'application/json; charset=iso-8859-1',
      'application/json; charset',
      'application/json; charset="utf-8',
      'application/json; charset=utf-8"',
      'application/yaml',
      'multipart/form-data',
      '',
    ])('is 415 as %j', async (type) => {
      const answer = await post('{"name":"a","technicalName":"a"}', type === '' ? {} : { 'content-type': type });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    });

    it.each(['gzip', 'br', 'deflate, gzip'])('is 415 when it is compressed by %s, and says how to send it', async (encoding) => {
      const answer = await post('{}', { ...JSON_TYPE, 'content-encoding': encoding });
      expect([answer.status, answer.body.detail, answer.headers.get('accept-encoding')]).toEqual([
        415,
        `Send the body uncompressed, without Content-Encoding: ${encoding}.`,
        'identity',
      ]);
    });

    it.each(['application/json', 'APPLICATION/JSON', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])(
      'is read as %s',
      async (type) => {
        expect((await post('{}', { 'content-type': type })).body.issues).toHaveLength(2);
      },
    );

    it('is 413 above 1 MiB, and read up to it', async () => {
      const sized = (bytes: number): string => `{"name":"${'x'.repeat(bytes - '{"name":""}'.length)}"}`;
      const over = await post(sized(1_048_577));
      expect([over.status, over.body.code]).toEqual([413, 'payload_too_large']);
      expect((await post(sized(1_048_576))).status).toBe(400);
    });

    it('is 400 on DELETE', async () => {
      const answer = await tenant.call('DELETE', '/applications/shop', { json: { cascade: true } });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    });

    it.each(['/applications?dryRun=true', '/manifest/preview?nix=1'])('allows no unknown query parameter at POST %s', async (path) => {
      const answer = await tenant.call('POST', path, { raw: '{}', headers: JSON_TYPE });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
      expect(answer.body.issues[0].message).toBe('is not a known query parameter');
    });
  });

  describe('with a slash at the end', () => {
    it('is taken on POST, with a path parameter too', async () => {
      const made = await tenant.call('POST', '/applications/', { json: { name: 'Slashed', technicalName: 'slashed' } });
      expect([made.status, made.headers.get('location')]).toEqual([201, `/api/${tenant.tenantId}/applications/${made.body.id}`]);
      await created(tenant, '/components', { applicationId: made.body.id, name: 'Slashed', technicalName: 'slashed-part' });
      expect((await tenant.call('POST', '/components/slashed-part/health/', { json: { state: 'Healthy' } })).status).toBe(202);
    });

    it.each([
      ['GET', '/components/'],
      ['DELETE', '/applications/'],
      ['POST', '/applications//'],
    ])('is 404 on %s %s', async (method, path) => {
      expect((await tenant.call(method, path)).status).toBe(404);
    });
  });

  describe('with a path parameter', () => {
    it('has it decoded', async () => {
      expect((await tenant.call('GET', '/applications/%73hop')).body.technicalName).toBe('shop');
    });

    it.each(['%', '%zz', '%ff', '%c0%af'])('is 400 if it is %s, which cannot be decoded', async (segment) => {
      const answer = await tenant.call('GET', `/applications/${segment}`);
      expect([answer.status, answer.body.issues]).toEqual([
        400,
        [{ path: 'idOrTechnicalName', message: 'is not valid percent-encoded UTF-8' }],
      ]);
    });
  });

  describe('is answered', () => {
    it('with the headers of every answer', async () => {
      const answer = await tenant.call('GET', '/applications/shop');
      const headers = Object.fromEntries(answer.headers);
      expect(headers).toMatchObject({
        'api-version': '2',
        'cache-control': 'private, no-cache',
        vary: 'Authorization',
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json; charset=utf-8',
        'ratelimit-policy': '"requests";q=120000;w=60',
      });
      expect(headers.ratelimit).toMatch(/^"requests";r=1\d{5};t=\d+$/);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['strict-transport-security']).toBeUndefined();
    });

    it('on HEAD as on GET, without the body', async () => {
      const [get, head] = [await tenant.call('GET', '/applications/shop'), await tenant.call('HEAD', '/applications/shop')];
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
      expect((await tenant.call('HEAD', '/applications/nobody')).status).toBe(404);
    });

    it("under the id of the caller's trace, unless the caller sent a request id", async () => {
      const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
      const idOf = async (headers: Record<string, string>): Promise<unknown[]> => {
        const answer = await tenant.call('GET', '/nix', { headers });
        return [answer.headers.get('x-request-id'), answer.body.requestId];
      };
      expect(await idOf({ traceparent: `00-${trace}-${parent}-01` })).toEqual([trace, trace]);
      expect(await idOf({ traceparent: `00-${trace}-${parent}-01`, 'x-request-id': 'mine' })).toEqual(['mine', 'mine']);
      expect((await idOf({ traceparent: `00-${trace}` }))[0]).toMatch(/^[0-9a-f]{8}-/);
    });

    it("under the caller's own request id if it is valid, else under a new one", async () => {
      const idOf = async (given: string): Promise<[string | null, string]> => {
        const answer = await tenant.call('GET', '/nix', { headers: { 'x-request-id': given } });
        return [answer.headers.get('x-request-id'), answer.body.requestId];
      };
      expect(await idOf('deploy-17:a/b=')).toEqual(['deploy-17:a/b=', 'deploy-17:a/b=']);
      for (const given of ['x'.repeat(129), '<script>', 'a b', '"', '-leading']) {
        const [inHeader, inBody] = await idOf(given);
        expect(inHeader).toMatch(/^[0-9a-f-]{36}$/);
        expect(inBody).toBe(inHeader);
      }
    });
  });

  it('is refused in the form of RFC 9457', async () => {
    const answer = await tenant.call('GET', '/applications/nobody', { headers: { 'x-request-id': 'r-1' } });
    expect(answer.body).toEqual({
      type: '/docs/errors#not_found',
      title: 'Not found',
      status: 404,
      detail: 'There is no application "nobody". Use its id or its exact technicalName, which is case-sensitive.',
      code: 'not_found',
      requestId: 'r-1',
    });
  });
});

function plainRequest(more: Partial<ApiRequest>): ApiRequest {
  return {
    method: 'GET',
    path: '/api/x/applications',
    query: '',
    header: () => null,
    readBody: () => Promise.resolve(new Uint8Array()),
    signal: new AbortController().signal,
    remoteAddress: null,
    host: 'localhost',
    isSecure: false,
    isLoopback: true,
    ...more,
  };
}

describe('over plain HTTP', () => {
  it('every request from another machine is 403 before anything else, never a redirect', async () => {
    for (const request of [
      plainRequest({ isLoopback: false }),
      plainRequest({ isLoopback: false, method: 'OPTIONS' }),
      plainRequest({ isLoopback: false, path: '/api/x/nix' }),
    ]) {
      const answer = await handleApi(request);
      expect([answer.status, JSON.parse(String(answer.body)).code, answer.headers.Location]).toEqual([403, 'https_required', undefined]);
    }
  });

  it('under a host name that is not this machine is 403, on both mounts', async () => {
    const web = await answerWebRequest(new Request('http://faultline.example/api/x/applications'), { isProxyTrusted: false });
    expect([web.status, (await web.json()).code]).toEqual([403, 'https_required']);
    const { server, port } = await nodeServer();
    const status = await new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: '/api/x/applications', headers: { host: 'faultline.example' } }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end();
    });
    server.closeAllConnections();
    server.close();
    expect(status).toBe(403);
  });

  it('a forwarded protocol is believed only from a trusted proxy', async () => {
    const forwarded = new Request('http://faultline.example/api/x/applications', { headers: { 'x-forwarded-proto': 'https' } });
    expect((await answerWebRequest(forwarded, { isProxyTrusted: false })).status).toBe(403);
    const answer = await answerWebRequest(forwarded, { isProxyTrusted: true });
    expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([401, 'max-age=31536000']);
  });

  it('requests from this machine are answered, without HSTS', async () => {
    const answer = await handleApi(plainRequest({}));
    expect([answer.status, answer.headers['Strict-Transport-Security']]).toEqual([401, undefined]);
  });
});

describe('a defect', () => {
  it('is 500 with nothing but the request id', async () => {
    const answer = await handleApi(
      plainRequest({
        header: (name) =>
          name === 'x-request-id'
            ? 'r-2'
            : name === 'authorization'
              ? (() => {
                  throw new Error('secret of the house');
                })()
              : null,
      }),
    );
    expect(answer.status).toBe(500);
    expect(JSON.parse(String(answer.body))).toEqual({
      type: '/docs/errors#internal',
      title: 'Something went wrong on our side',
      status: 500,
      code: 'internal',
      requestId: 'r-2',
    });
  });
});
