/** Metrics for Prometheus: requests, latency, the pool, the process. One registry per process, shared by all module graphs. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { database } from '@/server/db/database';
import { whyWritesAreRefused } from '@/server/db/refusedWrites';
import { env } from '@/server/env';
import { outOfReach } from './outOfReach';
import { areEqualInConstantTime } from '@/server/secrets';
import { processState } from '@/server/processState';
import { RELEASE } from './release';

export interface Metrics {
  registry: Registry;
  requests: Counter<'door' | 'method' | 'status'>;
  requestSeconds: Histogram<'door'>;
  webhookAttempts: Counter<'outcome'>;
  webhookLagSeconds: Histogram;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

function create(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'faultline_http_requests_total',
    help: 'Requests answered, by door (rest or web), method and status.',
    labelNames: ['door', 'method', 'status'] as const,
    registers: [registry],
  });
  const requestSeconds = new Histogram({
    name: 'faultline_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['door'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const webhookAttempts = new Counter({
    name: 'faultline_webhook_attempts_total',
    help: 'Attempts to deliver an event, by result: Delivered, Retrying or Dead.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const webhookLagSeconds = new Histogram({
    name: 'faultline_webhook_lag_seconds',
    help: 'From an event to the end of the first attempt to deliver it.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600],
    registers: [registry],
  });
  addPoolGauge(registry);
  addGauge(
    registry,
    'faultline_tenants_out_of_reach',
    'Tenants of this process whose work waits because their node of a distributed database does not answer.',
    () => outOfReach().count(),
  );
  addBuildInfo(registry);
  addGauge(
    registry,
    'faultline_writes_refused',
    '1 while the database refuses to write: its disk is full, it is out of memory, or it is read-only.',
    () => (whyWritesAreRefused() === null ? 0 : 1),
  );
  return { registry, requests, requestSeconds, webhookAttempts, webhookLagSeconds };
}

function addPoolGauge(registry: Registry): void {
  const gauge = new Gauge({
    name: 'faultline_database_connections',
    help: 'Database connections of each login (app or system), by state; waiting counts requests that have none yet.',
    labelNames: ['login', 'state'] as const,
    registers: [registry],
    collect: () => {
      const { pool: app, systemPool: system } = database();
      for (const [login, pool] of Object.entries({ app, system })) {
        gauge.set({ login, state: 'open' }, pool.totalCount);
        gauge.set({ login, state: 'idle' }, pool.idleCount);
        gauge.set({ login, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
}

/** Always 1, as is usual for what only labels tell. */
function addBuildInfo(registry: Registry): void {
  const gauge = new Gauge({
    name: 'faultline_build_info',
    help: 'Always 1; the labels name the version and its newest migration.',
    labelNames: ['version', 'newest_migration'] as const,
    registers: [registry],
  });
  gauge.set({ version: RELEASE.version, newest_migration: RELEASE.newestMigration }, 1);
}

/** The counter of this name, which this process makes once. */
export function counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
  return processState(name, () => new Counter({ name, help, labelNames, registers: [metrics().registry] }));
}

/** A gauge whose value is asked for whenever metrics are read. */
export function addGauge(registry: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
}

/** What is on the wire of one server. */
export interface OnTheWire {
  connections: number;
  bodyBytes: number;
}

/** From now on, metrics tell what is on the wire of this server too. */
export function watchServer(read: () => OnTheWire): void {
  const servers = processState('serversOnTheWire', () => {
    const all: (() => OnTheWire)[] = [];
    const gauge = (name: string, help: string, field: keyof OnTheWire): void =>
      addGauge(metrics().registry, name, help, () => all.reduce((sum, of) => sum + of()[field], 0));
    gauge('faultline_connections', 'HTTP connections that are open, idle ones too.', 'connections');
    gauge(
      'faultline_body_bytes',
      'Bytes of the bodies of requests that are not answered yet; above 256 MiB further ones are refused.',
      'bodyBytes',
    );
    return all;
  });
  servers.push(read);
}

export function metrics(): Metrics {
  return processState('metrics', create);
}

/** Null for an answer that lasts until somebody disconnects: its duration says nothing about us. */
export function countRequest(door: 'rest' | 'web', method: string, status: number, seconds: number | null): void {
  const { requests, requestSeconds } = metrics();
  requests.inc({ door, method: METHODS.has(method) ? method : 'other', status: String(status) });
  if (seconds !== null) requestSeconds.observe({ door }, seconds);
}

/** Whether the caller may read metrics: always from loopback, otherwise with METRICS_TOKEN as bearer token. */
export function mayReadMetrics(authorization: string | null, isLoopback: boolean): boolean {
  if (isLoopback) return true;
  const token = env().METRICS_TOKEN;
  if (token === undefined) return false;
  return areEqualInConstantTime(Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`));
}
