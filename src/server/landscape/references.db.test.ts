/** References and contacts on their whole way: stored, read, logged, stated by manifests, exported and undone. */
import { describe, expect, it } from 'vitest';
import type { Reference } from '@/domain/references';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { listApplies } from '@/server/history/listApplies';
import { undoApply } from '@/server/history/undoApply';
import { applyManifest } from '@/server/manifest/applyManifest';
import { exportManifest } from '@/server/manifest/exportManifest';
import { previewManifest } from '@/server/manifest/previewManifest';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, yaml } from '@/test/manifestTenant';
import { updateMany } from './bulkChanges';
import { deleteEntity } from './deleteEntity';
import { createEntity, getEntity, listEntities, updateEntity } from './entities';
import { listChanges } from './listChanges';

const test = await useTestDatabase();

const restart: Reference = { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart?a=1,2#now' };
const traffic: Reference = { kind: 'Dashboard', label: 'Traffic "now" 😀', url: 'http://grafana.example.com:3000/d/1' };
const mail: Reference = { kind: 'Chat', label: 'Shop', url: 'mailto:shop@example.com' };
const NOBODY = { contact: null, references: [] };

const shop = (name: string, fields: object): string =>
  JSON.stringify({ version: 1, name, applications: [{ technicalName: 'shop', name: 'Shop', ...fields }] });
const apply = (tenant: TenantDb, text: string, more: object = {}) => applyManifest(tenant, integrator, yaml(text, more));
const shopOf = (tenant: TenantDb) => getEntity(tenant, integrator, 'application', 'shop');
const helpOf = async (tenant: TenantDb): Promise<object> => {
  const { contact, references } = await shopOf(tenant);
  return { contact, references };
};

/** An empty tenant with the application shop. */
async function tenantWithShop(fields: { contact?: string; references?: Reference[] } = {}): Promise<TenantDb> {
  const tenant = await newTenant(test);
  await createEntity(tenant, integrator, 'application', { name: 'Shop', technicalName: 'shop', ...fields });
  return tenant;
}

describe('references and a contact', () => {
  it('are answered as they were stated, in their order, by creation, read, list and log', async () => {
    const tenant = await tenantWithShop({ contact: '#shop', references: [restart, traffic, mail] });
    const stated = { contact: '#shop', references: [restart, traffic, mail] };
    expect(await shopOf(tenant)).toMatchObject(stated);
    expect((await listEntities(tenant, integrator, 'application', {})).items).toMatchObject([stated]);
    expect(JSON.stringify((await shopOf(tenant)).references)).toBe(JSON.stringify(stated.references));
    const { items } = await listChanges(tenant, integrator, { limit: 1 });
    expect(items[0]?.fields).toContainEqual({ field: 'references', from: null, to: stated.references });
    expect(items[0]?.fields).toContainEqual({ field: 'contact', from: null, to: '#shop' });
  });

  it('stay if they are left out, are replaced as a whole, also by another order, and cleared by null', async () => {
    const tenant = await tenantWithShop({ contact: '#shop', references: [restart, traffic] });
    const patch = (fields: object) => updateEntity(tenant, integrator, 'application', 'shop', fields, null);
    expect(await patch({ name: 'The shop' })).toMatchObject({ version: 2, contact: '#shop', references: [restart, traffic] });
    expect(await patch({ references: [restart, traffic] })).toMatchObject({ version: 2 });
    await patch({ contact: '#other', references: undefined });
    expect(await helpOf(tenant)).toEqual({ contact: '#other', references: [restart, traffic] });
    await patch({ contact: '#shop' });
    expect(await patch({ references: [mail], contact: undefined })).toMatchObject({ contact: '#shop', references: [mail] });
    expect(await patch({ references: [traffic, restart] })).toMatchObject({ version: 6, references: [traffic, restart] });
    expect(await patch({ contact: null, references: null })).toMatchObject({ version: 7, ...NOBODY });
    expect(await patch({ contact: null, references: [] })).toMatchObject({ version: 7 });
    const { items } = await listChanges(tenant, integrator, { limit: 1 });
    expect(items[0]?.fields).toEqual([
      { field: 'contact', from: '#shop', to: null },
      { field: 'references', from: [traffic, restart], to: [] },
    ]);
  });

  it('of many are set at once', async () => {
    const tenant = await tenantWithShop({ references: [traffic] });
    const { id } = await shopOf(tenant);
    await updateMany(tenant, integrator, { kind: 'application', ids: [id], set: { contact: '#all', references: [restart] } });
    expect(await helpOf(tenant)).toEqual({ contact: '#all', references: [restart] });
    await updateMany(tenant, integrator, { kind: 'application', ids: [id], set: { references: null } });
    expect(await helpOf(tenant)).toEqual({ contact: '#all', references: [] });
  });

  it('of one tenant are neither seen nor changed by another with the same names', async () => {
    const [ours, theirs] = [await tenantWithShop({ references: [restart] }), await tenantWithShop()];
    await updateEntity(theirs, integrator, 'application', 'shop', { references: [mail], contact: '#theirs' }, null);
    await apply(theirs, shop('shop', { references: [traffic] }));
    expect(await helpOf(ours)).toEqual({ contact: null, references: [restart] });
  });

  it('that somebody stored in another form are an error that names the row', async () => {
    const tenant = await tenantWithShop();
    const { id } = await shopOf(tenant);
    await write(tenant, (tx) =>
      tx.application.updateMany({ where: { id }, data: { help: { references: [{ url: 'https://example.com/' }] } } }),
    );
    await expect(updateEntity(tenant, integrator, 'application', 'shop', { name: 'New' }, null)).rejects.toThrow(
      new RegExp(`"help" of "application" in the row ${id}`),
    );
  });
});

describe('a manifest', () => {
  it('states them, leaves them, clears them, and comes back from an export the same', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop('shop', { contact: '#shop', references: [restart, traffic] }));
    const exported = await exportManifest(tenant, integrator, { application: 'shop' });
    expect(exported.applications).toEqual([
      expect.objectContaining({ technicalName: 'shop', contact: '#shop', references: [restart, traffic] }),
    ]);
    expect((await apply(tenant, JSON.stringify({ ...exported, name: 'shop' }))).changes).toEqual([]);
    expect((await apply(tenant, shop('shop', {}))).changes).toEqual([]);
    const moved = await apply(tenant, shop('shop', { references: [traffic, restart] }));
    expect(moved.changes.map(({ fields }) => fields)).toEqual([
      [{ field: 'references', from: [restart, traffic], to: [traffic, restart] }],
    ]);
    await apply(tenant, shop('shop', { contact: null, references: null }));
    expect(await helpOf(tenant)).toEqual(NOBODY);
    expect((await exportManifest(tenant, integrator, {})).applications?.[0]).not.toHaveProperty('references');
  });

  it('that states other references than another manifest is refused, until it takes them over', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop('one', { contact: '#shop', references: [restart, traffic] }));
    expect((await apply(tenant, shop('two', { references: [restart, traffic] }))).conflicts).toEqual([]);
    const conflict = { manifest: 'one', kind: 'application', technicalName: 'shop', field: 'references' };
    const other = shop('two', { references: [mail] });
    expect((await previewManifest(tenant, integrator, yaml(other))).conflicts).toEqual([
      { ...conflict, theirs: [restart, traffic], ours: [mail] },
    ]);
    await expect(apply(tenant, other)).rejects.toMatchObject({ code: 'declared_elsewhere' });
    expect(await helpOf(tenant)).toEqual({ contact: '#shop', references: [restart, traffic] });
    await apply(tenant, other, { takeOver: true });
    expect(await helpOf(tenant)).toEqual({ contact: '#shop', references: [mail] });
    // Its contact is still the first one's.
    expect((await previewManifest(tenant, integrator, yaml(shop('two', { contact: '#two' })))).conflicts).toMatchObject([
      { field: 'contact', theirs: '#shop', ours: '#two' },
    ]);
  });

  it.each([
    ['a script', [{ ...restart, url: 'javascript:alert(1)' }], 'applications[0].references[0].url'],
    ['a password', [restart, { ...mail, url: 'https://a:b@example.com/' }], 'applications[0].references[1].url'],
    ['a URL twice', [restart, { ...traffic, url: restart.url }], 'applications[0].references[1].url'],
    ['21 of them', Array.from({ length: 21 }, (_, at) => ({ ...mail, url: `https://example.com/${at}` })), 'applications[0].references'],
  ])('with %s is refused with the place', async (_, references, path) => {
    const tenant = await newTenant(test);
    await expect(apply(tenant, shop('shop', { references }))).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path }],
    });
    expect((await listEntities(tenant, integrator, 'application', {})).items).toEqual([]);
  });
});

describe('undo', () => {
  const lastApply = async (tenant: TenantDb): Promise<string> => (await listApplies(tenant, { limit: 1 })).items[0]?.changeSetId ?? '';

  it('brings them back exactly, of what was changed and of what was deleted', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop('shop', { contact: '#shop', references: [restart, traffic] }));
    const before = JSON.stringify(await helpOf(tenant));
    await apply(tenant, shop('shop', { contact: null, references: [mail] }));
    await undoApply(tenant, integrator, await lastApply(tenant));
    expect(JSON.stringify(await helpOf(tenant))).toBe(before);
    await apply(tenant, JSON.stringify({ version: 1, name: 'shop' }), { prune: true, allowDelete: 10 });
    await undoApply(tenant, integrator, await lastApply(tenant));
    expect(JSON.stringify(await helpOf(tenant))).toBe(before);
  });

  it('leaves references that somebody changed since, and says so', async () => {
    const tenant = await tenantWithShop({ references: [restart] });
    await apply(tenant, shop('two', { references: [restart, traffic], contact: '#two' }));
    await updateEntity(tenant, integrator, 'application', 'shop', { references: [traffic] }, null);
    const { notRestored } = await undoApply(tenant, integrator, await lastApply(tenant));
    expect(notRestored).toMatchObject([{ field: 'references', reason: 'changed_since' }]);
    expect(await helpOf(tenant)).toEqual({ contact: null, references: [traffic] });
  });

  it('brings back what was deleted before there were references', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop('shop', {}));
    await apply(tenant, JSON.stringify({ version: 1, name: 'shop' }), { prune: true, allowDelete: 10 });
    await write(tenant, (tx) => tx.$executeRaw`update "change" set "before" = "before" - 'references' - 'contact'`);
    await undoApply(tenant, integrator, await lastApply(tenant));
    expect(await helpOf(tenant)).toEqual(NOBODY);
  });
});

it('a component keeps its own, and goes with its application', async () => {
  const tenant = await tenantWithShop({ references: [restart] });
  const { id: applicationId } = await shopOf(tenant);
  await createEntity(tenant, integrator, 'component', { applicationId, name: 'Web', technicalName: 'web', references: [mail] });
  expect(await getEntity(tenant, integrator, 'component', 'web')).toMatchObject({ contact: null, references: [mail] });
  await deleteEntity(tenant, integrator, 'application', 'shop', true, null);
  expect(await read(tenant, (tx) => tx.component.count())).toBe(0);
});
