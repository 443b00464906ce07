/** What the tools about entities answer on the demo shop: the facts that every door gives, a text that reads well, and refusals that help. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callTool, type ToolResult } from '@/test/agentClient';
import { useTestDatabase } from '@/test/database';
import { sendToWeb } from '@/test/restMounts';
import { created, createShopTenant, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

let tenant: RestTenant;
const call = (name: string, args: object = {}, key?: string): Promise<ToolResult> => callTool(tenant, name, args, key);
beforeAll(async () => {
  tenant = await createShopTenant(database, sendToWeb);
});

describe('an entity', () => {
  it('is found by its technicalName or its id, with its kind if several have the name', async () => {
    const byName = await call('get_entity', { entity: 'kafka' });
    const { body } = await tenant.call('GET', '/components/kafka');
    expect(byName.structured).toMatchObject({ kind: 'component', entity: body });
    expect((await call('get_entity', { entity: body.id })).structured).toEqual(byName.structured);
    expect((await call('get_entity', { entity: body.id.toUpperCase(), kind: 'component' })).structured).toEqual(byName.structured);
  });

  it('of each kind is described with all its fields', async () => {
    const { structured } = await call('find_entities', { limit: 200 });
    const firsts = new Map((structured.items as { kind: string; technicalName: string }[]).map((item) => [item.kind, item.technicalName]));
    expect(firsts.size).toBeGreaterThan(6);
    for (const [kind, entity] of firsts) {
      const answer = await call('get_entity', { entity, kind });
      const path = { capability: 'capabilities', process: 'processes', technology: 'technologies' }[kind] ?? `${kind}s`;
      expect(answer.structured.entity).toEqual((await tenant.call('GET', `/${path}/${entity}`)).body);
      expect(answer.text).toContain(`technicalName: "${entity}"`);
    }
  });

  it('comes with the team to call; a component with the team of its application', async () => {
    const owned = await created(tenant, '/applications', { name: 'Owned', technicalName: 'owned', ownerTeam: 'storefront' });
    const nobodys = await created(tenant, '/applications', { name: 'Nobody’s', technicalName: 'nobodys' });
    await created(tenant, '/components', { applicationId: owned.id, name: 'Part', technicalName: 'owned-part' });
    await created(tenant, '/components', { applicationId: nobodys.id, name: 'Part', technicalName: 'nobodys-part' });
    for (const [entity, ownerTeam, said] of [
      ['owned', 'storefront', 'owner team: "storefront"'],
      ['owned-part', 'storefront', 'owner team: "storefront"'],
      ['nobodys', null, 'owner team: not recorded'],
      ['nobodys-part', null, 'owner team: not recorded'],
    ] as const) {
      const { structured, text } = await call('get_entity', { entity });
      expect([entity, structured.ownerTeam]).toEqual([entity, ownerTeam]);
      expect(text).toContain(said);
    }
    const technology = await created(tenant, '/technologies', { name: 'Owned by nobody', technicalName: 'no-owners' });
    const { structured, text } = await call('get_entity', { entity: technology.id });
    expect([Object.hasOwn(structured, 'ownerTeam'), text.includes('owner team')]).toEqual([false, false]);
  });

  it('comes with its contact and references; a component that has none with those of its application, which says so', async () => {
    const references = [
      { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart' },
      { kind: 'Chat', label: 'The "shop"', url: 'mailto:shop@example.com' },
    ];
    const helped = await created(tenant, '/applications', { name: 'Helped', technicalName: 'helped', contact: '#helped', references });
    const own = { contact: '#part', references: [{ kind: 'Dashboard', label: 'Traffic', url: 'https://grafana.example.com/d/1' }] };
    await created(tenant, '/components', { applicationId: helped.id, name: 'Part', technicalName: 'helped-part' });
    await created(tenant, '/components', { applicationId: helped.id, name: 'Part', technicalName: 'own-part', ...own });
    await created(tenant, '/components', { applicationId: helped.id, name: 'Part', technicalName: 'half-part', contact: '#half' });
    const lines = ['Runbook: "Restart", "https://wiki.example.com/restart"', 'Chat: "The \\"shop\\"", "mailto:shop@example.com"'];
    for (const [entity, fromApplication, said, unsaid] of [
      ['helped', undefined, ['contact: "#helped"', ...lines], ['of its application']],
      ['helped-part', { contact: '#helped', references }, ['contact of its application: "#helped"', ...lines], []],
      ['half-part', { references }, ['contact: "#half"', ...lines], ['#helped']],
      ['own-part', undefined, ['contact: "#part"', 'Dashboard: "Traffic", "https://grafana.example.com/d/1"'], ['#helped', 'Restart']],
    ] as const) {
      const { structured, text } = await call('get_entity', { entity });
      expect([entity, structured.fromApplication]).toEqual([entity, fromApplication]);
      expect([entity, said.filter((line) => !text.includes(line)), unsaid.filter((line) => text.includes(line))]).toEqual([entity, [], []]);
    }
  });

  it('with the most and longest references fits an answer, and says what it leaves out', async () => {
    const references = Array.from({ length: 20 }, (_, at) => ({
      kind: 'Other',
      label: 'x'.repeat(100),
      url: `https://example.com/${at}/`.padEnd(2_000, 'x'),
    }));
    await created(tenant, '/applications', { name: 'Wordy', technicalName: 'wordy', references });
    const { structured, text } = await call('get_entity', { entity: 'wordy' });
    expect(JSON.stringify(structured).length + JSON.stringify(text).length).toBeLessThanOrEqual(25_000);
    expect(structured.page.total).toBe(20);
    expect(structured.page.leftOut['entity.references']).toBe(20 - structured.entity.references.length);
  });

  it('with a mistyped name is answered with similar names, the nearest first', async () => {
    for (const [typo, meant] of [
      ['kafak', 'kafka'],
      ['Kafak', 'kafka'],
      ['astronmy-db', 'astronomy-db'],
      ['chekout', 'checkout'],
    ] as const) {
      const { isError, refusal, text } = await call('blast_radius', { entity: typo });
      expect([isError, refusal?.code]).toEqual([true, 'not_found']);
      expect((refusal?.candidates as { technicalName: string }[])[0]?.technicalName, typo).toBe(meant);
      expect(text).toContain(`"${meant}"`);
    }
  });

  it('with a name like no other gets an answer that says so', async () => {
    const { text, refusal } = await call('blast_radius', { entity: 'zzzzzzzz' });
    expect(refusal).toEqual({ code: 'not_found', candidates: [] });
    expect(text).toBe(
      'not_found: there is nothing called "zzzzzzzz" in this landscape.\nNo similar names. find_entities searches by any part of a name.',
    );
  });

  it('with a display name that only one entity has finds it, and with one that two have asks which', async () => {
    await created(tenant, '/datasets', { name: 'Money we owe', technicalName: 'payables', classification: 'Internal' });
    for (const entity of ['Money we owe', 'money WE owe '])
      expect((await call('get_entity', { entity })).structured.entity.technicalName, entity).toBe('payables');
    await created(tenant, '/technologies', { name: 'Money we owe', technicalName: 'ledger-format' });
    const { refusal } = await call('get_entity', { entity: 'Money we owe' });
    expect([refusal?.code, (refusal?.candidates as { technicalName: string }[]).map((one) => one.technicalName)]).toEqual([
      'not_found',
      ['ledger-format', 'payables'],
    ]);
    expect((await call('get_entity', { entity: 'Money we owe', kind: 'dataset' })).structured.entity.technicalName).toBe('payables');
  });

  it('with the name of two kinds is answered with a question, and found with its kind', async () => {
    const application = (await created(tenant, '/applications', { name: 'Twin', technicalName: 'twin' })) as { id: string };
    await created(tenant, '/components', { name: 'Twin', technicalName: 'twin', applicationId: application.id });
    const { refusal, text } = await call('get_entity', { entity: 'twin' });
    expect([refusal?.code, (refusal?.candidates as { kind: string }[]).map(({ kind }) => kind)]).toEqual([
      'ambiguous',
      ['application', 'component'],
    ]);
    expect(text).toContain('Call again with kind: application or component.');
    expect((await call('get_entity', { entity: 'twin', kind: 'component' })).structured.kind).toBe('component');
  });
});

describe('find_entities', () => {
  it('says how many there are of each kind, and lists them page by page', async () => {
    const whole = await call('find_entities', { search: 'a', limit: 200 });
    const pages: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { structured } = await call('find_entities', { search: 'a', limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      expect([structured.total, structured.counts]).toEqual([whole.structured.total, whole.structured.counts]);
      expect(structured.items.length).toBeLessThanOrEqual(7);
      pages.push(...structured.items);
      cursor = structured.page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(whole.structured.items);
    expect(pages).toHaveLength(whole.structured.total);
  });

  it('accepts a cursor only for the question that it came from', async () => {
    const { structured } = await call('find_entities', { limit: 1 });
    const { isError, text } = await call('find_entities', { limit: 1, search: 'kafka', cursor: structured.page.nextCursor });
    expect([isError, text]).toEqual([
      true,
      'invalid_input: cursor: belongs to another question: send the same arguments as for the previous page, or no cursor for the first page',
    ]);
  });
});
