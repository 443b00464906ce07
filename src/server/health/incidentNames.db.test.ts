/** What an incident says of its cause and of the components that it names, by the landscape of today. */
import { describe, expect, it } from 'vitest';
import type { Incident } from '@/contract/incidents';
import type { AppError } from '@/domain/errors';
import type { Reference } from '@/domain/references';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { updateEntity } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { acceptSignals } from './acceptSignals';
import { comment } from './actOnIncident';
import { consumeHealth } from './consume';
import { listIncidents } from './listIncidents';
import { getIncident } from './readIncidents';

const { database } = await useTestDatabase();
const RUNBOOK: Reference = { kind: 'Runbook', label: 'Restart the kiln', url: 'https://wiki.example.com/kiln' };
const WIKI: Reference = { kind: 'Documentation', label: 'Pottery', url: 'https://wiki.example.com/pottery' };

const COMPONENTS = [
  { technicalName: 'kiln', name: 'Kiln' },
  { technicalName: 'glaze', name: 'Glaze mixer' },
  { technicalName: 'orders', name: 'Order desk' },
];

/** orders → glaze → kiln in the application `pottery`, with the kiln and the glaze mixer down, and nobody monitoring the order desk. */
async function pottery({ application = {}, kiln = {} }: { application?: object; kiln?: object } = {}): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const manifest = {
    version: 1,
    name: 'pottery',
    applications: [
      {
        technicalName: 'pottery',
        name: 'The pottery',
        ...application,
        components: COMPONENTS.map((component) => ({ ...component, ...(component.technicalName === 'kiln' ? kiln : {}) })),
      },
    ],
    dependencies: [
      { source: 'glaze', target: 'kiln', dependencyType: 'Calls' },
      { source: 'orders', target: 'glaze', dependencyType: 'Calls' },
    ],
  };
  const source = { text: JSON.stringify(manifest), contentType: 'application/json' };
  await applyManifest(tenant, EVERYTHING, { source, prune: false, impact: false });
  const signals = ['kiln', 'glaze'].map((component) => ({ component, state: 'Outage' as const }));
  await acceptSignals(tenant, 'Enterprise', signals, new Date());
  expect(await consumeHealth(60_000, tenant.tenantId)).toMatchObject({ failures: 0 });
  return tenant;
}

async function only(tenant: TenantDb): Promise<Incident> {
  const { items } = await listIncidents(tenant, {}, new Date());
  expect(items).toHaveLength(1);
  return getIncident(tenant, items[0]?.id ?? '', new Date());
}

describe('an incident', () => {
  it('says what people call its cause, its symptoms and what nobody monitors, and who owns the cause', async () => {
    const tenant = await pottery({
      application: { ownerTeam: 'Clay', contact: '#clay', references: [WIKI] },
      kiln: { references: [RUNBOOK] },
    });
    const { application, url, id, ...told } = await only(tenant);
    expect(told).toMatchObject({ causeName: 'Kiln', team: 'Clay', contact: '#clay', references: [RUNBOOK] });
    expect(application).toEqual({ id: expect.any(String) as string, technicalName: 'pottery', name: 'The pottery' });
    expect(told.names).toEqual({ kiln: 'Kiln', glaze: 'Glaze mixer', orders: 'Order desk' });
    expect(url?.endsWith(`/t/${tenant.tenantId}/incidents/${id}`)).toBe(true);
  });

  it("shows its application's contact and references if the cause has none", async () => {
    const tenant = await pottery({ application: { contact: '#clay', references: [WIKI] } });
    expect(await only(tenant)).toMatchObject({ contact: '#clay', references: [WIKI] });
  });

  it('says that nothing is recorded about help, nor whom it affects and what it costs, where there are only components', async () => {
    const tenant = await pottery();
    const told = await only(tenant);
    expect(told).toMatchObject({ team: null, contact: null, references: [] });
    expect(told.situation?.notRecorded).toEqual(['capabilities', 'audiences']);
    expect((await getIncident(tenant, told.id, new Date(), true)).situation?.notRecorded).toEqual(['capabilities', 'audiences', 'revenue']);
  });

  it('uses the names of today after a rename, and knows components by the technicalName that they had in the timeline', async () => {
    const tenant = await pottery();
    await updateEntity(tenant, EVERYTHING, 'component', 'kiln', { name: 'Big kiln' }, null);
    await updateEntity(tenant, EVERYTHING, 'component', 'glaze', { name: 'Glazing', technicalName: 'glazing' }, null);
    const { causeName, names, timeline } = await only(tenant);
    expect(timeline[0]?.facts).toMatchObject({ cause: 'kiln', symptoms: ['glaze'] });
    expect([causeName, names?.['kiln'], names?.['glaze']]).toEqual(['Big kiln', 'Big kiln', 'Glazing']);
  });

  it('is called by the technicalName of its cause once that was deleted, and claims no owner', async () => {
    const tenant = await pottery({ application: { ownerTeam: 'Clay', contact: '#clay', references: [WIKI] } });
    const { id } = await only(tenant);
    await deleteEntity(tenant, EVERYTHING, 'component', 'kiln', true, null);
    const told = await getIncident(tenant, id, new Date());
    expect(told).toMatchObject({ causeName: 'kiln', application: null, team: null, contact: null, references: [] });
    expect(told.names).not.toHaveProperty('kiln');
    expect(told.names).toMatchObject({ glaze: 'Glaze mixer' });
  });

  it('never shows a name of another tenant, and is unknown there', async () => {
    const [tenant, other] = [await pottery(), await pottery()];
    await updateEntity(other, EVERYTHING, 'component', 'kiln', { name: 'Theirs' }, null);
    const { id, names } = await only(tenant);
    expect(names?.['kiln']).toBe('Kiln');
    await expect(getIncident(other, id, new Date())).rejects.toEqual(expect.objectContaining({ code: 'not_found' }) as AppError);
  });

  it('comes with the same names as the answer to an action', async () => {
    const tenant = await pottery();
    const { id, names } = await only(tenant);
    expect((await comment(tenant, EVERYTHING, id, 'Looking.', new Date())).names).toEqual(names);
  });
});
