/**
 * One outage of two replicas, asked of every interface, and read from every text that people get: they all say the same numbers. Prints them
 * side by side.
 */
import type { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { createTRPCClient, httpLink } from '@trpc/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFaultline } from '@/cli/program';
import type { ImpactSnapshot } from '@/contract/impactSnapshot';
import type { Incident, IncidentPage } from '@/contract/incidents';
import type { Situation } from '@/contract/situations';
import { answerBrowser } from '@/doors/browser/browserContext';
import { situationSentence } from '@/client/situations/SituationNote';
import { consumeHealth } from '@/server/health/consume';
import { readEvents } from '@/server/events/eventRows';
import type { AppRouter } from '@/server/procedures/root';
import { eventMessage } from '@/server/webhooks/messages/eventMessage';
import { callTool } from './agentClient';
import { useTestDatabase } from './database';
import { nodeServer, sendTo } from './restMounts';
import { signedInMember } from './restPeople';
import { createRestTenant, type RestTenant } from './restTenants';
import { tenantDb } from '@/server/db/tenantDb';

const { database } = await useTestDatabase();

let server: Server;
let port: number;
beforeAll(async () => ({ server, port } = await nodeServer()));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

/** Three applications, 240,000 people and €2,000 an hour depend on one of two replicas. */
const MANIFEST = {
  version: 1,
  name: 'outage',
  capabilities: [named('selling')],
  segments: [
    {
      ...named('buyers'),
      audienceType: 'Customers',
      people: 240_000,
      annualRevenue: 8_760 * 2_000,
      capabilities: [{ capability: 'selling', revenueShare: 1 }],
    },
  ],
  applications: [
    { ...named('shop'), capabilities: ['selling'], components: [named('web')] },
    { ...named('desk'), components: [named('till')] },
    { ...named('store'), components: [named('r1'), named('r2')] },
  ],
  dependencies: [
    { source: 'web', target: 'r1', dependencyType: 'Calls', redundancyGroup: 'replicas' },
    { source: 'web', target: 'r2', dependencyType: 'Calls', redundancyGroup: 'replicas' },
    { source: 'till', target: 'web', dependencyType: 'Calls' },
  ],
};

/** What an interface says of the outage. A text that does not say something leaves it out. */
interface Numbers {
  causes?: number;
  components?: number;
  applications?: number;
  people?: number;
  cost?: number;
  /** The sum of the parts of the incidents. */
  parts?: number;
}
const EXPECTED: Required<Numbers> = { causes: 2, components: 4, applications: 3, people: 240_000, cost: 2_000, parts: 2_000 };

const sum = (amounts: readonly (number | undefined)[]): number => amounts.reduce<number>((total, amount) => total + (amount ?? NaN), 0);

function numbersOf({ causes, counts, exposure }: Situation): Numbers {
  return {
    causes: causes.length,
    components: counts.components,
    applications: counts.applications,
    people: counts.people ?? NaN,
    cost: exposure?.expectedPerHour ?? NaN,
    parts: sum(causes.map(({ part }) => part?.expectedPerHour)),
  };
}

/** The numbers in a text, by what stands before or behind them. */
function numbersIn(text: string, patterns: Partial<Record<keyof Numbers, RegExp>>): Numbers {
  return Object.fromEntries(
    Object.entries(patterns).map(([field, pattern]) => [field, Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))]),
  );
}

const IN_WORDS = {
  components: /([\d,]+) components/,
  applications: /([\d,]+) applications/,
  people: /([\d,]+) people/,
  cost: /expected cost per hour \D?([\d,]+)/i,
};

async function commandLine({ tenantId, keys }: RestTenant, ...args: string[]): Promise<string> {
  let [stdout, stderr] = ['', ''];
  const code = await runFaultline(args, {
    env: { FAULTLINE_URL: `http://127.0.0.1:${port}`, FAULTLINE_TENANT: tenantId, FAULTLINE_KEY: keys.revenue },
    cwd: process.cwd(),
    stdin: new PassThrough(),
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    fetch,
    openPage: () => Promise.resolve(false),
    sleep: () => Promise.reject(new Error('nothing should wait')),
    now: () => 0,
    signal: new AbortController().signal,
  });
  expect(code, stderr).toBe(0);
  return stdout;
}

it('is the same in every interface and text', async () => {
  const tenant = await createRestTenant(database, sendTo(port));
  const { tenantId, keys } = tenant;
  const call = async <Answer>(method: string, path: string, json?: object): Promise<Answer> => {
    const answer = await tenant.call(method, path, json === undefined ? {} : { json }, keys.revenue);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body as Answer;
  };
  await call('POST', '/manifest/apply', MANIFEST);
  const member = await signedInMember(database, tenantId, 'Owner');
  const fetchInside = (input: URL | RequestInfo, init?: RequestInit): Promise<Response> =>
    answerBrowser(
      new Request(input as string, { ...init, headers: { ...init?.headers, ...Object.fromEntries(member) } } as RequestInit),
      tenantId,
    );
  const browser = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `http://localhost/trpc/${tenantId}`, fetch: fetchInside as typeof fetch })],
  });
  const webhook = await browser.webhooks.create.mutate({ url: 'https://93.184.215.14/x', format: 'slack', description: 'chat' });
  await browser.subscriptions.create.mutate({
    name: 'Nobody can buy',
    webhookId: webhook.id,
    watch: { kind: 'capability', entity: 'selling' },
    when: { state: 'Degraded' },
    minutes: 0,
  });
  const signals = ['r1', 'r2'].map((component) => ({ component, state: 'Outage' }));
  expect((await tenant.call('POST', '/health-signals', { json: { signals } })).status).toBe(202);
  expect(await consumeHealth(30_000, tenantId)).toMatchObject({ failures: 0, isUnfinished: false });

  const snapshot = await call<ImpactSnapshot>('GET', '/impact/snapshot');
  const page = await call<IncidentPage>('GET', '/incidents');
  const incidents = await Promise.all(page.items.map(({ id }) => call<Incident>('GET', `/incidents/${id}`)));
  const events = await readEvents(tenantDb(database, tenantId), 0, 100);
  const eventsOf = (type: string) => events.flatMap(({ whole }) => (whole.type === type ? [whole] : []));
  const situationIn = ({ data }: { data: Record<string, unknown> }): Situation => data.situation as Situation;
  const metrics = (await tenant.call('GET', '/impact/metrics', {}, keys.revenue)).text;
  const agent = await callTool(tenant, 'impact_snapshot', {}, keys.revenue);
  const live = await browser.health.causes.query({});
  const seen = await browser.health.snapshot.query({});
  const opened = eventsOf('incident.opened');
  const message = (event: (typeof opened)[number]): string =>
    eventMessage(event, (address) => address)
      .facts.map(({ label, value }) => `${label} ${value}`)
      .join('; ');
  const partsOf = (list: readonly { exposure?: { expectedPerHour: number } | null | undefined }[]): Numbers => ({
    parts: sum(list.map(({ exposure }) => exposure?.expectedPerHour)),
  });

  const told: [where: string, numbers: Numbers][] = [
    ['REST, live impact', numbersOf(snapshot.situations[0]!)],
    [
      'REST, live impact, total',
      {
        components: snapshot.impacted.length,
        applications: snapshot.applications.length,
        people: sum(snapshot.audiences.map(({ people }) => people ?? undefined)),
        cost: snapshot.revenueExposure?.expectedPerHour ?? NaN,
      },
    ],
    ['REST, incident list', { ...numbersOf(page.situations[0]!), ...partsOf(page.items) }],
    ...incidents.map(({ number, situation }): [string, Numbers] => [`REST, incident ${number}`, numbersOf(situation!)]),
    ['REST, incidents together', partsOf(incidents)],
    ...opened.map((event, i): [string, Numbers] => [`event incident.opened ${i + 1}`, numbersOf(situationIn(event))]),
    ['events incident.opened together', partsOf(opened.map(({ data }) => data as { exposure: { expectedPerHour: number } }))],
    ['event situation.changed', numbersOf(situationIn(eventsOf('situation.changed')[0]!))],
    ['event notification.raised', numbersOf(situationIn(eventsOf('notification.raised')[0]!))],
    [
      'chat message of an incident',
      numbersIn(message(opened[0]!), {
        components: /Components affected ([\d,]+)/,
        applications: /Applications ([\d,]+)/,
        people: /People ([\d,]+)/,
        cost: /Expected cost per hour EUR ([\d,]+)/,
      }),
    ],
    [
      'chat message of a notification',
      numbersIn(message(eventsOf('notification.raised')[0]!), { cost: /Expected cost per hour EUR ([\d,]+)/ }),
    ],
    [
      'metrics',
      numbersIn(metrics, {
        causes: /faultline_situation_causes\{.*\} (\d+)/,
        components: /faultline_situation_affected\{.*kind="components"\} (\d+)/,
        applications: /faultline_situation_affected\{.*kind="applications"\} (\d+)/,
        people: /faultline_situation_people\{.*\} (\d+)/,
        cost: /faultline_situation_exposure_per_hour\{.*kind="expected"\} (\d+)/,
      }),
    ],
    ['agents, live impact', numbersOf((agent.structured as unknown as ImpactSnapshot).situations[0]!)],
    [
      'agents, text',
      numbersIn(
        agent.text.split('\n').find((line) => line.includes('caused by'))!,
        {
          ...IN_WORDS,
          people: /(\d+) people/,
          cost: /expected cost (\d+)/,
        },
      ),
    ],
    ['command line, --json', numbersOf((JSON.parse(await commandLine(tenant, 'impact', '--json')) as ImpactSnapshot).situations[0]!)],
    ['command line', numbersIn(await commandLine(tenant, 'impact'), IN_WORDS)],
    ['page Live impact', numbersOf(seen.situations[0]!)],
    ['page Live impact, words', numbersIn(situationSentence(seen.situations[0]!), IN_WORDS)],
    ['page Home', numbersOf(live.situations[0]!)],
    ['page Incidents', numbersOf((await browser.incidents.list.query({})).situations[0]!)],
    ['page of an incident', numbersOf((await browser.incidents.get.query({ id: incidents[0]!.id })).situation!)],
  ];
  console.table(Object.fromEntries(told));
  for (const [where, numbers] of told) {
    expect(Object.keys(numbers).length, where).toBeGreaterThan(0);
    expect(EXPECTED, where).toMatchObject(numbers);
  }
  expect([snapshot.situations.length, incidents.length, opened.length, eventsOf('situation.changed').length]).toEqual([1, 2, 2, 1]);
});
