import { describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { createDependency } from '@/server/landscape/dependencies';
import { createEntity, getEntity } from '@/server/landscape/entities';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, yaml } from '@/test/manifestTenant';
import { applyManifest } from './applyManifest';
import { previewManifest } from './previewManifest';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const test = await useTestDatabase();

/** A manifest of an application with components, all depending on the first. */
function manifest(name: string, components: readonly string[], more = ''): string {
  const [first = '', ...others] = components;
  const nested = components.map((component) => `      - { technicalName: ${component}, name: ${component} }\n`).join('');
  const edges = others.map((component) => `  - { source: ${component}, target: ${first}, dependencyType: Calls }\n`).join('');
  return `version: 1\nname: ${name}\napplications:\n  - technicalName: app\n    name: App\n    components:\n${nested}dependencies:\n${edges}${more}`;
}

async function names(tenant: TenantDb): Promise<string[]> {
  return read(tenant, async (tx) => {
    const where = { tenantId: tenant.tenantId };
    const components = await tx.component.findMany({ where, select: { technicalName: true } });
    const dependencies = await tx.dependency.findMany({
      where,
      select: { source: { select: { technicalName: true } }, target: { select: { technicalName: true } } },
    });
    return [
      ...components.map(({ technicalName }) => technicalName),
      ...dependencies.map(({ source, target }) => `${source.technicalName}→${target.technicalName}`),
    ].sort();
  });
}

async function owners(tenant: TenantDb): Promise<Record<string, string[]>> {
  const rows = await read(tenant, (tx) => tx.manifestOwnership.findMany({ where: { tenantId: tenant.tenantId, kind: 'component' } }));
  const components = await read(tenant, (tx) => tx.component.findMany({ where: { tenantId: tenant.tenantId } }));
  return Object.fromEntries(
    components.map(({ id, technicalName }) => [
      technicalName,
      rows
        .filter(({ entityId }) => entityId === id)
        .map(({ manifestName, hasCreated }) => `${manifestName}${hasCreated ? ' (created)' : ''}`)
        .sort(),
    ]),
  );
}

const apply = (tenant: TenantDb, text: string, prune = false) =>
  applyManifest(tenant, integrator, yaml(text, { prune, ...(prune ? { allowDelete: 100 } : {}) }));

describe('ownership', () => {
  it('goes to every manifest that declares something, and does not count as a change', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, manifest('one', ['a', 'b']));
    const second = await apply(tenant, manifest('two', ['a', 'c']));
    expect(second.summary).toEqual({ create: 2, update: 0, delete: 0, unchanged: 2 });
    expect(await owners(tenant)).toEqual({ a: ['one (created)', 'two'], b: ['one (created)'], c: ['two (created)'] });
    const third = await apply(tenant, manifest('three', ['a', 'b']));
    expect([third.summary.unchanged, third.changes, third.landscapeVersion]).toEqual([4, [], 2]);
    expect((await owners(tenant)).b).toEqual(['one (created)', 'three']);
  });

  it('passes on what its creator dropped, so that the last manifest to drop it prunes it', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, manifest('one', ['a', 'b']));
    await apply(tenant, manifest('two', ['a', 'b']));
    await apply(tenant, manifest('three', ['a', 'b']));
    expect((await apply(tenant, manifest('one', ['a']), true)).summary.delete).toBe(0);
    expect((await owners(tenant)).b).toEqual(['three (created)', 'two (created)']);
    expect((await apply(tenant, manifest('two', ['a']), true)).summary.delete).toBe(0);
    const last = await apply(tenant, manifest('three', ['a']), true);
    expect(last.changes.map(({ technicalName }) => technicalName)).toEqual(['b → a (Calls)', 'b']);
    expect(await names(tenant)).toEqual(['a']);
  });

  it('of something made by hand is not passed on, so it is never pruned', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, manifest('hand', ['a', 'b']));
    await write(tenant, (tx) => tx.$executeRaw`delete from "manifest_ownership"`);
    await apply(tenant, manifest('one', ['a', 'b']));
    await apply(tenant, manifest('two', ['a', 'b']));
    await apply(tenant, manifest('one', ['a']), true);
    expect((await apply(tenant, manifest('two', ['a']), true)).summary.delete).toBe(0);
    expect(await names(tenant)).toEqual(['a', 'b', 'b→a']);
  });

  it('never goes to the manifest named export, which refuses to prune', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, manifest('one', ['a', 'b']));
    const before = await owners(tenant);
    expect((await apply(tenant, manifest('export', ['a', 'b']))).changes).toEqual([]);
    expect(await owners(tenant)).toEqual(before);
    for (const useCase of [previewManifest, applyManifest]) {
      const error = await useCase(tenant, integrator, yaml(manifest('export', ['a']), { prune: true })).catch((thrown: unknown) => thrown);
      expect(error instanceof AppError && [error.code, error.issues?.[0]?.path]).toEqual(['invalid_input', 'prune']);
    }
  });

  it('ends with the entity, so that one of the same name made by hand is not pruned', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, manifest('one', ['a', 'b']));
    await deleteEntity(tenant, integrator, 'component', 'b', true, null);
    const { id } = await getEntity(tenant, integrator, 'application', 'app');
    await createEntity(tenant, integrator, 'component', { applicationId: id, name: 'b', technicalName: 'b' });
    expect((await apply(tenant, manifest('one', ['a']), true)).changes).toEqual([]);
    expect(await names(tenant)).toEqual(['a', 'b']);
  });
});

describe('a manifest of the same name from another source', () => {
  it('causes a warning by preview and apply, with a way to avoid it; one that grows or loses little does not', async () => {
    const tenant = await newTenant(test);
    const preview = async (text: string) => (await previewManifest(tenant, integrator, yaml(text))).warnings;
    await apply(tenant, manifest('docker', ['web', 'db', 'cache']));
    expect(await preview(manifest('docker', ['web', 'db', 'queue', 'worker']))).toEqual([]);
    const warning = {
      path: 'name',
      severity: 'warning',
      line: 2,
      column: 7,
      message: '2 of the 3 components that the manifest docker last declared are not in this one, as if it came from another source',
      hint: 'give two sources two names: faultline import and observe have --name for that, and import has --prefix',
    };
    const other = manifest('docker', ['db', 'worker']);
    expect(await preview(other)).toEqual([warning]);
    expect(await preview(manifest('podman', ['db', 'worker']))).toEqual([]);
    expect((await apply(tenant, other)).warnings).toEqual([warning]);
  });
});

describe('prune', () => {
  it('deletes what the manifest created and no longer declares, and counts the remaining components', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, manifest('one', ['a', 'b', 'c']));
    expect((await apply(tenant, manifest('one', ['a', 'b']))).summary).toEqual({ create: 0, update: 0, delete: 0, unchanged: 4 });
    const pruned = await apply(tenant, manifest('one', ['a', 'b']), true);
    expect(pruned.changes.map(({ op, kind, technicalName }) => [op, kind, technicalName])).toEqual([
      ['delete', 'dependency', 'c → a (Calls)'],
      ['delete', 'component', 'c'],
    ]);
    expect(await names(tenant)).toEqual(['a', 'b', 'b→a']);
    const counter = await read(tenant, (tx) => tx.componentCounter.findUniqueOrThrow({ where: { tenantId: tenant.tenantId } }));
    expect(counter).toMatchObject({ nextOrdinal: 3, live: 2 });
  });

  it('removes links from what others made', async () => {
    const tenant = await newTenant(test);
    const zones =
      'hostingAreas:\n  - { technicalName: area, name: Area, zones: [{ technicalName: z1, name: Z1 }, { technicalName: z2, name: Z2 }] }\n';
    await apply(tenant, `version: 1\nname: places\n${zones}`);
    await apply(
      tenant,
      'version: 1\nname: one\napplications: [{ technicalName: app, name: App, components: [{ technicalName: a, name: A, hostingZones: [z1, z2] }] }]\n',
    );
    const plan = await apply(tenant, `version: 1\nname: places\n${zones.replace(', { technicalName: z2, name: Z2 }', '')}`, true);
    expect(plan.changes.map(({ op, technicalName, fields }) => [op, technicalName, fields.map(({ field }) => field)])).toEqual([
      ['update', 'a', ['hostingZones']],
      ['delete', 'z2', ['hostingArea', 'name']],
    ]);
    const { id } = await getEntity(tenant, integrator, 'hosting-zone', 'z1');
    expect((await getEntity(tenant, integrator, 'component', 'a')).hostingZoneIds).toEqual([id]);
  });

  it('is refused while something made by hand needs what would be deleted: preview lists it, apply is 409 in_use, nothing is done', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, manifest('one', ['a', 'b', 'c']));
    const [b, c] = await Promise.all([getEntity(tenant, integrator, 'component', 'b'), getEntity(tenant, integrator, 'component', 'c')]);
    await createDependency(tenant, integrator, { sourceComponentId: b.id, targetComponentId: c.id, dependencyType: 'Reads' });
    const blocked = [{ kind: 'component', technicalName: 'c', neededBy: [{ kind: 'dependency', technicalName: 'b → c (Reads)' }] }];
    expect((await previewManifest(tenant, integrator, yaml(manifest('one', ['a', 'b']), { prune: true }))).blocked).toEqual(blocked);
    const error = await apply(tenant, manifest('one', ['a', 'b']), true).catch((thrown: unknown) => thrown);
    expect(error instanceof AppError && [error.code, error.facts]).toEqual(['in_use', { blocked, blockedTotal: 1 }]);
    expect(await names(tenant)).toEqual(['a', 'b', 'b→a', 'b→c', 'c', 'c→a']);
  });

  it('deletes a whole branch of capabilities at once', async () => {
    const tenant = await newTenant(test);
    await apply(
      tenant,
      'version: 1\nname: one\ncapabilities:\n  - { technicalName: z, name: Z }\n  - { technicalName: a, name: A, parent: z }\n  - { technicalName: m, name: M, parent: a }\n',
    );
    const plan = await apply(tenant, 'version: 1\nname: one\n', true);
    expect(plan.changes.map(({ op, technicalName }) => `${op} ${technicalName}`)).toEqual(['delete z', 'delete m', 'delete a']);
  });
});
