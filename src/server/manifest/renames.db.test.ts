/** Renames with `formerly`: the same entity continues under a new name, with its id, dependencies and health. */
import { describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { listChanges } from '@/server/landscape/listChanges';
import { undoApply, undoChangeSet } from '@/server/history/undoApply';
import { listApplies } from '@/server/history/listApplies';
import { createEntity, getEntity, updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, yaml } from '@/test/manifestTenant';
import { applyManifest } from './applyManifest';
import { exportManifest } from './exportManifest';
import { previewManifest } from './previewManifest';
import { read } from '@/server/db/read';

const test = await useTestDatabase();
const head = 'version: 1\nname: shop\n';

function shop(components: string, dependencies = ''): string {
  return `${head}applications:\n  - technicalName: shop\n    name: Shop\n    components: [${components}]\ndependencies: [${dependencies}]\n`;
}
const component = (name: string, more = ''): string => `{ technicalName: ${name}, name: C${more} }`;
const calls = (source: string, target: string): string => `{ source: ${source}, target: ${target}, dependencyType: Calls }`;

const apply = (tenant: TenantDb, text: string, prune = false) => applyManifest(tenant, integrator, yaml(text, { prune }));
const idOf = async (tenant: TenantDb, name: string): Promise<string> => (await getEntity(tenant, integrator, 'component', name)).id;
const formerNames = (tenant: TenantDb) =>
  read(tenant, (tx) => tx.formerName.findMany({ where: { tenantId: tenant.tenantId }, orderBy: { technicalName: 'asc' } }));

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error('It was not refused as it should be.', { cause: error });
}

describe('formerly', () => {
  it('renames if only the old name exists: same id, dependencies and ownership, and nothing pruned', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop(`${component('web')}, ${component('old')}`, calls('web', 'old')));
    const id = await idOf(tenant, 'old');
    const text = shop(`${component('web')}, ${component('new', ', formerly: old, kind: Database')}`, calls('web', 'new'));
    const preview = await previewManifest(tenant, integrator, yaml(text, { prune: true }));
    expect(preview.changes).toEqual([
      {
        op: 'update',
        kind: 'component',
        technicalName: 'new',
        renamedFrom: 'old',
        fields: [
          { field: 'technicalName', from: 'old', to: 'new' },
          { field: 'kind', from: 'Other', to: 'Database' },
        ],
      },
    ]);
    const applied = await apply(tenant, text, true);
    expect([applied.changes, applied.digest, applied.summary]).toEqual([
      preview.changes,
      preview.digest,
      { create: 0, update: 1, delete: 0, unchanged: 3 },
    ]);
    expect(await idOf(tenant, 'new')).toBe(id);
    expect((await exportManifest(tenant, integrator, {})).dependencies).toMatchObject([{ source: 'web', target: 'new' }]);
    expect((await apply(tenant, text, true)).changes).toEqual([]);
  });

  it('changes nothing if only the new name exists, even as a list', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop(component('new')));
    expect((await apply(tenant, shop(component('new', ', formerly: [older, old]')))).changes).toEqual([]);
  });

  it('with a list renames the entity that exists', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop(component('old')));
    expect((await apply(tenant, shop(component('new', ', formerly: [older, old]')))).changes[0]?.renamedFrom).toBe('old');
  });

  it('is an error, with its line, if both exist as different entities', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop(`${component('new')}, ${component('old')}`));
    const error = await refusal(
      apply(tenant, `${head}applications:\n  - technicalName: shop\n    components:\n      - technicalName: new\n        formerly: old\n`),
    );
    expect([error.code, error.issues?.[0]]).toMatchObject(['invalid_input', { path: 'applications[0].components[0].formerly', line: 7 }]);
  });

  it('is suggested where it seems to be missing: one entity is deleted, a similar one created', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop(`${component('order-db')}, { technicalName: x, name: Alike }, { technicalName: gone, name: Gone }`));
    const text = shop(`${component('orders-db')}, { technicalName: y, name: alike }, { technicalName: quite-other, name: Other }`);
    const { changes } = await previewManifest(tenant, integrator, yaml(text, { prune: true }));
    const hints = changes
      .filter(({ op }) => op === 'create')
      .map(({ technicalName, looksLikeRenameOf }) => [technicalName, looksLikeRenameOf]);
    expect(hints).toEqual([
      ['orders-db', 'order-db'],
      ['quite-other', undefined],
      ['y', 'x'],
    ]);
  });

  it('swaps two names, and a second apply does not swap them back', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop(`${component('a')}, ${component('b')}, ${component('c')}`, `${calls('c', 'a')}`));
    const [a, b] = [await idOf(tenant, 'a'), await idOf(tenant, 'b')];
    const text = shop(`${component('a', ', formerly: b')}, ${component('b', ', formerly: a')}, ${component('c')}`, calls('c', 'b'));
    expect((await apply(tenant, text)).summary).toEqual({ create: 0, update: 2, delete: 0, unchanged: 3 });
    expect([await idOf(tenant, 'a'), await idOf(tenant, 'b')]).toEqual([b, a]);
    expect((await apply(tenant, text)).changes).toEqual([]);
    const [last] = (await listApplies(tenant, { limit: 1 })).items;
    await undoApply(tenant, integrator, last?.changeSetId ?? '');
    expect([await idOf(tenant, 'a'), await idOf(tenant, 'b'), await formerNames(tenant)]).toEqual([a, b, []]);
  });

  it('renames an application with its components, and a capability with those below it', async () => {
    const tenant = await newTenant(test);
    const text = (name: string, more = ''): string =>
      `${head}capabilities: [{ technicalName: ${name}-cap, name: C${more.replace('X', 'old-cap')} }, { technicalName: below, name: B, parent: ${name}-cap }]
applications: [{ technicalName: ${name}, name: A, capabilities: [${name}-cap]${more.replace('X', 'old')}, components: [{ technicalName: web, name: W }] }]\n`;
    await apply(tenant, text('old'));
    const renamed = await apply(tenant, text('new', ', formerly: X'), true);
    expect(renamed.changes.map(({ technicalName, fields }) => [technicalName, fields.length])).toEqual([
      ['new-cap', 1],
      ['new', 1],
    ]);
  });

  it('in two manifests gives the same result in either order', async () => {
    const results = [];
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const tenant = await newTenant(test);
      await apply(tenant, shop(`${component('old')}, ${component('web')}`, calls('web', 'old')));
      const texts = [
        shop(component('new', ', formerly: old')),
        `version: 1\nname: other\ndependencies: [{ source: web, target: old, dependencyType: Calls, mode: Soft }]\n`,
      ];
      for (const index of order) await apply(tenant, texts[index] ?? '');
      results.push(await exportManifest(tenant, integrator, {}));
    }
    expect(results[0]).toEqual(results[1]);
  });
});

describe('a former name', () => {
  const renamed = async (): Promise<TenantDb> => {
    const tenant = await newTenant(test);
    await apply(tenant, shop(`${component('web')}, ${component('old')}`, calls('web', 'old')));
    await apply(tenant, shop(`${component('web')}, ${component('new', ', formerly: old')}`));
    return tenant;
  };

  it('in a reference leads to the entity with its new name, with a warning at its line', async () => {
    const tenant = await renamed();
    const plan = await apply(tenant, `version: 1\nname: other\ndependencies:\n  - { source: old, target: web, dependencyType: Calls }\n`);
    expect(plan.changes.map(({ technicalName }) => technicalName)).toEqual(['new → web (Calls)']);
    expect(plan.warnings).toMatchObject([{ path: 'dependencies[0].source', line: 4, severity: 'warning', hint: 'write "new"' }]);
  });

  it('is not created again by a manifest without reuseName', async () => {
    const tenant = await renamed();
    const error = await refusal(apply(tenant, shop(component('old'))));
    expect([error.code, error.issues?.[0]?.path, error.facts]).toEqual([
      'former_name',
      'applications[0].components[0].technicalName',
      { formerNames: [{ kind: 'component', technicalName: 'old', presentName: 'new' }] },
    ]);
    expect((await apply(tenant, shop(component('old', ', reuseName: true')))).summary.create).toBe(1);
    expect(await formerNames(tenant)).toEqual([]);
  });

  it('is not created again by hand, nor given to another entity, without reuseName', async () => {
    const tenant = await renamed();
    const { id: applicationId } = await getEntity(tenant, integrator, 'application', 'shop');
    const created = (more: object) =>
      createEntity(tenant, integrator, 'component', { applicationId, name: 'Old', technicalName: 'old', ...more });
    expect(await refusal(created({}))).toMatchObject({ code: 'former_name', facts: { presentName: 'new' } });
    expect(await refusal(updateEntity(tenant, integrator, 'component', 'web', { technicalName: 'old' }, null))).toMatchObject({
      code: 'former_name',
    });
    expect((await created({ reuseName: true })).technicalName).toBe('old');
    expect(await formerNames(tenant)).toEqual([]);
  });

  it('is recorded for a change by hand as well, and removed when the change is undone', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, shop(component('old')));
    const { id } = await updateEntity(tenant, integrator, 'component', 'old', { technicalName: 'new' }, null);
    expect(await formerNames(tenant)).toMatchObject([{ kind: 'component', technicalName: 'old', entityId: id }]);
    await updateEntity(tenant, integrator, 'component', 'new', { technicalName: 'old' }, null);
    expect(await formerNames(tenant)).toMatchObject([{ technicalName: 'new', entityId: id }]);
  });

  it('is removed by the undo of the rename, which restores the name', async () => {
    const tenant = await renamed();
    const id = await idOf(tenant, 'new');
    const [last] = (await listApplies(tenant, { limit: 1 })).items;
    const undone = await undoApply(tenant, integrator, last?.changeSetId ?? '');
    expect(undone.notRestored).toEqual([]);
    expect([await idOf(tenant, 'old'), await formerNames(tenant)]).toEqual([id, []]);
  });

  it('that a creation with reuseName ended returns with the undo of that creation, made by hand or by a manifest', async () => {
    const tenant = await renamed();
    const before = await formerNames(tenant);
    const { id: applicationId } = await getEntity(tenant, integrator, 'application', 'shop');
    await createEntity(tenant, integrator, 'component', { applicationId, name: 'Old', technicalName: 'old', reuseName: true });
    const [byHand] = (await listChanges(tenant, integrator, { limit: 1 })).items;
    await undoChangeSet(tenant, integrator, byHand?.changeSetId ?? '');
    expect(await formerNames(tenant)).toEqual(before);
    await apply(tenant, shop(component('old', ', reuseName: true')));
    expect(await formerNames(tenant)).toEqual([]);
    const [applied] = (await listApplies(tenant, { limit: 1 })).items;
    await undoApply(tenant, integrator, applied?.changeSetId ?? '');
    expect(await formerNames(tenant)).toEqual(before);
  });

  it('is not restored by an undo while something else has it', async () => {
    const tenant = await renamed();
    const { id: applicationId } = await getEntity(tenant, integrator, 'application', 'shop');
    await createEntity(tenant, integrator, 'component', { applicationId, name: 'Old', technicalName: 'old', reuseName: true });
    const [first] = (await listChanges(tenant, integrator, { limit: 1 })).items;
    await updateEntity(tenant, integrator, 'component', 'old', { technicalName: 'older' }, null);
    await createEntity(tenant, integrator, 'component', { applicationId, name: 'Other', technicalName: 'old', reuseName: true });
    await undoChangeSet(tenant, integrator, first?.changeSetId ?? '');
    expect((await formerNames(tenant)).map(({ technicalName }) => technicalName)).not.toContain('old');
  });

  it('that something new has now is not restored by an undo, which says so', async () => {
    const tenant = await renamed();
    const [last] = (await listApplies(tenant, { limit: 1 })).items;
    const { id: applicationId } = await getEntity(tenant, integrator, 'application', 'shop');
    await createEntity(tenant, integrator, 'component', { applicationId, name: 'Old', technicalName: 'old', reuseName: true });
    const undone = await undoApply(tenant, integrator, last?.changeSetId ?? '');
    expect(undone.notRestored).toMatchObject([{ technicalName: 'new', field: 'technicalName', reason: 'name_taken' }]);
  });
});
