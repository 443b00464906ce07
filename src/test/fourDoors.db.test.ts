/**
 * One question through four doors: REST, the agents' tools, the command line and the browser give the same answer, value for value, on
 * golden landscapes.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFaultline } from '@/cli/program';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { FoundEntity } from '@/contract/landscapePicture';
import type { ScenarioRun } from '@/contract/savedScenarios';
import { DIRECTIONS, type Direction, type HealthState } from '@/domain/vocabulary';
import { bareCountOf, countOf } from '@/plain/counts';
import { figuresOf } from '@/features/blastRadius/headline';
import { consumeHealth } from '@/server/health/consume';
import { callTool } from './agentClient';
import { browserClient } from './browserClient';
import { useTestDatabase } from './database';
import { nodeServer, sendTo } from './restMounts';
import { signedInMember } from './restPeople';
import { createRestTenant, type RestTenant } from './restTenants';

const { database } = await useTestDatabase();
const WHOLE = { maxCharacters: 1_000_000 };

let server: Server;
let url: string;
beforeAll(async () => {
  const started = await nodeServer();
  server = started.server;
  url = `http://127.0.0.1:${started.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What agents get besides the answer: how to read it, and which page of it this is. */
function bare(structured: Record<string, unknown>): object {
  const { notice: _notice, page: _page, ...answer } = structured;
  return answer;
}

async function printed(tenant: RestTenant, key: string, args: readonly string[]): Promise<string> {
  let [stdout, stderr] = ['', ''];
  const world = {
    env: { FAULTLINE_URL: url, FAULTLINE_TENANT: tenant.tenantId, FAULTLINE_KEY: key },
    cwd: process.cwd(),
    stdin: new PassThrough(),
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    fetch,
    openPage: () => Promise.resolve(false),
    sleep: () => Promise.reject(new Error('nothing should wait')),
    now: () => 0,
    signal: new AbortController().signal,
  };
  expect(await runFaultline(args, world), stderr).toBe(0);
  return stdout;
}

async function commandLine(tenant: RestTenant, key: string, args: readonly string[]): Promise<unknown> {
  return JSON.parse(await printed(tenant, key, [...args, '--json']));
}

describe.each([
  ['the demo shop', 'opentelemetry-demo.yaml', 'kafka'],
  ['a landscape that uses every field', 'every-field.yaml', 'rates-a'],
])('of %s', (_, file, component) => {
  let tenant: RestTenant;
  let entities: FoundEntity[];
  const manifest = fileURLToPath(new URL(`landscapes/${file}`, import.meta.url));

  beforeAll(async () => {
    tenant = await createRestTenant(database, sendTo(Number(new URL(url).port)));
    const applied = await tenant.call(
      'POST',
      '/manifest/apply',
      { raw: readFileSync(manifest), headers: { 'content-type': 'application/yaml' } },
      tenant.keys.revenue,
    );
    expect(applied.status, applied.text).toBe(200);
    entities = (await callTool(tenant, 'find_entities', { limit: 200, ...WHOLE })).structured.items as FoundEntity[];
    await tenant.call('POST', `/components/${component}/health`, { json: { state: 'Outage', message: 'it is gone' } });
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ signals: 1, failures: 0 });
  });

  describe.each<[string, 'revenue' | 'read', 'Owner' | 'Viewer']>([
    ['for a caller who may see revenue', 'revenue', 'Owner'],
    ['who may not', 'read', 'Viewer'],
  ])('to somebody %s', (__, keyName, role) => {
    let key: string;
    let browser: ReturnType<typeof browserClient>;
    beforeAll(async () => {
      key = tenant.keys[keyName];
      browser = browserClient(tenant.tenantId, await signedInMember(database, tenant.tenantId, role));
    });

    it('a scenario of several failures, down to its digest', async () => {
      const some = entities.filter((entity, index) => entities.findIndex(({ kind }) => kind === entity.kind) === index);
      const typed = some.map(({ kind, technicalName }) => `${kind}:${technicalName}=Degraded`);
      const failures = some.map(({ kind, id }) => ({ entityType: kind, entity: id, state: 'Degraded' as const }));
      const question = { failures, baseline: 'live' as const, durationMinutes: 240 };
      const rest = await tenant.call('POST', '/scenarios/evaluate', { json: question }, key);
      expect(rest.status, rest.text).toBe(200);
      expect(await browser.scenarios.evaluate.mutate(question)).toEqual(rest.body);
      const named = some.map(({ kind, technicalName }) => ({ entity: technicalName, kind, state: 'Degraded' }));
      const agent = await callTool(tenant, 'simulate', { failures: named, baseline: 'live', durationMinutes: 240, ...WHOLE }, key);
      expect(bare(agent.structured)).toEqual(rest.body);
      const args = ['scenario', 'evaluate', '--live', '--minutes', '240', ...typed.flatMap((failure) => ['--fail', failure])];
      expect(await commandLine(tenant, key, args)).toEqual(rest.body);
    });

    it('a saved scenario run through each door has the digest of its evaluation', async () => {
      const technicalName = `saved-${keyName}`;
      const [one] = entities.filter(({ kind }) => kind === 'application');
      const failures = [
        { entityType: 'application', entity: one?.id },
        { entityType: 'component', entity: component },
      ];
      const json = { technicalName, name: 'Saved', failures, baseline: 'live', durationMinutes: 240 };
      expect((await tenant.call('POST', '/scenarios', { json })).status).toBe(201);
      const asked = { failures, baseline: 'live', durationMinutes: 240 };
      const { digest } = (await tenant.call('POST', '/scenarios/evaluate', { json: asked }, key)).body;
      // The key that can read cannot run: what it sees of a run equals the answer to its own question.
      const runner = keyName === 'read' ? tenant.keys.all : key;
      const rest = await tenant.call('POST', `/scenarios/${technicalName}/runs`, {}, runner);
      const agent = await callTool(tenant, 'run_scenario', { scenario: technicalName, ...WHOLE }, runner);
      const typed = (await commandLine(tenant, runner, ['scenario', 'run', technicalName])) as ScenarioRun;
      const pages = role === 'Viewer' ? [] : [await browser.scenarios.run.mutate({ idOrTechnicalName: technicalName })];
      const runs = [rest.body, agent.structured, typed, ...pages] as ScenarioRun[];
      const digests = runs.map((run) => run.answer.digest);
      for (const { id } of runs)
        digests.push((await browser.scenarios.getRun.query({ idOrTechnicalName: technicalName, run: id })).answer.digest);
      expect(digests).toEqual(digests.map(() => digest));
    });

    async function expectSameBlastRadius(asked: readonly FoundEntity[], direction: Direction): Promise<void> {
      for (const { id, kind, technicalName } of asked) {
        const question = { entityId: id, entityType: kind, direction, state: 'Degraded' as const };
        const rest = await tenant.call('GET', `/blast-radius?${new URLSearchParams(question)}`, {}, key);
        expect(rest.status).toBe(200);
        const agent = await callTool(tenant, 'blast_radius', { entity: technicalName, kind, direction, state: 'Degraded', ...WHOLE }, key);
        expect(bare(agent.structured), technicalName).toEqual(rest.body);
        expect(await browser.impact.blastRadius.query(question), technicalName).toEqual(rest.body);
        const words = ['blast', technicalName, '--kind', kind, '--direction', direction, '--state', 'Degraded'];
        expect(await commandLine(tenant, key, words), technicalName).toEqual(rest.body);
      }
    }

    it.each(DIRECTIONS)('the blast radius of one entity of each kind, %s', async (direction: Direction) => {
      const asked = entities.filter((entity, index) => entities.findIndex(({ kind }) => kind === entity.kind) === index);
      expect(asked.length).toBeGreaterThan(5);
      await expectSameBlastRadius(asked, direction);
    });

    it.each(DIRECTIONS)('the blast radius of every entity, %s', { tags: ['long'] }, async (direction: Direction) => {
      expect(entities.length).toBeGreaterThan(10);
      await expectSameBlastRadius(entities, direction);
    });

    it('20 questions, whose words and figures say the numbers of the lists', async () => {
      const kinds = entities.filter((entity, index) => entities.findIndex(({ kind }) => kind === entity.kind) === index);
      const questions = kinds
        .flatMap(({ kind, technicalName }) => DIRECTIONS.map((direction) => ({ kind, technicalName, direction, state: 'Outage' as const })))
        .flatMap((question) => [question, { ...question, state: 'Warning' as const }])
        .slice(0, 20);
      for (const { kind, technicalName, direction, state } of questions) {
        const asked = { entityId: technicalName, entityType: kind, direction, state };
        const rest = await tenant.call('GET', `/blast-radius?${new URLSearchParams(asked)}`, {}, key);
        expect(rest.status, rest.text).toBe(200);
        const answer = rest.body as BlastRadiusAnswer;
        const label = `${kind} ${technicalName} ${direction} ${state}`;
        const worse = (rows: readonly { expectedState: HealthState }[]): number =>
          rows.filter(({ expectedState }) => expectedState !== 'Healthy').length;
        expect(answer.affectedCounts, label).toEqual({
          components: worse(answer.components),
          applications: worse(answer.applications),
          capabilities: worse(answer.capabilities),
          processes: worse(answer.processes),
          audiences: worse(answer.audiences),
        });
        const page = figuresOf(await browser.impact.blastRadius.query(asked), undefined);
        const agent = (await callTool(tenant, 'blast_radius', { entity: technicalName, kind, direction, state, ...WHOLE }, key)).text;
        const typed = await printed(tenant, key, ['blast', technicalName, '--kind', kind, '--direction', direction, '--state', state]);
        const own = kind === 'component' && direction === 'downstream' ? 0 : worse(answer.origin);
        // The page sets apart what is not in service.
        const inService = answer.affectedCounts.components + own - answer.completeness.notInService.components;
        expect([label, page[0]?.value]).toEqual([label, countOf(inService, 'component')]);
        const at = (rows: readonly { expectedState: HealthState }[], ...states: HealthState[]): number =>
          rows.filter(({ expectedState }) => states.includes(expectedState)).length;
        const both = [...answer.origin, ...answer.components];
        const [down, bad] = [at(both, 'Outage'), at(both, 'Degraded', 'Warning')];
        expect([label, typed]).toEqual([
          label,
          expect.stringContaining(
            direction === 'upstream'
              ? `  ${countOf(down, 'component')} could take it down, ${bad} could degrade it, ${at(both, 'Healthy')} reach it without harm`
              : `  affects ${countOf(answer.affectedCounts.components, 'component')}, ${countOf(answer.affectedCounts.applications, 'application')}, `,
          ),
        ]);
        expect([label, agent]).toEqual([
          label,
          expect.stringContaining(
            direction === 'upstream'
              ? `could take it down: ${down}; could degrade it: ${bad}; reaches it without harm: ${at(both, 'Healthy')}.`
              : `it affects ${bareCountOf(answer.affectedCounts.components, 'component', 'components')}, `,
          ),
        ]);
      }
      expect(questions).toHaveLength(20);
    });

    it('what the home page says of the widest blast radii and of capabilities', async () => {
      const { widest, capabilities } = await browser.home.overview.query({});
      expect(widest.length).toBeGreaterThan(0);
      for (const { technicalName, affected, applications } of widest) {
        const question = { entityId: technicalName, entityType: 'component' as const, direction: 'downstream' as const };
        const { affectedCounts } = await browser.impact.blastRadius.query(question);
        expect([technicalName, affected, applications]).toEqual([technicalName, affectedCounts.components, affectedCounts.applications]);
      }
      for (const { technicalName, components } of capabilities) {
        const question = { entityId: technicalName, entityType: 'capability' as const, direction: 'upstream' as const };
        const { origin, components: others } = await browser.impact.blastRadius.query(question);
        const causes = [...origin, ...others].filter(({ expectedState }) => expectedState !== 'Healthy');
        expect([technicalName, components]).toEqual([technicalName, causes.length]);
      }
    });

    it('what is impacted right now', async () => {
      const rest = await tenant.call('GET', '/impact/snapshot', {}, key);
      expect(rest.body.unhealthy.map(({ technicalName }: FoundEntity) => technicalName)).toEqual([component]);
      expect(bare((await callTool(tenant, 'impact_snapshot', WHOLE, key)).structured)).toEqual(rest.body);
      expect(await browser.health.snapshot.query({})).toEqual(rest.body);
      expect(await commandLine(tenant, key, ['impact'])).toEqual(rest.body);
      const causes = await tenant.call('GET', '/blast-radius/health-impact', {}, key);
      expect(bare((await callTool(tenant, 'health_impact', WHOLE, key)).structured)).toEqual(causes.body);
      expect(await browser.health.healthImpact.query({})).toEqual(causes.body);
    });

    it('the path to each affected component, for agents and the browser', async () => {
      const start = entities.find(({ kind, technicalName }) => kind === 'component' && technicalName === component);
      const radius = await browser.impact.blastRadius.query({
        entityId: start?.id ?? '',
        entityType: 'component',
        direction: 'downstream',
      });
      for (const { technicalName } of radius.components) {
        const path = await browser.impact.path.query({
          entityId: start?.id ?? '',
          entityType: 'component',
          direction: 'downstream',
          component: technicalName,
        });
        const { structured } = await callTool(
          tenant,
          'explain_path',
          { entity: component, kind: 'component', component: technicalName },
          key,
        );
        expect(structured.steps).toEqual(path.steps);
      }
      expect(radius.components.length).toBeGreaterThan(0);
    });

    it('the same from small pages, joined', async () => {
      const lists = ['applications', 'capabilities', 'processes', 'audiences', 'origin', 'components'] as const;
      const { body } = await tenant.call(
        'GET',
        `/blast-radius?${new URLSearchParams({ entityId: entities.find(({ technicalName }) => technicalName === component)?.id ?? '', entityType: 'component', direction: 'downstream' })}`,
        {},
        key,
      );
      const joined: Record<string, unknown[]> = Object.fromEntries(lists.map((list) => [list, []]));
      let cursor: string | undefined;
      do {
        const { structured } = await callTool(
          tenant,
          'blast_radius',
          { entity: component, kind: 'component', limit: 2, ...(cursor === undefined ? {} : { cursor }) },
          key,
        );
        expect(structured.counts).toEqual(body.counts);
        for (const list of lists) joined[list]?.push(...structured[list]);
        cursor = structured.page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(joined).toEqual(Object.fromEntries(lists.map((list) => [list, body[list]])));
    });
  });
});
