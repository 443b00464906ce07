/** What flows of Hubble say, trap by trap; and that any bytes get an answer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observeFlows } from '@/domain/observe/fromSeries';
import { randomRuns } from '@/test/randomRuns';
import { FlowReader } from './hubbleFlows';

const end = (name: string, more: object = {}) => ({ namespace: 'shop', workloads: [{ name, kind: 'Deployment' }], ...more });
const WORLD = { identity: 2, labels: ['reserved:world'] };
const flow = (source: object, destination: object, more: object = {}) => ({
  ...{ source, destination, verdict: 'FORWARDED', is_reply: false, traffic_direction: 'EGRESS' },
  ...more,
});

function read(flows: readonly unknown[], chunkBytes = 1_000_000) {
  const bytes = new TextEncoder().encode(flows.map((one) => JSON.stringify(one)).join('\n'));
  const reader = new FlowReader();
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  const said = reader.end();
  const { edges, nodes, left } = observeFlows(said ?? []);
  const name = new Map(nodes.map((node) => [node.key, node.name]));
  return {
    said,
    unread: reader.unread,
    nodes,
    lines: edges.map(({ source, target, calls, failed }) => `${name.get(source)} → ${name.get(target)} ${calls}/${failed}`),
    left: left.map(({ why, count }) => `${count} ${why}`),
  };
}

describe('flows', () => {
  it('lead from who began them to who answers; a reply is no dependency, and both nodes report the same connection', () => {
    const asked = flow(end('cart'), end('stock'));
    const { lines, left } = read([
      { flow: asked },
      { flow: { ...asked, traffic_direction: 'INGRESS' } },
      asked,
      flow(end('stock'), end('cart'), { is_reply: true }),
    ]);
    expect([lines, left]).toEqual([['cart → stock 2/0'], ['1 reply, which tells what its request told']]);
  });

  it('without a word on who began them count only if they open a connection', () => {
    const opening = (flags: object) => flow(end('cart'), end('stock'), { is_reply: null, l4: { TCP: { flags, destination_port: 80 } } });
    expect(read([opening({ SYN: true })]).lines).toEqual(['cart → stock 1/0']);
    expect(read([opening({ ACK: true })])).toMatchObject({ lines: [], left: ['1 flow that does not say who began it'] });
  });

  it('of requests carry their failures, which only the answer knows', () => {
    const request = flow(end('cart'), end('stock'), { l7: { type: 'REQUEST', http: { method: 'GET' } } });
    const answer = flow(end('stock'), end('cart'), { is_reply: true, l7: { type: 'RESPONSE', http: { code: 503 } } });
    expect(read([request, request, answer]).lines).toEqual(['cart → stock 2/1']);
  });

  it('are named by workloads, else by labels; hosts outside by their names; what has no name is counted', () => {
    const labelled = { namespace: 'shop', labels: ['k8s:app=cart'], pod_name: 'cart-6b7c8d9e0f-fghij' };
    const { lines, left, nodes } = read([
      flow(labelled, WORLD, { destination_names: ['geo.example.org'] }),
      flow(labelled, WORLD),
      flow({ labels: ['reserved:host'] }, end('cart')),
      flow(WORLD, end('cart')),
      flow(end('cart'), end('dns'), { l4: { UDP: { destination_port: 53 } } }),
      flow(end('cart'), end('stock'), { verdict: 'DROPPED' }),
    ]);
    expect(lines).toEqual(['cart → geo.example.org 1/0']);
    expect(nodes.find(({ name }) => name === 'geo.example.org')).toMatchObject({ isExternal: true, runtime: 'Saas' });
    expect(nodes.find(({ name }) => name === 'cart')?.isCalledFromOutside).toBe(true);
    expect(left).toEqual(['2 flows from or to something without a name', '1 flow that was dropped on its way', '1 look-up of a name']);
  });

  it('are the same in chunks of any size, and lines of anything else are counted', () => {
    const flows = [flow(end('cart'), end('stock')), { node_status: { state: 'CONNECTED' } }, flow(end('cart'), end('pg'))];
    const whole = read(flows);
    expect([whole.lines, whole.unread]).toEqual([['cart → pg 1/0', 'cart → stock 1/0'], 1]);
    for (const chunkBytes of [1, 13, 100]) expect(read(flows, chunkBytes)).toEqual(whole);
    expect(read([{ level: 'info' }]).said).toBeNull();
  });

  it('of any shape get an answer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ source: fc.json(), destination: fc.jsonValue(), l7: fc.jsonValue(), l4: fc.jsonValue() })),
        (flows) => {
          expect(() => read(flows)).not.toThrow();
        },
      ),
      randomRuns(200),
    );
  });
});
