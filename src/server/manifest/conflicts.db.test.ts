import { describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { previewUndo, undoApply } from '@/server/history/undoApply';
import { listApplies } from '@/server/history/listApplies';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { getEntity, updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, withoutRevenue, yaml } from '@/test/manifestTenant';
import { applyManifest } from './applyManifest';
import type { ManifestRequest } from './planManifest';
import { previewManifest } from './previewManifest';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const test = await useTestDatabase();

const app = (name: string, fields: string, more = ''): string =>
  `version: 1\nname: ${name}\napplications: [{ technicalName: app, name: App${fields === '' ? '' : `, ${fields}`} }]\n${more}`;

const apply = (tenant: TenantDb, text: string, more: Partial<ManifestRequest> = {}) => applyManifest(tenant, integrator, yaml(text, more));
const conflictsOf = async (tenant: TenantDb, text: string) => (await previewManifest(tenant, integrator, yaml(text))).conflicts;

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error('It was not refused.', { cause: error });
  return error;
}

const team = (theirs: unknown, ours: unknown, manifest: string) => ({
  manifest,
  kind: 'application',
  technicalName: 'app',
  field: 'ownerTeam',
  theirs,
  ours,
});

describe('a field that another manifest last stated differently', () => {
  it('is listed by preview and refused by apply as declared_elsewhere, and nothing changes', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: red'));
    const conflicts = [team('red', 'blue', 'one')];
    expect(await conflictsOf(tenant, app('two', 'ownerTeam: blue'))).toEqual(conflicts);
    const error = await refusal(apply(tenant, app('two', 'ownerTeam: blue')));
    expect([error.code, error.facts]).toEqual(['declared_elsewhere', { conflicts, conflictsTotal: 1 }]);
    expect(await getEntity(tenant, integrator, 'application', 'app')).toMatchObject({ ownerTeam: 'red' });
  });

  it('is taken over on request, and then the other manifest conflicts in turn', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: red, criticalityTier: MissionCritical'));
    const taken = await apply(tenant, app('two', 'ownerTeam: blue'), { takeOver: true });
    expect([taken.takeOver, taken.conflicts, taken.summary.update]).toEqual([true, [team('red', 'blue', 'one')], 1]);
    expect((await apply(tenant, app('two', 'ownerTeam: blue'))).conflicts).toEqual([]);
    expect(await conflictsOf(tenant, app('one', 'ownerTeam: red'))).toEqual([team('blue', 'red', 'two')]);
    // Only that field was released.
    expect(await conflictsOf(tenant, app('three', 'criticalityTier: Administrative'))).toMatchObject([{ manifest: 'one' }]);
    await apply(tenant, app('one', 'ownerTeam: red'), { takeOver: true });
    expect(await conflictsOf(tenant, app('one', 'ownerTeam: red'))).toEqual([]);
    expect(await conflictsOf(tenant, app('two', 'ownerTeam: blue'))).toEqual([team('red', 'blue', 'one')]);
  });

  it('is not a conflict once the other manifest states the same, or leaves the field out', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: red'));
    expect(await conflictsOf(tenant, app('two', 'ownerTeam: red'))).toEqual([]);
    expect(await conflictsOf(tenant, app('two', ''))).toEqual([]);
    expect(await conflictsOf(tenant, app('two', 'ownerTeam: null'))).toEqual([team('red', null, 'one')]);
    await apply(tenant, app('one', ''));
    expect(await conflictsOf(tenant, app('two', 'ownerTeam: blue'))).toEqual([]);
  });

  it('is a conflict even if the landscape already matches this manifest', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: red'));
    await updateEntity(tenant, integrator, 'application', 'app', { ownerTeam: 'blue' }, null);
    expect((await refusal(apply(tenant, app('two', 'ownerTeam: blue')))).code).toBe('declared_elsewhere');
    const taken = await apply(tenant, app('two', 'ownerTeam: blue'), { takeOver: true });
    expect([taken.changes, taken.conflicts]).toEqual([[], [team('red', 'blue', 'one')]]);
    expect(await conflictsOf(tenant, app('one', 'ownerTeam: red'))).toEqual([team('blue', 'red', 'two')]);
  });

  it('is never a conflict for edits by hand, for the manifest named export, or for what was declared before statements were stored', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: blue'));
    await updateEntity(tenant, integrator, 'application', 'app', { ownerTeam: 'green' }, null);
    expect((await apply(tenant, app('one', 'ownerTeam: blue'))).conflicts).toEqual([]);
    expect(await conflictsOf(tenant, app('export', 'ownerTeam: red'))).toEqual([]);
    await write(tenant, (tx) => tx.$executeRaw`update "manifest_ownership" set "stated" = null`);
    expect((await apply(tenant, app('two', 'ownerTeam: yellow'))).conflicts).toEqual([]);
    expect(await conflictsOf(tenant, app('one', 'ownerTeam: blue'))).toEqual([team('yellow', 'blue', 'two')]);
  });
});

describe('links', () => {
  const capabilities = (name: string): string => `capabilities: [{ technicalName: ${name}, name: C }, { technicalName: other, name: O }]\n`;

  it('are compared by what they link to, so a rename is no conflict and shows the current name', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'capabilities: [sell]', capabilities('sell')));
    const renamed = 'capabilities: [{ technicalName: selling, name: C, formerly: sell }, { technicalName: other, name: O }]\n';
    expect((await apply(tenant, app('two', 'capabilities: [selling]', renamed))).conflicts).toEqual([]);
    expect(await conflictsOf(tenant, app('two', 'capabilities: [other, selling]'))).toEqual([
      {
        manifest: 'one',
        kind: 'application',
        technicalName: 'app',
        field: 'capabilities',
        theirs: ['selling'],
        ours: ['other', 'selling'],
      },
    ]);
  });

  it('to deleted entities are no longer stated', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'capabilities: [sell, other]', capabilities('sell')));
    await deleteEntity(tenant, integrator, 'capability', 'other', true, null);
    expect(await conflictsOf(tenant, app('two', 'capabilities: [sell]'))).toEqual([]);
  });

  it('between components conflict field by field of the same dependency', async () => {
    const tenant = await newTenant(test);
    const edge = (name: string, fields: string): string =>
      `version: 1\nname: ${name}\napplications: [{ technicalName: app, name: App, components: [{ technicalName: a, name: A }, { technicalName: b, name: B }] }]\n` +
      `dependencies: [{ source: a, target: b, dependencyType: Calls, ${fields} }]\n`;
    await apply(tenant, edge('one', 'mode: Soft, protocol: HTTP'));
    expect(await conflictsOf(tenant, edge('two', 'mode: Hard, protocol: HTTP'))).toEqual([
      { manifest: 'one', kind: 'dependency', technicalName: 'a → b (Calls)', field: 'mode', theirs: 'Soft', ours: 'Hard' },
    ]);
  });

  it('conflict in shares that both state, and show them only to those who may see revenue', async () => {
    const tenant = await newTenant(test);
    const segment = (name: string, shares: string): string =>
      `version: 1\nname: ${name}\ncapabilities: [{ technicalName: sell, name: S }, { technicalName: other, name: O }]\n` +
      `segments: [{ technicalName: people, name: P, audienceType: Customers, capabilities: [${shares}] }]\n`;
    await apply(tenant, segment('one', '{ capability: sell, revenueShare: 0.5 }'));
    expect(await conflictsOf(tenant, segment('two', '{ capability: sell }'))).toEqual([]);
    expect(await conflictsOf(tenant, segment('two', '{ capability: sell, revenueShare: 0.4 }'))).toMatchObject([
      { field: 'capabilities', theirs: [{ capability: 'sell', revenueShare: 0.5 }], ours: [{ capability: 'sell', revenueShare: 0.4 }] },
    ]);
    const text = segment('two', '{ capability: sell }, { capability: other }');
    const withheld = [
      {
        manifest: 'one',
        kind: 'segment',
        technicalName: 'people',
        field: 'capabilities',
        theirs: [{ capability: 'sell' }],
        ours: [{ capability: 'other' }, { capability: 'sell' }],
        withheld: true,
      },
    ];
    expect((await previewManifest(tenant, withoutRevenue, yaml(text))).conflicts).toEqual(withheld);
    expect((await refusal(applyManifest(tenant, withoutRevenue, yaml(text)))).facts).toEqual({ conflicts: withheld, conflictsTotal: 1 });
  });
});

describe('the digest of a preview', () => {
  it('covers the conflicts too, so that nothing is taken over unseen', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: red'));
    const { digest } = await previewManifest(tenant, integrator, yaml(app('two', 'ownerTeam: blue')));
    await apply(tenant, app('three', 'ownerTeam: red'));
    const late = await refusal(applyManifest(tenant, integrator, { ...yaml(app('two', 'ownerTeam: blue'), { takeOver: true }), digest }));
    expect(late.code).toBe('digest_mismatch');
    const again = await previewManifest(tenant, integrator, yaml(app('two', 'ownerTeam: blue')));
    const done = await applyManifest(tenant, integrator, {
      ...yaml(app('two', 'ownerTeam: blue'), { takeOver: true }),
      digest: again.digest,
    });
    expect(done.conflicts.map(({ manifest }) => manifest)).toEqual(['one', 'three']);
  });
});

describe('the undo of an apply', () => {
  const lastApply = async (tenant: TenantDb): Promise<string> => (await listApplies(tenant, { limit: 1 })).items[0]?.changeSetId ?? '';
  const statements = async (tenant: TenantDb) =>
    read(tenant, (tx) =>
      tx.manifestOwnership.findMany({
        where: { tenantId: tenant.tenantId, kind: 'application' },
        select: { manifestName: true, stated: true },
        orderBy: { manifestName: 'asc' },
      }),
    );

  it('puts back what both manifests had stated', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: red'));
    await apply(tenant, app('two', 'lifecycleState: Sunset'));
    const before = await statements(tenant);
    await apply(tenant, app('two', 'ownerTeam: blue'), { takeOver: true });
    expect(await statements(tenant)).toEqual([
      { manifestName: 'one', stated: { name: 'App' } },
      { manifestName: 'two', stated: { name: 'App', ownerTeam: 'blue' } },
    ]);
    await undoApply(tenant, integrator, await lastApply(tenant));
    expect(await statements(tenant)).toEqual(before);
  });

  it('works for an apply that only takes fields over: it is listed, and gives them back once', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: red, criticalityTier: MissionCritical'));
    await updateEntity(tenant, integrator, 'application', 'app', { ownerTeam: 'blue' }, null);
    const before = await statements(tenant);
    const taken = await apply(tenant, app('two', 'ownerTeam: blue'), { takeOver: true });
    expect([taken.summary, taken.landscapeVersion]).toEqual([{ create: 0, update: 0, delete: 0, unchanged: 1 }, 3]);
    const [listed] = (await listApplies(tenant, { limit: 1 })).items;
    expect(listed).toMatchObject({ manifest: 'two', landscapeVersion: 3, summary: { create: 0, update: 0, delete: 0 }, takenOver: 1 });
    const id = listed?.changeSetId ?? '';
    expect(await previewUndo(tenant, integrator, id)).toMatchObject({ givenBack: 1, changes: [], notRestored: [] });
    const undone = await undoApply(tenant, integrator, id);
    expect([undone.givenBack, undone.changes, undone.landscapeVersion]).toEqual([1, [], 4]);
    expect(await statements(tenant)).toEqual(before);
    expect(await conflictsOf(tenant, app('two', 'ownerTeam: blue'))).toEqual([team('red', 'blue', 'one')]);
    expect((await refusal(undoApply(tenant, integrator, id))).code).toBe('conflict');
  });

  it('does not touch what has been stated since', async () => {
    const tenant = await newTenant(test);
    await apply(tenant, app('one', 'ownerTeam: red'));
    await apply(tenant, app('one', 'ownerTeam: blue'));
    const second = await lastApply(tenant);
    await apply(tenant, app('one', 'ownerTeam: blue, description: D'));
    const before = await statements(tenant);
    await undoApply(tenant, integrator, second);
    expect(await statements(tenant)).toEqual(before);
  });
});
