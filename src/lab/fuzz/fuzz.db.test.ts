/**
 * Random inputs for every door, generated from its own description: the OpenAPI document, the router, the schemas of the agents' tools. No
 * answer is a 5xx other than 503, deviates from the document, reveals internals, or takes twelve seconds. `npm run fuzz -- --minutes N`
 * runs for longer.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from '@/doors/mcp/agentSchema';
import { TOOLS } from '@/doors/mcp/tools';
import { answerBrowser } from '@/doors/browser/browserContext';
import { openapiDocument } from '@/doors/rest/openapi/openapiDocument';
import { ROUTES, type Route } from '@/doors/rest/routes';
import { createLog } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { appRouter } from '@/server/procedures/root';
import { messageOf, modernMessage } from '@/test/agentClient';
import { useTestDatabase } from '@/test/database';
import { randomRuns } from '@/test/randomRuns';
import { createOneOfEach, type Linked } from '@/test/restKinds';
import { nodeServer, sendTo, type Send } from '@/test/restMounts';
import { signedInMember } from '@/test/restPeople';
import { createRestTenant, type RestTenant } from '@/test/restTenants';
import { NASTY, Random, spoiltJson, valueFor } from './randomInput';
import { Tally } from './tally';

const { database } = await useTestDatabase();
// Logged refusals are not interesting here; a defect is reported with its input.
processState('log', () => createLog('silent', () => undefined));

const MINUTES = Number(process.env.FAULTLINE_FUZZ_MINUTES ?? 0);

let server: Server;
let send: Send;
let tenant: RestTenant;
let session: Headers;
let names: readonly string[];
beforeAll(async () => {
  const started = await nodeServer();
  server = started.server;
  send = sendTo(started.port);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function newTenant(): Promise<void> {
  tenant = await createRestTenant(database, send);
  session = await signedInMember(database, tenant.tenantId, 'Owner');
  const ids: Linked = await createOneOfEach(tenant);
  names = [
    ...Object.values(ids).map(String),
    ...Array.from({ length: 6 }, (_, index) => `name-${index}`),
    'astronomy-db',
    'checkout',
    'Something',
    'shop',
  ];
}

/** As many inputs as `npm test` tries, or as long as requested. Each starts from a number that reproduces it. */
async function throughout(few: number, tally: Tally, attempt: (random: Random, tally: Tally) => Promise<void>): Promise<void> {
  await newTenant();
  const { seed, numRuns } = randomRuns(few);
  const until = performance.now() + (MINUTES * 60_000) / 3;
  for (let run = 0; run < numRuns || performance.now() < until; run++) {
    // What the inputs did to a tenant must not keep later ones from getting further.
    if (run > 0 && run % 2_000 === 0) await newTenant();
    await attempt(new Random(seed + run), tally);
  }
  if (MINUTES > 0) process.stdout.write(`${String(tally)}\n`);
  expect(tally.offences).toEqual([]);
}

/** Words of an engine, a driver or a file system. */
const INSIDE = /Cannot (?:read|convert|set)|is not a function|is not iterable|node_modules|PrismaClient|\bat \S+ \(\/|SQLSTATE|violates/;

const MANIFEST = JSON.parse(readFileSync('public/schemas/manifest.v1.json', 'utf8')) as object;
const document = openapiDocument();
const FEEDS = ROUTES.filter(({ facts }) => facts.answersFeed === true);

/** A path as it is sent; characters that cannot be sent are escaped. */
function pathOf(route: Route, random: Random): string {
  const path = route.facts.path.replaceAll(/\{(\w+)\}/g, () => {
    const value = random.chance(0.7) ? random.pick(names) : random.pick(NASTY);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // An empty part of a path, or dots, would be another address.
    return random.chance(0.05) ? random.pick(['%ff', '%', '%00', '%2e%2e', '%2F']) : encodeURIComponent(text.toWellFormed()) || 'x';
  });
  const query = Object.entries(route.codecs).flatMap(([name]) => {
    if (!random.chance(0.3)) return [];
    const value = random.chance(0.6) ? random.pick([...names, '1', '5', 'true', '2026-11-20T09:30:00Z']) : random.pick(NASTY);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [`${name}=${random.chance(0.03) ? '%ff' : encodeURIComponent(text.toWellFormed())}`];
  });
  if (random.chance(0.03)) query.push(random.pick(['x=1', '=', '&&', '%', 'limit=1&limit=2']));
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

function headersOf(route: Route, random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (route.body !== 'none') {
    const usual = route.body === 'manifest' ? 'application/yaml' : 'application/json';
    headers['content-type'] = random.chance(0.95)
      ? usual
      : random.pick(['text/plain', 'application/json; charset=latin1', ';', 'application/yaml']);
  }
  if (random.chance(0.1)) headers['if-match'] = random.pick(['"1"', '*', 'W/"1"', '"', 'x'.repeat(500)]);
  if (random.chance(0.1)) headers['idempotency-key'] = random.pick(['a', 'x'.repeat(300), ' ', `k${random.below(20)}`]);
  if (random.chance(0.05)) headers['api-version'] = random.pick(['2', '2.x', '9', '']);
  return headers;
}

/** A manifest is generated from its own schema, every other body from the document. */
function bodyFor(route: Route, schema: unknown, random: Random): unknown {
  if (route.body === 'manifest') return valueFor(MANIFEST, { random, names, root: MANIFEST });
  return valueFor(schema, { random, names, root: document });
}

async function tryRest(random: Random, tally: Tally): Promise<void> {
  const route = random.pick(ROUTES.filter((one) => !FEEDS.includes(one)));
  const { method, path: pattern } = route.facts;
  const operation = document.paths[`/api/{tenantId}${pattern}`]?.[method.toLowerCase()] ?? document.paths[pattern]?.[method.toLowerCase()];
  const media = Object.values(operation?.requestBody?.content ?? {})[0];
  const body = route.body === 'none' ? undefined : spoiltJson(bodyFor(route, media?.schema, random), random);
  const path = pathOf(route, random);
  const headers = headersOf(route, random);
  const startedAt = performance.now();
  const answer = await tenant.call(
    method,
    path,
    { headers, ...(body === undefined ? {} : { raw: body }) },
    tenant.keys[random.pick(['all', 'revenue'] as const)],
  );
  const { status, text } = answer;
  const wrong: string[] = [];
  if (status >= 500 && status !== 503) wrong.push('a defect');
  if (operation === undefined) wrong.push('no such operation in the document');
  else if (operation.responses[String(status)] === undefined) wrong.push('a status that the document does not name');
  if (status >= 400 && answer.headers.get('content-type')?.startsWith('application/problem+json') !== true) wrong.push('no problem');
  if (status >= 400 && INSIDE.test(text)) wrong.push('reveals internals');
  tally.count(
    status,
    performance.now() - startedAt,
    `${method} ${path} ${JSON.stringify(headers)} ${body ?? ''}`,
    wrong.map((one) => `${one}: ${text.slice(0, 300)}`),
  );
}

interface Described {
  type: 'query' | 'mutation' | 'subscription';
  inputs: unknown[];
}

/** These would end what the others need: the plan, the tenant, the session. */
const ENDING = /^tenant\.(?:choosePlan|delete)|^members\./;
const PROCEDURES = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: Described }>)
  .filter(([name, { _def }]) => !ENDING.test(name) && _def.type !== 'subscription' && name !== 'events.feed')
  .map(([name, { _def }]) => ({
    name,
    type: _def.type,
    schema: z.toJSONSchema(_def.inputs[0] as z.ZodType, { io: 'input', unrepresentable: 'any' }),
  }));

async function tryBrowser(random: Random, tally: Tally): Promise<void> {
  const { name, type, schema } = random.pick(PROCEDURES);
  const input = spoiltJson(valueFor(schema, { random, names, root: schema }), random);
  const path = random.chance(0.03) ? random.pick(['nothing', `${name},${name}`, '%ff', '.', 'constructor', '__proto__']) : name;
  const headers = new Headers(session);
  const url = `http://localhost/trpc/${tenant.tenantId}/${path}${path.includes(',') ? '?batch=1' : ''}`;
  const isQuery = type === 'query';
  if (!isQuery)
    headers.set(
      'content-type',
      random.chance(0.97) ? 'application/json' : random.pick(['text/plain', '', 'application/x-www-form-urlencoded']),
    );
  const target = isQuery ? `${url}${url.includes('?') ? '&' : '?'}input=${encodeURIComponent(input.toWellFormed())}` : url;
  const startedAt = performance.now();
  const answer = await answerBrowser(
    new Request(target, isQuery ? { headers } : { method: 'POST', headers, body: input }),
    tenant.tenantId,
  );
  const text = await answer.text();
  const wrong: string[] = [];
  if (answer.status >= 500 && answer.status !== 503) wrong.push('a defect');
  if (answer.status >= 400 && INSIDE.test(text)) wrong.push('reveals internals');
  tally.count(
    answer.status,
    performance.now() - startedAt,
    `${type} ${path} ${input}`,
    wrong.map((one) => `${one}: ${text.slice(0, 300)}`),
  );
}

async function tryAgent(random: Random, tally: Tally): Promise<void> {
  const tool = random.pick(TOOLS);
  const schema = jsonSchemaOf(tool.input, 'input');
  const input = valueFor(schema, { random, names, root: schema });
  const { json, headers } = modernMessage('tools/call', { name: tool.name, arguments: input });
  const startedAt = performance.now();
  const raw = spoiltJson(json, random);
  const answer = await tenant.call('POST', '/mcp', { raw, headers: { 'content-type': 'application/json', ...headers } }, tenant.keys.all);
  const wrong: string[] = [];
  if (answer.status >= 500 && answer.status !== 503) wrong.push('a defect');
  const message = answer.status === 200 ? (messageOf(answer) as { result?: { isError?: boolean }; error?: unknown }) : null;
  const isRefused = answer.status >= 400 || message?.error !== undefined || message?.result?.isError === true;
  if (isRefused && (INSIDE.test(answer.text) || /internal:/.test(answer.text))) wrong.push('reveals internals');
  if (message !== null && message.result === undefined && message.error === undefined) wrong.push('neither result nor error');
  tally.count(
    answer.status,
    performance.now() - startedAt,
    `${tool.name} ${raw}`,
    wrong.map((one) => `${one}: ${answer.text.slice(0, 300)}`),
  );
}

it('REST refuses invalid input as its document says', () => throughout(250, new Tally('REST'), tryRest));

it('the browser’s procedures refuse invalid input', () => throughout(150, new Tally('Browser'), tryBrowser));

it('agents’ tools refuse invalid input', () => throughout(60, new Tally('Agents'), tryAgent));
