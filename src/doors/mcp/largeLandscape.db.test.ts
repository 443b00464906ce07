/** On a landscape of thousands of components, many of them failed, every answer fits an agent: whole items, complete counts, and a note about what was left out. */
import { beforeAll, describe, expect, it } from 'vitest';
import { largeManifest } from '@/lab/bench/largeManifest';
import { consumeHealth } from '@/server/health/consume';
import { callTool, messageOf, modernMessage, type ToolResult } from '@/test/agentClient';
import { useTestDatabase } from '@/test/database';
import { sendToWeb } from '@/test/restMounts';
import { createRestTenant, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();
const MOST = 25_000;
const COMPONENTS = 1_000;
const manifest = largeManifest({ components: COMPONENTS, dependencies: 3 * COMPONENTS });
const text = JSON.stringify(manifest);

let tenant: RestTenant;
const call = (name: string, args: object = {}): Promise<ToolResult> => callTool(tenant, name, args, tenant.keys.revenue);
beforeAll(async () => {
  tenant = await createRestTenant(database, sendToWeb);
  const applied = await tenant.call(
    'POST',
    '/manifest/apply?impact=false',
    { raw: text, headers: { 'content-type': 'application/json' } },
    tenant.keys.revenue,
  );
  expect(applied.status, applied.text.slice(0, 500)).toBe(200);
  const names = (manifest.applications ?? []).flatMap(({ components }) => components ?? []).map(({ technicalName }) => technicalName);
  const signals = names
    .slice(0, 800)
    .map((component, index) => ({ component, state: ['Outage', 'Degraded', 'Warning'][index % 3], message: 'x'.repeat(500) }));
  expect((await tenant.call('POST', '/health-signals', { json: { signals } })).status).toBe(202);
  await consumeHealth(60_000, tenant.tenantId);
}, 240_000);

describe('no answer is longer than 25,000 characters', () => {
  it.each<[string, object, string]>([
    ['find_entities', { limit: 200 }, 'items'],
    ['get_entity', { entity: 'zone-0-0', kind: 'hosting-zone' }, ''],
    ['blast_radius', { entity: 'area-0', kind: 'hosting-area' }, 'components'],
    ['blast_radius', { entity: 'area-0', kind: 'hosting-area', direction: 'upstream', state: 'Warning' }, 'components'],
    ['blast_radius', { entity: 'capability-0', direction: 'upstream' }, 'components'],
    ['simulate', { failures: [{ entity: 'area-0', kind: 'hosting-area' }, { entity: 'zone-0-0' }] }, 'components'],
    ['impact_snapshot', {}, 'impacted'],
    ['health_impact', {}, 'causes'],
    ['list_incidents', { limit: 200 }, 'items'],
    ['preview_manifest', { manifest: 'version: 1\nname: other\ntechnologies: [{ technicalName: new, name: New }]\n' }, ''],
  ])('of %s %j, and what it leaves out is said', async (name, args, cut) => {
    const { isError, size, structured, text: said } = await call(name, args);
    expect([isError, size <= MOST]).toEqual([undefined, true]);
    const { page } = structured;
    if (cut === '') {
      expect([page.leftOut, page.nextCursor]).toEqual([{}, null]);
      return;
    }
    expect(page.leftOut[cut]).toBeGreaterThan(0);
    expect(page.nextCursor).toEqual(expect.any(String));
    expect(said).toContain(`For the next page send the same arguments with cursor "${page.nextCursor}".`);
    expect(said).toMatch(new RegExp(`Not in this answer: .*${page.leftOut[cut]} of ${cut}`));
    expect(size).toBeGreaterThan(MOST / 2);
  });

  it('of a manifest that changes everything, applied or not', async () => {
    const changed = JSON.stringify({
      ...manifest,
      applications: manifest.applications?.map((application) => ({ ...application, description: 'd'.repeat(3_000) })),
      dependencies: [],
    });
    const preview = await call('preview_manifest', { manifest: changed });
    expect([preview.isError, preview.size <= MOST, preview.structured.summary.update]).toEqual([undefined, true, COMPONENTS / 20]);
    const applied = await call('apply_manifest', { manifest: changed, digest: preview.structured.digest });
    expect([applied.isError, applied.size <= MOST, applied.structured.summary.update, applied.structured.page.nextCursor]).toEqual([
      undefined,
      true,
      COMPONENTS / 20,
      null,
    ]);
  }, 120_000);

  it('when a resource is read', async () => {
    for (const uri of ['faultline://landscape', 'faultline://snapshot', 'faultline://applications/application-0']) {
      const { result } = messageOf(await tenant.call('POST', '/mcp', modernMessage('resources/read', { uri }), tenant.keys.revenue));
      expect([uri, result.contents[0].text.length <= MOST]).toEqual([uri, true]);
    }
  });

  it('unless more is requested', async () => {
    const { size, structured } = await call('blast_radius', { entity: 'area-0', kind: 'hosting-area', maxCharacters: 200_000 });
    expect(size).toBeGreaterThan(MOST);
    expect(size).toBeLessThanOrEqual(200_000);
    expect(structured.page.listed).toBeGreaterThan(200);
  });
});

describe('the counts', () => {
  it('cover the whole landscape on every page', async () => {
    const { body } = await tenant.call('GET', '/components?limit=1');
    expect(body.total).toBe(COMPONENTS);
    const { structured, text: said } = await call('find_entities');
    expect(structured.counts).toMatchObject({ component: COMPONENTS, application: COMPONENTS / 20, dataset: 100, 'hosting-zone': 40 });
    expect(said).toMatch(new RegExp(`^\\d+ entities match: ${COMPONENTS / 20} application, ${COMPONENTS} component, `));
  });

  it('stay the same when everything is read page by page, and nothing comes twice', async () => {
    const seen = new Set<string>();
    let cursor: string | undefined;
    let counts: { components: number } | undefined;
    do {
      const { structured } = await call('blast_radius', {
        entity: 'technology-0',
        kind: 'technology',
        maxCharacters: 200_000,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(counts === undefined || counts.components === structured.counts.components).toBe(true);
      counts = structured.counts as { components: number };
      for (const { id } of structured.components as { id: string }[]) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      cursor = structured.page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.size).toBe(counts?.components);
    expect(seen.size).toBeGreaterThan(100);
  }, 120_000);
});
