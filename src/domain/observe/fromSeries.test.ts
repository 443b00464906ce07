/** What series say, trap by trap. */
import { describe, expect, it } from 'vitest';
import { observeSeries } from './fromSeries';
import type { Series } from './seriesEdges';

const graph = (
  client: string,
  server: string,
  value: number,
  more: Record<string, string> = {},
  name = 'traces_service_graph_request_total',
): Series => ({
  name,
  labels: { client, server, connection_type: '', ...more },
  value,
});

function seen(series: readonly Series[]) {
  const observed = observeSeries(series);
  const name = new Map(observed.nodes.map((node) => [node.key, node.name]));
  return {
    ...observed,
    lines: observed.edges.map(
      ({ source, target, dependencyType, calls }) => `${name.get(source)} ${dependencyType} ${name.get(target)} ${calls}`,
    ),
    why: observed.left.map(({ why, count }) => `${count} ${why}`),
    node: (wanted: string) => observed.nodes.find((node) => node.name === wanted),
  };
}

describe('a service graph', () => {
  it('adds up over the label failed, and takes failures from their own metric', () => {
    const { edges } = seen([
      graph('web', 'orders', 900, { failed: 'false' }),
      graph('web', 'orders', 100, { failed: 'true' }),
      graph('web', 'orders', 100, { failed: 'true' }, 'acme_traces_service_graph_request_failed_total'),
    ]);
    expect(edges).toMatchObject([{ calls: 1_000, failed: 100 }]);
  });

  it('of a message leads from both ends to the broker, and never from sender to receiver', () => {
    const message = graph('orders', 'billing', 400, { connection_type: 'messaging_system' });
    expect(seen([message])).toMatchObject({
      lines: ['billing Consumes message-broker 400', 'orders Publishes message-broker 400'],
      why: ['2 series of messages that do not name their broker'],
    });
    const named = { ...message, labels: { ...message.labels, client_messaging_system: 'kafka' } };
    expect(seen([named])).toMatchObject({ lines: ['billing Consumes kafka 400', 'orders Publishes kafka 400'], why: [] });
  });

  it('tells databases, hosts outside, callers from outside and what has no name apart', () => {
    const { lines, node, why } = seen([
      graph('orders', 'pg-1:5432', 8, { connection_type: 'database' }),
      graph('orders', 'geo.example.org', 4, { connection_type: 'virtual_node', virtual_node: 'server' }),
      graph('user', 'web', 9, { connection_type: 'virtual_node', virtual_node: 'client' }),
      graph('web', 'orders', 2),
      graph('web', 'unknown', 7),
      graph('web', '', 7),
      graph('web', 'web', 3),
      graph('web', 'ads', 0),
      graph('web', 'ads', Number.NaN),
      graph('batch', 'web', 5, { connection_type: 'virtual_node' }),
    ]);
    expect(lines).toEqual(['batch Calls web 5', 'orders Calls geo.example.org 4', 'orders ReadsWrites pg-1 8', 'web Calls orders 2']);
    expect([node('pg-1')?.kind, node('geo.example.org')?.isExternal, node('web')?.isCalledFromOutside]).toEqual(['Database', true, true]);
    expect(why.sort()).toEqual([
      '1 series of calls of a service to itself',
      '2 series whose server has no name',
      '2 series without calls in the window',
    ]);
  });

  it('of two observers counts the calls once', () => {
    expect(seen([graph('shop', 'cart', 50, { source: 'obi' }), graph('shop', 'cart', 49, { source: 'beyla' })]).lines).toEqual([
      'shop Calls cart 50',
    ]);
  });
});

describe('a mesh', () => {
  const istio = (reporter: string, value: number, more: Record<string, string> = {}): Series => ({
    name: 'istio_requests_total',
    labels: {
      ...{ reporter, source_workload: 'shop-v1', source_workload_namespace: 'trade', source_canonical_service: 'shop' },
      ...{ destination_workload: 'cart-v1', destination_workload_namespace: 'trade', destination_canonical_service: 'cart' },
      ...{ connection_security_policy: 'unknown', response_code: '200' },
      ...more,
    },
    value,
  });

  it('that reports at both ends counts the larger number, and takes encryption from whoever knows', () => {
    const { edges } = seen([
      istio('source', 500),
      istio('source', 5, { response_code: '503' }),
      istio('destination', 498, { connection_security_policy: 'mutual_tls' }),
    ]);
    expect(edges).toMatchObject([{ calls: 505, failed: 5, isEncrypted: true }]);
    expect(seen([istio('source', 5)]).edges[0]?.isEncrypted).toBeNull();
    expect(seen([istio('destination', 5, { connection_security_policy: 'none' })]).edges[0]?.isEncrypted).toBe(false);
  });

  it('names what leaves it by host, what enters it by nobody, and connections as requests do', () => {
    const unknown = {
      destination_workload: 'unknown',
      destination_canonical_service: 'unknown',
      destination_service_name: 'PassthroughCluster',
    };
    const tcp: Series = {
      name: 'istio_tcp_connections_opened_total',
      labels: {
        source_workload: 'cart-v1',
        source_workload_namespace: 'trade',
        destination_workload: 'redis',
        destination_workload_namespace: 'data',
      },
      value: 12,
    };
    const { lines, node } = seen([
      istio('source', 3),
      istio('source', 30, { ...unknown, destination_service: 'pay.example.com' }),
      istio('destination', 9, { source_workload: 'unknown', source_canonical_service: 'unknown' }),
      tcp,
    ]);
    expect(lines).toEqual(['cart Calls redis 12', 'shop Calls pay.example.com 30', 'shop Calls cart 3']);
    expect([node('pay.example.com')?.isExternal, node('cart')?.isCalledFromOutside]).toEqual([true, true]);
  });

  it('of Linkerd counts outbound series alone, and of Hubble what has names at both ends', () => {
    const linkerd = (labels: Record<string, string>): Series => ({ name: 'request_total', labels, value: 3 });
    const hubble = (labels: Record<string, string>): Series => ({ name: 'hubble_http_requests_total', labels, value: 4 });
    const { lines, edges } = seen([
      linkerd({
        direction: 'outbound',
        namespace: 'trade',
        deployment: 'shop',
        dst_namespace: 'trade',
        dst_statefulset: 'cart',
        tls: 'true',
      }),
      linkerd({ direction: 'inbound', namespace: 'trade', deployment: 'cart', tls: 'true' }),
      hubble({
        source_app: 'edge',
        source_workload: '',
        destination_workload: 'cart',
        source_namespace: 'trade',
        destination_namespace: 'trade',
      }),
      hubble({ source_workload: 'edge', destination_workload: '' }),
    ]);
    expect(lines).toEqual(['edge Calls cart 4', 'shop Calls cart 3']);
    expect(edges.map(({ isEncrypted }) => isEncrypted)).toEqual([null, true]);
  });
});

it('what an owner declares is taken over, with its endpoints, and nothing is made of them', () => {
  const health = (host: string, critical: string): Series => ({
    name: 'app_dependency_health',
    labels: { name: 'orders', dependency: 'db', type: 'postgres', host, port: '5432', critical },
    value: 0,
  });
  expect(seen([health('pg-1', 'no'), health('pg-2', 'no')]).edges).toMatchObject([
    { dependencyType: 'ReadsWrites', declared: { mode: 'Soft', isRequired: false }, endpoints: ['pg-1:5432', 'pg-2:5432'] },
  ]);
});
