/** What spans say, trap by trap; and that order, repetition and batches change nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observeSpans } from './fromSpans';
import { randomRuns } from '@/test/randomRuns';
import { span, tableOf, type SaidSpan } from '@/test/spans';

const seen = (said: readonly SaidSpan[]) => {
  const observed = observeSpans(tableOf(said.map(span)));
  const name = new Map(observed.nodes.map((node) => [node.key, node.name]));
  return {
    ...observed,
    lines: observed.edges.map(({ source, target, dependencyType }) => `${name.get(source)} ${dependencyType} ${name.get(target)}`),
    node: (wanted: string) => observed.nodes.find((node) => node.name === wanted),
    why: observed.left.map(({ why, count }) => `${count} ${why}`),
  };
};

/** A unit of work of `desk`, with one span below it. */
const below = (more: Partial<SaidSpan>, attributes: Record<string, string> = {}): SaidSpan[] => [
  { service: 'desk', kind: 'SERVER', id: 'w' },
  { service: 'desk', kind: 'CLIENT', id: 'c', parent: 'w', attributes, ...more },
];

describe('a dependency', () => {
  it('is a SERVER span whose parent is in another service, of whatever kind', () => {
    expect(seen([...below({}), { service: 'stock', kind: 'SERVER', id: 's', parent: 'c' }]).lines).toEqual(['desk Calls stock']);
    const odd = seen([...below({ kind: 'INTERNAL' }), { service: 'stock', kind: 'SERVER', id: 's', parent: 'c' }]);
    expect([odd.lines, odd.edges[0]?.how]).toEqual([['desk Calls stock'], 'its parent is a span of the kind INTERNAL']);
  });

  it('never leads from a sender to its receiver: both depend on the broker', () => {
    const broker = { 'messaging.system': 'rabbitmq', 'server.address': 'rabbit', 'messaging.destination.name': 'sold' };
    const said: SaidSpan[] = [
      ...below({ kind: 'PRODUCER' }, broker),
      { service: 'mail', kind: 'CONSUMER', id: 'r', parent: 'c', attributes: broker },
    ];
    const { lines, node } = seen(said);
    expect(lines).toEqual(['desk Publishes rabbit', 'mail Consumes rabbit']);
    expect(node('rabbit')).toMatchObject({ kind: 'Queue', destinations: ['sold'] });
    expect(node('mail')?.kind).toBe('Worker');
    expect(seen(below({ kind: 'PRODUCER' }, { 'messaging.system': 'kafka', 'server.address': '10.0.0.7' })).lines).toEqual([
      'desk Publishes kafka',
    ]);
  });

  it.each([
    [{ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT', 'server.address': 'pg' }, 'desk Reads pg', 'Database'],
    [{ 'db.system': 'mysql', 'db.verb': 'INSERT', 'net.peer.name': 'pg' }, 'desk Writes pg', 'Database'],
    [{ 'db.system': 'mysql', 'net.peer.name': 'pg' }, 'desk ReadsWrites pg', 'Database'],
    [{ 'db.system': 'redis', 'db.operation': 'GET', 'server.address': 'pg' }, 'desk Reads pg', 'Cache'],
  ])('on a store is named by its host: %j', (attributes, line, kind) => {
    const { lines, node } = seen(below({}, attributes));
    expect([lines, node('pg')?.kind]).toEqual([[line], kind]);
  });

  it('on a store without a host, or on an address alone, is named by the database or the system', () => {
    expect(seen(below({}, { 'db.system': 'mysql', 'db.name': 'shop', 'server.address': '10.1.2.3' })).lines).toEqual([
      'desk ReadsWrites shop',
    ]);
    expect(seen(below({}, { 'db.system': 'mysql' })).node('mysql')).toMatchObject({ isNamedBySystem: true });
  });

  it('on a host outside is external, on one within is not instrumented, and on a known service is on that', () => {
    expect(seen(below({}, { 'server.address': 'geo.example.org' })).node('geo.example.org')).toMatchObject({
      isExternal: true,
      runtime: 'Saas',
    });
    expect(seen(below({}, { 'server.address': 'erp.internal' })).node('erp.internal')).toMatchObject({
      isExternal: false,
      isService: false,
    });
    const known = [...below({}, { 'server.address': 'stock.shop.svc' }), { service: 'stock', kind: 'SERVER', id: 'x' } as SaidSpan];
    expect(seen(known).lines).toEqual(['desk Calls stock']);
  });

  it('on what only a connection below the span names, counts; steps of a connection alone do not', () => {
    const connect: SaidSpan = {
      service: 'desk',
      kind: 'INTERNAL',
      id: 'k',
      parent: 'c',
      name: 'tcp.',
      attributes: { 'net.peer.name': 'erp' },
    };
    expect(seen([...below({}), connect]).lines).toEqual(['desk Calls erp']);
    expect(seen(below({ name: 'dns.' }, { 'server.address': 'dns.example' }))).toMatchObject({
      lines: [],
      why: ['1 step of a name look-up or connection'],
    });
  });

  it('of a library over another one counts once', () => {
    const said: SaidSpan[] = [
      ...below({}, { 'rpc.system': 'aws-api', 'rpc.service': 'DynamoDB', 'rpc.method': 'GetItem', 'aws.dynamodb.table_names': 'orders' }),
      { service: 'desk', kind: 'CLIENT', id: 'h', parent: 'c', attributes: { 'server.address': 'dynamodb.eu-west-1.amazonaws.com' } },
    ];
    const { lines, node } = seen(said);
    expect([lines, node('orders')]).toMatchObject([['desk Reads orders'], { kind: 'Database', isExternal: true, runtime: 'Managed' }]);
  });

  it('on a telemetry backend harms nobody', () => {
    const { edges, lines } = seen(below({}, { 'server.address': 'otel-collector', 'url.path': '/v1/traces' }));
    expect([lines, edges[0]?.isTelemetry]).toEqual([['desk Publishes otel-collector'], true]);
  });
});

it('what names nothing is counted, not drawn', () => {
  const { nodes, why } = seen([
    ...below({}, { 'server.address': '10.4.0.7' }),
    { service: 'desk', kind: 'CLIENT', id: 'u', parent: 'w' },
    { service: 'desk', kind: 'CLIENT', id: 'l', parent: 'w', attributes: { 'server.address': 'localhost' } },
    { service: 'unknown_service:node', kind: 'SERVER', id: 'n' },
    { service: 'stock', kind: 'SERVER', id: 'p', attributes: { 'url.path': '/healthz' } },
    { service: 'desk', kind: 'SERVER', id: 'q', parent: 'gone' },
  ]);
  expect(nodes.map(({ name }) => name)).toEqual(['desk']);
  expect(why.sort()).toEqual([
    '1 call that does not name its target',
    '1 call to an IP address, which names no component',
    '1 call to localhost',
    '1 health check',
    '1 span of a service without a name',
    '1 span whose parent is missing',
  ]);
});

describe('a failure', () => {
  const unit = (at: number, isError: boolean, calls: readonly [target: string, status: string][]): SaidSpan[] => [
    { service: 'desk', kind: 'SERVER', id: `w${at}`, isError },
    ...calls.map(([target, status], index): SaidSpan => ({
      ...{ service: 'desk', kind: 'CLIENT', id: `c${at}.${index}`, parent: `w${at}`, isError: Number(status) >= 400 },
      attributes: { 'server.address': target, 'http.response.status_code': status },
    })),
  ];
  const evidenceOf = (said: readonly SaidSpan[]) =>
    Object.fromEntries(
      observeSpans(tableOf(said.map(span))).edges.map(({ target, alone, reached, retried }) => [
        target.replace('peer ', ''),
        [reached, alone, retried],
      ]),
    );

  it('counts where no other target failed, and reaches the caller if its work failed', () => {
    expect(
      evidenceOf([
        ...unit(1, true, [
          ['risk', '500'],
          ['ads', '200'],
        ]),
        ...unit(2, false, [
          ['risk', '200'],
          ['ads', '503'],
        ]),
      ]),
    ).toEqual({
      risk: [1, 1, 0],
      ads: [0, 1, 0],
    });
    expect(
      evidenceOf(
        unit(1, true, [
          ['risk', '500'],
          ['ads', '500'],
        ]),
      ),
    ).toEqual({ risk: [0, 0, 0], ads: [0, 0, 0] });
  });

  it('that a retry helped is none, nor is the refusal of a wrong request, nor a call that was given up', () => {
    expect(
      evidenceOf(
        unit(1, false, [
          ['risk', '500'],
          ['risk', '200'],
        ]),
      ),
    ).toEqual({ risk: [0, 0, 1] });
    expect(evidenceOf(unit(1, true, [['risk', '404']]))).toEqual({ risk: [0, 0, 0] });
    expect(evidenceOf(unit(1, true, [['risk', '429']]))).toEqual({ risk: [1, 1, 0] });
    const given = below({ isError: true }, { 'server.address': 'risk', 'rpc.grpc.status_code': '1' });
    expect(evidenceOf(given)).toEqual({ risk: [0, 0, 0] });
  });
});

describe('any landscape', () => {
  const planted = fc.record({
    services: fc.integer({ min: 2, max: 8 }),
    calls: fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.constantFrom('http', 'db', 'send', 'receive')), { maxLength: 20 }),
    order: fc.infiniteStream(fc.nat()),
  });

  it('is found again as it was planted, in any order, twice, and as parts of it', () => {
    fc.assert(
      fc.property(planted, ({ services, calls, order }) => {
        const said: SaidSpan[] = Array.from({ length: services }, (_, at) => ({ service: `s${at}`, kind: 'SERVER', id: `w${at}` }));
        const expected = new Set<string>();
        calls.forEach(([from, to, how], at) => {
          const [source, target] = [`s${from % services}`, `s${to % services}`];
          const parent = `w${from % services}`;
          if (how === 'http' && source !== target) {
            said.push(
              { service: source, kind: 'CLIENT', id: `c${at}`, parent },
              { service: target, kind: 'SERVER', id: `x${at}`, parent: `c${at}` },
            );
            expected.add(`${source} Calls ${target}`);
          } else if (how === 'db') {
            said.push({
              service: source,
              kind: 'CLIENT',
              id: `c${at}`,
              parent,
              attributes: { 'db.system': 'mysql', 'server.address': `db${to}` },
            });
            expected.add(`${source} ReadsWrites db${to}`);
          } else if (how !== 'http') {
            const attributes = { 'messaging.system': 'kafka', 'server.address': `mq${to}` };
            said.push({ service: source, kind: how === 'send' ? 'PRODUCER' : 'CONSUMER', id: `c${at}`, parent, attributes });
            expected.add(`${source} ${how === 'send' ? 'Publishes' : 'Consumes'} mq${to}`);
          }
        });
        const whole = seen(said);
        expect(whole.lines.toSorted()).toEqual([...expected].sort());
        const places = said.map((one) => ({ one, place: order.next().value as number })).sort((left, right) => left.place - right.place);
        const shuffled = places.map(({ one }) => one);
        expect(seen([...shuffled, ...shuffled.slice(0, 5)]).edges).toEqual(whole.edges);
        expect({ ...seen([...shuffled, ...shuffled.slice(0, 5)]), node: null }).toEqual({ ...whole, node: null });
        const part = seen(shuffled.slice(0, Math.ceil(said.length / 2)));
        for (const line of part.lines) expect(expected).toContain(line);
      }),
      randomRuns(150),
    );
  });
});
