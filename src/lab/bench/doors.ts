/**
 * How many requests per second the doors answer on 32 connections, compared with the best that the same machine can do in the same run:
 * node:http with a constant answer, and node:http with one prepared statement or one INSERT per request.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Client } from 'pg';
import { closeServer, createFrontServer, listen } from '@/doors/http/httpServer';
import { originReader } from '@/doors/http/trustedProxy';
import { handleApi } from '@/doors/apiHandler';
import { bindingSql } from '@/server/db/bindTenant';
import type { ReadStatement } from '@/server/db/boundReaders';
import { entityStatement, pageStatement } from '@/server/landscape/entityReads';
import { sortKeys } from '@/server/lists/keyset';
import { withProcessDatabase } from './benchDatabase';
import { type BenchTenant, prepareTenant } from './benchTenant';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import type { BenchmarkInput } from './benchmarkInput';
import { getRequest, type LoadOrder, type LoadResult } from '@/lab/load/protocol';
import { startSender, type Sender } from '@/lab/load/startSender';

const FULL = { components: 10_000, connections: 32, measuredMs: 3_000, warmUpMs: 1_000 };
const TINY = { components: 40, connections: 2, measuredMs: 50, warmUpMs: 0 };
type Size = typeof FULL;

/** The slowest answer in a hundred may take this many times as long as the median. */
const TAIL = 4;

interface World extends BenchTenant {
  size: Size;
  sender: Sender;
  port: number;
}

interface Line {
  question: string;
  /** Below /api/{tenantId}; several paths are requested in turn. */
  paths: readonly string[];
  against: 'bare' | 'entity' | 'list';
  target: number;
}

/** Prints everything to standard output. A part is one line, named by the first word of its question. */
export async function run({ part, isTiny, addresses }: BenchmarkInput): Promise<void> {
  const size = isTiny ? TINY : FULL;
  await withProcessDatabase(addresses, async (database, opened) => {
    const sender = await startSender();
    const server = createFrontServer({ rest: handleApi, web: () => Promise.resolve(), upgrade: null }, originReader(''));
    try {
      const port = await listen(server, 0, '127.0.0.1');
      await measureAll({ size, sender, port, ...(await prepareTenant(database, size)) }, opened, part);
    } finally {
      sender.stop();
      await closeServer(server, 0);
    }
  });
}

async function measureAll(world: World, addresses: DatabaseAddresses, part: string | null): Promise<void> {
  const { components, connections } = world.size;
  process.stdout.write(`${components.toLocaleString('en')} components, ${connections} connections\n`);
  const some = Array.from({ length: 200 }, (_, number) => `component-${(number * 47) % components}`);
  const lines: readonly Line[] = [
    { question: 'entity', paths: some.map((name) => `/components/${name}`), against: 'entity', target: 0.5 },
    { question: 'list of 50', paths: ['/components?limit=50'], against: 'list', target: 0.5 },
    { question: 'snapshot, all healthy', paths: ['/impact/snapshot'], against: 'bare', target: 0.2 },
    { question: 'incidents', paths: ['/incidents'], against: 'bare', target: 0.2 },
    {
      question: 'blast radius, ordinary',
      paths: world.ids.map((id) => `/blast-radius?entityType=component&entityId=${id}&direction=downstream&maxDepth=2`),
      against: 'bare',
      target: 0.35,
    },
  ];
  const references = await referenceServers(addresses, world.tenantId);
  try {
    for (const line of lines) if (part === null || line.question.startsWith(part)) await measure(world, references[line.against], line);
  } finally {
    await references.close();
  }
  if (part === null || part === 'hub') await measureHubs(world);
}

/** A component on which nearly everything depends: 8 callers at once, and the whole answer for a single one. */
async function measureHubs({ sender, size, keys, tenantId, port, ids }: World): Promise<void> {
  const { measuredMs, warmUpMs } = size;
  const hubs = (key: string, more: string): string[] =>
    ids.map((id) =>
      getRequest(`/api/${tenantId}/blast-radius?entityType=component&entityId=${id}&direction=downstream${more}`, {
        authorization: `Bearer ${key}`,
      }),
    );
  for (const { question, callers, more, isMet, target } of HUBS) {
    const connections = keys.slice(0, callers).map((key) => hubs(key, more));
    const found = await measured(sender, { port, connections, measuredMs, warmUpMs });
    process.stdout.write(`  ${question.padEnd(32)} ${figures(found)}   target ${target}: ${isMet(found) ? 'met' : 'NOT MET'}\n`);
  }
}

const HUBS: readonly { question: string; callers: number; more: string; isMet: (found: LoadResult) => boolean; target: string }[] = [
  { question: 'hub, all listed, 1 caller', callers: 1, more: '', isMet: ({ p50Ms }) => p50Ms <= 40, target: 'p50 40 ms' },
  { question: 'hub, all listed, 8 callers', callers: 8, more: '', isMet: ({ perSecond }) => perSecond >= 60, target: '60/s' },
  {
    question: 'hub, 100 listed, 8 callers',
    callers: 8,
    more: '&componentLimit=100',
    isMet: ({ perSecond }) => perSecond >= 100,
    target: '100/s',
  },
];

async function measure(world: World, reference: Reference, { question, paths, target }: Line): Promise<void> {
  const { sender, size, keys, tenantId, port } = world;
  const { measuredMs, warmUpMs } = size;
  const asked = await measured(sender, {
    port: reference.port,
    connections: keys.map(() => paths.map((path) => getRequest(path))),
    measuredMs,
    warmUpMs,
  });
  const ours = await measured(sender, {
    port,
    connections: keys.map((key) => paths.map((path) => getRequest(`/api/${tenantId}${path}`, { authorization: `Bearer ${key}` }))),
    measuredMs,
    warmUpMs,
  });
  const ratio = ours.perSecond / asked.perSecond;
  const isMet = ratio >= target && ours.p99Ms <= TAIL * ours.p50Ms;
  process.stdout.write(
    `  ${question.padEnd(24)} ${figures(ours)}   reference (${reference.name}) ${figures(asked)}   ratio ${ratio.toFixed(3)}, target ${target}: ${isMet ? 'met' : 'NOT MET'}\n`,
  );
  const failed = Object.keys(ours.statuses).filter((status) => status !== '200');
  if (failed.length > 0) process.stdout.write(`    answers other than 200: ${JSON.stringify(ours.statuses)}\n`);
}

interface Measured extends LoadResult {
  /** Processor time of this process per answer, in microseconds, which does not depend on how busy the machine is. */
  processorUs: number;
}

async function measured(sender: Sender, order: LoadOrder): Promise<Measured> {
  const before = process.cpuUsage();
  const result = await sender.send(order);
  const { user, system } = process.cpuUsage(before);
  return { ...result, processorUs: (user + system) / result.answers };
}

function figures({ perSecond, p50Ms, p99Ms, processorUs }: Measured): string {
  return `${perSecond.toFixed(0).padStart(6)}/s p50 ${p50Ms.toFixed(2)} ms p99 ${p99Ms.toFixed(2)} ms, ${processorUs.toFixed(0).padStart(4)} µs each`;
}

interface Reference {
  name: string;
  port: number;
}

/** Servers with as little code as possible, on connections that are already bound to role and tenant. */
async function referenceServers(
  { app, isSingleLogin }: DatabaseAddresses,
  tenantId: string,
): Promise<Record<Line['against'], Reference> & { close: () => Promise<void> }> {
  const client = new Client({ connectionString: app, pipeline: true });
  await client.connect();
  await client.query(bindingSql({ tenantId, lasts: 'session', isSingleLogin, settings: { enable_sort: 'off' } }));
  const { rows: heads } = await client.query<{ version: number }>('select "version" from "landscape_version"');
  const version = heads[0]?.version;
  const entity = entityStatement('component', 'technicalName');
  const byName = sortKeys('technicalName', { technicalName: ['technicalName'] }, []);
  const page = pageStatement('component', { keys: byName, after: null, filters: {} }).statement;
  const answer = async (
    { name, text }: ReadStatement,
    values: unknown[],
    response: ServerResponse,
    textIn: (row: Record<string, string>) => string | undefined,
  ): Promise<void> => {
    const { rows } = await client.query<Record<string, string>>({ name: name ?? 'reference', text, values });
    send(response, textIn(rows[0] ?? {}) ?? '');
  };
  const handlers: Record<Line['against'], { name: string; listener: RequestListener }> = {
    bare: { name: 'node:http', listener: (_, response) => send(response, '{"status":"ok"}') },
    entity: {
      name: 'one statement',
      listener: ({ url: path }, response) => {
        void answer(entity, [tenantId, path?.slice(path.lastIndexOf('/') + 1)], response, (row) => row.entity);
      },
    },
    list: {
      name: 'one statement',
      // The count for a version is known after the first answer.
      listener: (_, response) => void answer(page, [tenantId, 51, version], response, (row) => row.items),
    },
  };
  const servers: Server[] = [];
  const open = async ({ name, listener }: { name: string; listener: RequestListener }): Promise<Reference> => {
    const server = createServer(listener);
    servers.push(server);
    return { name, port: await listen(server, 0, '127.0.0.1') };
  };
  const references = { bare: await open(handlers.bare), entity: await open(handlers.entity), list: await open(handlers.list) };
  return {
    ...references,
    close: async () => {
      for (const server of servers) await closeServer(server, 0);
      await client.end();
    },
  };
}

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
