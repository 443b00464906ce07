/** `faultline observe`, run as a user runs it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { faultlineIn } from '@/test/faultlineCommand';
import { listenUntilCtrlC } from '@/test/listenUntilCtrlC';
import { otlpDocument, otlpProtobuf, type SaidSpan } from '@/test/spans';

const directory = mkdtempSync(join(tmpdir(), 'faultline-observe-'));
const run = faultlineIn(directory);
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(directory, name), content);
  return name;
};

/** The shop calls the ads, which fail in five of ten units without harm, and reads its own database. */
const SHOP: SaidSpan[] = Array.from({ length: 10 }, (_, at): SaidSpan[] => [
  { service: 'shop', kind: 'SERVER', id: `w${at}`, resource: { 'service.namespace': 'fair', 'cloud.availability_zone': 'eu-1a' } },
  {
    service: 'shop',
    kind: 'CLIENT',
    id: `c${at}`,
    parent: `w${at}`,
    isError: at < 5,
    resource: { 'service.namespace': 'fair', 'cloud.availability_zone': 'eu-1a' },
  },
  { service: 'ads', kind: 'SERVER', id: `s${at}`, parent: `c${at}`, isError: at < 5, resource: { 'service.namespace': 'fair' } },
  {
    ...{ service: 'shop', kind: 'CLIENT' as const, id: `d${at}`, parent: `w${at}` },
    resource: { 'service.namespace': 'fair', 'cloud.availability_zone': 'eu-1a' },
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT', 'server.address': 'pg' },
  },
]).flat();

describe('observe otlp', () => {
  it('proposes a manifest that says of each mode on what it rests, and that is valid', async () => {
    const traces = file('traces.json', JSON.stringify(otlpDocument(SHOP)));
    const { code, stdout, stderr } = await run(['observe', 'otlp', traces]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Of 2 dependencies, the modes of 1 are measured and of 1 assumed\.\n# Check each mode that is assumed/);
    const measured = JSON.stringify(otlpDocument(SHOP.filter(({ id }) => !id.startsWith('d'))));
    expect((await run(['observe', 'otlp', file('measured.json', measured)])).stdout).not.toContain('Check each mode');
    expect(stdout).toContain(
      '  # seen 10 times, 5 failed; seen on both sides; measured: 0 of 5 failures reached the caller\n  - source: shop\n    target: ads\n    dependencyType: Calls\n    mode: Soft\n',
    );
    expect(stdout).toContain('        hostingZones: [eu-1a]\n');
    expect(stderr).toContain('Which services do customers touch? Called from outside: shop.\n');
    const written = await run(['observe', 'otlp', traces, '-o', 'landscape.yaml']);
    expect([written.code, written.stdout, readFileSync(join(directory, 'landscape.yaml'), 'utf8')]).toEqual([0, '', stdout]);
    expect((await run(['validate', 'landscape.yaml'])).code).toBe(0);
  });

  it('reads several files, packed and in protobuf, as one', async () => {
    const whole = await run(['observe', 'otlp', file('whole.json', JSON.stringify(otlpDocument(SHOP)))]);
    const parts = [
      file('a.pb.gz', gzipSync(otlpProtobuf(SHOP.slice(20)))),
      file('b.json', JSON.stringify(otlpDocument(SHOP.slice(0, 25)))),
    ];
    expect((await run(['observe', 'otlp', ...parts])).stdout).toBe(whole.stdout);
  });

  it('groups as it is told', async () => {
    const traces = file('traces.json', JSON.stringify(otlpDocument(SHOP)));
    const applications = async (how: string): Promise<string[][]> => {
      const { manifest } = JSON.parse((await run(['observe', 'otlp', traces, '--json', '--group-by', how])).stdout) as {
        manifest: { applications: { technicalName: string; components: { technicalName: string }[] }[] };
      };
      return manifest.applications.map(({ technicalName, components }) => [technicalName, ...components.map((one) => one.technicalName)]);
    };
    expect(await applications('service')).toEqual([
      ['ads', 'ads'],
      ['shop', 'shop', 'pg'],
    ]);
    expect(await applications('namespace')).toEqual([['fair', 'ads', 'shop', 'pg']]);
    expect(await applications('none')).toEqual([['observed', 'ads', 'shop', 'pg']]);
  });

  it('groups by an attribute, and takes the owner team from one', async () => {
    const said = SHOP.map((one) => ({ ...one, resource: { ...one.resource, 'team.name': one.service === 'ads' ? 'Market' : 'Desk' } }));
    const traces = file('teams.json', JSON.stringify(otlpDocument(said)));
    const words = ['--group-by', 'attribute=team.name', '--owner-attribute', 'team.name'];
    expect((await run(['observe', 'otlp', traces, ...words])).stdout).toContain(
      '  - technicalName: Market\n    name: Market\n    ownerTeam: Market\n    components:\n      - technicalName: ads\n',
    );
    const one = await run(['observe', 'otlp', traces, '--group-by', 'none', '--owner-attribute', 'team.name']);
    expect(one.stderr).toContain('decided: Everything seen has services of Desk, Market, so it states no owner team\n');
    expect(one.stderr).toContain('1 application; --group-by service would give 2, --group-by namespace would give 1.\n');
    expect((await run(['observe', 'otlp', traces, '--group-by', 'attribute'])).stderr).toContain('attribute=KEY');
  });

  it('makes each topic a component where it is told to', async () => {
    const broker = { 'messaging.system': 'kafka', 'server.address': 'kafka' };
    const said: SaidSpan[] = ['sold', 'paid'].map((topic, at) => ({
      ...{ service: 'shop', kind: 'PRODUCER' as const, id: `p${at}` },
      attributes: { ...broker, 'messaging.destination.name': topic },
    }));
    const traces = file('topics.json', JSON.stringify(otlpDocument(said)));
    expect((await run(['observe', 'otlp', traces])).stdout).toContain('      # destinations: paid, sold\n      - technicalName: kafka\n');
    const { stdout } = await run(['observe', 'otlp', traces, '--topics']);
    expect(stdout).toContain('      # on the broker kafka\n      - technicalName: paid\n        name: paid\n        kind: Queue\n');
    expect(stdout).toContain('  - source: shop\n    target: sold\n    dependencyType: Publishes\n    mode: Async\n');
  });

  it('names calls that nobody waits for as candidates for Async', async () => {
    const said = SHOP.map((one) => (one.service === 'shop' && one.id.startsWith('c') ? { ...one, endMs: 1_800_000_000_500 } : one));
    const { stderr } = await run(['observe', 'otlp', file('late.json', JSON.stringify(otlpDocument(said)))]);
    expect(stderr).toContain(
      'decided: shop → ads: 10 of 10 calls ended after the work that made them: if nobody waits for the answer, set mode: Async\n',
    );
  });

  it('ends with what no span knows, or asks for it on a terminal', async () => {
    const traces = file('traces.json', JSON.stringify(otlpDocument(SHOP)));
    expect((await run(['observe', 'otlp', traces])).stdout).toMatch(
      /\n# Which services do customers touch\? Called from outside: shop\.\n# What do they do there\?.*\n# What is an hour of it worth\?.*\n$/,
    );
    const stdin = 'shop, adds\nads shop\n\nBuy things\nfive\n5,000\n';
    const asked = await run(['observe', 'otlp', traces, '--ask'], { stdin, isTerminal: true });
    expect(asked.stderr).toContain('Which services do customers touch? [shop] No service is called adds. Which ones? [shop]');
    expect(asked.stderr).toContain('What is an hour of “Buy things” worth, such as 5000? Empty: not known. That is not an amount.');
    expect(asked.stdout).not.toContain('Which services');
    const manifest = parse(asked.stdout) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      capabilities: [{ technicalName: 'buy-things', name: 'Buy things' }],
      segments: [{ audienceType: 'Customers', annualRevenue: 43_800_000, capabilities: [{ capability: 'buy-things', revenueShare: 1 }] }],
      applications: [{ technicalName: 'ads' }, { technicalName: 'shop', capabilities: ['buy-things'] }],
    });
    writeFileSync(join(directory, 'asked.yaml'), asked.stdout);
    expect((await run(['validate', 'asked.yaml'])).code).toBe(0);
    expect((await run(['observe', 'otlp', traces, '--ask'])).stderr).toContain('--ask needs a terminal');
  });

  it('says what to do where nothing calls anything, or nothing failed', async () => {
    const [unit] = SHOP as [SaidSpan];
    const lone = await run(['observe', 'otlp', file('lone.json', JSON.stringify(otlpDocument([unit])))]);
    expect([lone.code, lone.stderr]).toEqual([0, expect.stringContaining('1 span was read, and none calls another service.')]);
    expect(lone.stderr).toContain('    endpoint: http://127.0.0.1:4318\n');
    const well = SHOP.map((one) => ({ ...one, isError: false }));
    const quiet = await run(['observe', 'otlp', file('well.json', JSON.stringify(otlpDocument(well)))]);
    expect(quiet.stderr).toContain('No mode could be measured, because nothing failed often enough.');
  });

  it.each<[string, () => string | Buffer, string]>([
    ['an empty file', () => '', 'there is no span in this'],
    [
      'spans of nobody',
      () => JSON.stringify(otlpDocument([{ service: '', kind: 'SERVER', id: 'a' }])),
      'nothing in 1 span names a service',
    ],
    ['YAML', () => 'version: 1\n', 'this is not OTLP'],
    ['damaged gzip', () => Buffer.from([0x1f, 0x8b, 1, 2, 3]), 'its gzip is damaged'],
    ['a gzip bomb', () => gzipSync(Buffer.alloc(66 * 1_048_576, ' ')), 'which is far too much for its size'],
  ])('exits with 1 for %s, and says why', async (_, content, reason) => {
    const { code, stdout, stderr } = await run(['observe', 'otlp', file('bad', content()), '-o', 'none.yaml']);
    expect([code, stdout, existsSync(join(directory, 'none.yaml'))]).toEqual([1, '', false]);
    expect(stderr).toContain(reason);
  });

  it('keeps secrets of all other attributes, labels and addresses out of every manifest and report', async () => {
    const secrets = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`app.secret.${at}`, `hidden-${at}`]));
    const said = SHOP.map((one, at) => ({
      ...one,
      name: 'GET /hidden-name',
      attributes: {
        ...one.attributes,
        ...secrets,
        'url.full': 'https://hidden:hidden@ads/v?hidden=1#hidden',
        'url.path': '/hidden/of/somebody',
        'db.query.text': "SELECT 'hidden'",
        ...(at === 1 ? { 'server.address': 'redis://:hidden@cache-7:6379/0' } : {}),
      },
      resource: { ...one.resource, ...secrets, 'service.instance.id': 'hidden' },
    }));
    const labels = Object.entries(secrets).map(([key, value]) => `${key.replaceAll('.', '_')}="${value}"`);
    const metric = `traces_service_graph_request_total{client="web",server="https://u:hidden@api.example.org",${labels.join(',')}} 3\n`;
    const flow = { source: { workloads: [{ name: 'a' }], hidden: 'hidden' }, destination: { workloads: [{ name: 'b' }] }, is_reply: false };
    const l7 = { type: 'REQUEST', http: { url: 'http://u:hidden@b/hidden', headers: [{ key: 'cookie', value: 'hidden' }] } };
    for (const words of [
      ['otlp', file('secrets.json', JSON.stringify(otlpDocument(said)))],
      ['otlp', file('secrets.pb', otlpProtobuf(said))],
      ['prometheus', file('secrets.txt', metric)],
      ['hubble', file('secrets.jsonl', JSON.stringify({ flow: { ...flow, l7 } }))],
    ]) {
      const written = await run(['observe', ...words]);
      const json = await run(['observe', ...words, '--json']);
      expect([written.code, json.code]).toEqual([0, 0]);
      for (const text of [written.stdout, written.stderr, json.stdout, json.stderr]) expect(text).not.toContain('hidden');
    }
  });

  it('listens, and says so, until its time is over', async () => {
    const { code, stderr } = await run(['observe', 'otlp', '--listen', '127.0.0.1:0', '--for', '1s']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /listening on http:\/\/127\.0\.0\.1:\d+; point an SDK or a collector's otlphttp exporter at it:\n {2}OTEL_EXPORTER_OTLP_ENDPOINT=http/,
    );
    expect(stderr).toContain('there is no span in this');
    expect((await run(['observe', 'otlp', 'x.json', '--listen'])).stderr).toContain('give files or --listen, not both');
    expect((await run(['observe', 'otlp'])).stderr).toContain('name files, or use --listen');
  });

  it('ends listening with Ctrl-C, and proposes what it heard', async () => {
    const heard = await listenUntilCtrlC(run, SHOP, ['-o', 'heard.yaml']);
    expect([heard.code, heard.stdout]).toEqual([0, '']);
    expect(heard.stderr).toContain('until Ctrl-C');
    const whole = await run(['observe', 'otlp', file('whole.json', JSON.stringify(otlpDocument(SHOP)))]);
    expect(readFileSync(join(directory, 'heard.yaml'), 'utf8')).toBe(whole.stdout);
  });

  it('goes on after Ctrl-C with the questions of --ask', async () => {
    const stdin = 'shop\nBuy things\n5000\n';
    const { code, stdout, stderr } = await listenUntilCtrlC(run, SHOP, ['--ask'], { stdin, isTerminal: true });
    expect([code, stderr]).toEqual([0, expect.stringContaining('What do they do at shop, in a few words?')]);
    expect(parse(stdout)).toMatchObject({
      segments: [{ annualRevenue: 43_800_000, capabilities: [{ capability: 'buy-things', revenueShare: 1 }] }],
      dependencies: [
        { source: 'shop', target: 'pg' },
        { source: 'shop', target: 'ads', mode: 'Soft' },
      ],
    });
  });

  it('refuses a file that is not there', async () => {
    expect(await run(['observe', 'otlp', 'gone.json'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('gone.json: ') as string,
    });
  });
});

/** Answers each path that begins with one of these; asks nobody else. */
async function withServer<Result>(
  answers: Record<string, unknown>,
  work: (url: string, asked: string[]) => Promise<Result>,
): Promise<Result> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.authorization ?? 'nobody'} ${decodeURIComponent(request.url ?? '')}`);
    const answer = Object.entries(answers).find(([start]) => request.url?.startsWith(start))?.[1];
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.close();
  }
}

describe('observe prometheus and jaeger', () => {
  const PROMETHEUS = {
    '/prom/api/v1/label/': { data: ['up', 'traces_service_graph_request_total'] },
    '/prom/api/v1/query': { data: { result: [{ metric: { client: 'web', server: 'orders', connection_type: '' }, value: [0, '12.5'] }] } },
  };

  it('finds the metrics by itself, with a token and a window, and says what it read', async () => {
    await withServer(PROMETHEUS, async (url, asked) => {
      const token = file('token.txt', 'of-mine\n');
      const { code, stdout, stderr } = await run(['observe', 'prometheus', `${url}/prom/`, '--window', '12h', '--bearer-file', token]);
      expect(code).toBe(0);
      expect(stdout).toContain('name: observed-prometheus\n');
      expect(stdout).toContain(
        '  # seen 13 times, 0 failed; seen in metrics; assumed, because metrics do not say whether the caller failed too\n  - source: web\n',
      );
      expect(stderr).toContain('read traces_service_graph_request_total\n');
      expect(asked).toEqual([
        'Bearer of-mine /prom/api/v1/label/__name__/values',
        'Bearer of-mine /prom/api/v1/query?query=increase(traces_service_graph_request_total[12h])',
      ]);
    });
  });

  it('takes links of Jaeger, and says why there are none', async () => {
    await withServer({ '/api/dependencies': { data: [{ parent: 'a', child: 'b', callCount: 3 }] } }, async (url) => {
      expect((await run(['observe', 'jaeger', url])).stdout).toContain('  - source: a\n    target: b\n');
    });
    await withServer(
      { '/api/dependencies': { data: null }, '/api/services': { data: ['web'] }, '/api/traces': { data: [] } },
      async (url) => {
        const { code, stderr } = await run(['observe', 'jaeger', url]);
        expect([code, stderr]).toEqual([
          1,
          expect.stringContaining(
            'Jaeger answers, but has no dependencies: the job that computes them is not running, and it has no traces of 1 service in the last 7d',
          ),
        ]);
      },
    );
  });

  it('reads the latest traces of each service from a Jaeger whose job does not run', async () => {
    const tag = (key: string, value: string) => ({ key, value });
    const spans = [
      { traceID: 't', spanID: 'a', processID: 'p1', tags: [tag('span.kind', 'client')] },
      {
        traceID: 't',
        spanID: 'b',
        processID: 'p2',
        references: [{ refType: 'CHILD_OF', spanID: 'a' }],
        tags: [tag('span.kind', 'server')],
      },
    ];
    const answers = {
      '/api/dependencies': { data: [] },
      '/api/services': { data: ['web', 'jaeger-query', 'stock'] },
      '/api/traces': { data: [{ spans, processes: { p1: { serviceName: 'web' }, p2: { serviceName: 'stock' } } }] },
    };
    await withServer(answers, async (url, asked) => {
      const { stdout, stderr } = await run(['observe', 'jaeger', url]);
      expect(stdout).toContain(
        '  # seen 1 time, 0 failed; seen on both sides; assumed: no failure of it alone was seen\n  - source: web\n',
      );
      expect(stderr).toContain(
        'the job that computes them is not running; read the latest traces of 2 services instead, at most 20 of each\n',
      );
      const traces = asked.filter((one) => one.includes('/api/traces'));
      expect(traces.map((one) => one.replace(/start=\d+&end=\d+/, ''))).toEqual([
        'nobody /api/traces?service=web&&limit=20',
        'nobody /api/traces?service=stock&&limit=20',
      ]);
    });
  });

  it('takes metrics from a file or standard input', async () => {
    const text = 'traces_service_graph_request_total{client="web",server="orders"} 4\n';
    const packed = file('metrics.txt.gz', gzipSync(text));
    const { stdout } = await run(['observe', 'prometheus', packed]);
    expect(stdout).toContain('  # seen 4 times, 0 failed; seen in metrics;');
    expect((await run(['observe', 'prometheus', '-'], { stdin: text })).stdout).toBe(stdout);
    const wrong = await run(['observe', 'prometheus', file('wrong.txt', 'name: shop\n')]);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('wrong.txt: these are not metrics')]);
  });

  it('states what an owner declares even where it is the default, because a push leaves alone what a manifest leaves out', async () => {
    const health = 'app_dependency_health{name="orders",dependency="db",type="postgres",host="pg",port="5432",critical="yes"} 1\n';
    const { stdout } = await run(['observe', 'prometheus', '-'], { stdin: health });
    expect(stdout).toContain('    dependencyType: ReadsWrites\n    mode: Hard\n    required: true\n');
  });

  it('takes flows of Hubble from standard input or a file', async () => {
    const end = (name: string) => ({ workloads: [{ name }] });
    const line = JSON.stringify({ flow: { source: end('cart'), destination: end('stock'), is_reply: false, verdict: 'FORWARDED' } });
    const { stdout, code } = await run(['observe', 'hubble', '-'], { stdin: `${line}\n${line}\n` });
    expect([code, stdout]).toEqual([0, expect.stringContaining('name: observed-hubble\n')]);
    expect(stdout).toContain(
      '  # seen 2 times, 0 failed; seen in flows; assumed, because flows do not say whether the caller failed too\n  - source: cart\n',
    );
    const packed = file('flows.json.gz', gzipSync(`${line}\n{"node_status":{}}\n`));
    expect((await run(['observe', 'hubble', packed])).stderr).toContain('left out: 1 line without a flow');
    expect(await run(['observe', 'hubble', file('no.json', '{}')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no.json: no line is a Hubble flow') as string,
    });
    expect((await run(['observe', 'hubble', packed, '--group-by', 'attribute=a'])).stderr).toContain('which only traces have');
  });

  it.each<[string, string[], string]>([
    ['no address', ['jaeger', 'localhost'], 'localhost is not an address'],
    ['a window that is none', ['prometheus', 'http://127.0.0.1:1', '--window', 'week'], 'It must be a number with m, h or d'],
  ])('exits with 1 for %s, and says so', async (_, words, reason) => {
    const { code, stderr } = await run(['observe', ...words]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  it.each([[[]], [['--against', '--fail-on', 'undeclared']]])('says what to give if there is no flow (%s)', async (more) => {
    const { code, stderr } = await run(['observe', 'hubble', '-', ...more], { stdin: '\n' });
    expect([code, stderr]).toEqual([
      1,
      'faultline: no flow says what calls what\n  give flows as Hubble writes them: hubble observe --last 10000 -o json\n',
    ]);
  });

  it('says in words that nobody is there, and not to check the address of Faultline', async () => {
    const gone = await withServer({}, (url) => Promise.resolve(url));
    const { code, stderr } = await run(['observe', 'prometheus', gone]);
    expect([code, stderr]).toEqual([1, `faultline: nothing listens at ${gone}\n  check the address, and whether the server is running\n`]);
  });

  it('refuses what is no JSON, and what is somewhere else', async () => {
    await withServer({ '/api/v1/label': '<html>' }, async (url) => {
      expect((await run(['observe', 'prometheus', url])).stderr).toContain('answered with something that is not JSON');
      expect((await run(['observe', 'prometheus', `${url}/x`])).stderr).toContain('/x/api/v1/label/__name__/values answered 404');
    });
    await withServer({ '/api/v1/label': { data: ['up'] } }, async (url) => {
      const { code, stderr } = await run(['observe', 'prometheus', url]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('no series says what calls what')]);
    });
  });
});
