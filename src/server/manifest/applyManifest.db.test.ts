import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Dependency } from '@/contract/dependency';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ManifestPlan } from '@/contract/manifest/plan';
import { AppError } from '@/domain/errors';
import { getDependency } from '@/server/landscape/dependencies';
import { getEntity } from '@/server/landscape/entities';
import { listChanges } from '@/server/landscape/listChanges';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, withoutRevenue, yaml } from '@/test/manifestTenant';
import { digestOfTenant } from '@/test/tenantDigest';
import { applyManifest } from './applyManifest';
import { previewManifest } from './previewManifest';
import { read } from '@/server/db/read';

const test = await useTestDatabase();
const landscape = (name: string): string => readFileSync(`src/test/landscapes/${name}.yaml`, 'utf8');

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error('It was not refused as it should be.', { cause: error });
}

async function changesOf(tenant: TenantDb) {
  return read(tenant, (tx) =>
    tx.change.findMany({ where: { tenantId: tenant.tenantId }, orderBy: [{ changeSet: { position: 'asc' } }, { sequence: 'asc' }] }),
  );
}

describe.each([
  ['opentelemetry-demo', 118],
  ['every-field', 17],
])('the landscape %s', (name, size) => {
  it('is applied exactly as previewed, and then everything is unchanged', async () => {
    const tenant = await newTenant(test);
    const preview = await previewManifest(tenant, integrator, yaml(landscape(name)));
    expect(preview.summary).toEqual({ create: size, update: 0, delete: 0, unchanged: 0 });
    expect(ManifestPlan.parse(preview)).toEqual(preview);
    const applied = await applyManifest(tenant, integrator, { ...yaml(landscape(name)), digest: preview.digest });
    expect(applied).toEqual({ ...preview, landscapeVersion: 1 });
    const again = await applyManifest(tenant, integrator, yaml(landscape(name)));
    expect({ summary: again.summary, changes: again.changes, landscapeVersion: again.landscapeVersion }).toEqual({
      summary: { create: 0, update: 0, delete: 0, unchanged: size },
      changes: [],
      landscapeVersion: 1,
    });
  });

  it('is recorded with the same fields as the API answers', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape(name)));
    const changes = await changesOf(tenant);
    expect(changes.length).toBe(size);
    // A scenario answers with the current names of its members, which are not part of the change; its own suites check what is recorded.
    for (const { kind, entityId, op, before, after } of changes.filter((change) => change.kind !== 'scenario')) {
      const answered =
        kind === 'dependency'
          ? await getDependency(tenant, entityId)
          : await getEntity(tenant, integrator, kind as keyof typeof ENTITY_REGISTRY, entityId);
      expect({ op, before, after }).toEqual({ op: 'create', before: null, after: answered });
      expect((kind === 'dependency' ? Dependency : ENTITY_REGISTRY[kind as keyof typeof ENTITY_REGISTRY].entity).parse(after)).toEqual(
        after,
      );
    }
  });
});

describe('preview', () => {
  it('writes nothing at all, whatever it shows', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('every-field')));
    const before = await digestOfTenant(test.database, tenant.tenantId);
    const changed = landscape('every-field')
      .replace('Ledger', 'General ledger')
      .replace(/ {2}- \{ technicalName: pay-abroad.*\n/, '');
    const plan = await previewManifest(
      tenant,
      integrator,
      yaml(changed.replaceAll(', pay-abroad', '').replace(/ {6}- \{ capability: pay-abroad \}\n/, ''), { prune: true, impact: true }),
    );
    expect(plan.changes.map(({ op, kind, technicalName, fields }) => [op, kind, technicalName, fields.map(({ field }) => field)])).toEqual([
      ['update', 'segment', 'savers', ['capabilities']],
      ['update', 'application', 'core', ['capabilities']],
      ['update', 'component', 'ledger', ['name']],
      ['delete', 'capability', 'pay-abroad', ['name', 'parent']],
    ]);
    expect(await digestOfTenant(test.database, tenant.tenantId)).toEqual(before);
  });
});

describe('an update', () => {
  it('raises the version of what changes, keeps the rest, and records both states in full', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('every-field')));
    const before = await getEntity(tenant, integrator, 'component', 'ledger');
    const plan = await applyManifest(
      tenant,
      integrator,
      yaml(
        'version: 1\nname: other\napplications:\n  - technicalName: core\n    components:\n      - { technicalName: ledger, runtime: Vm, hostingZones: [dc-north-2], datasets: null }\n',
        { takeOver: true },
      ),
    );
    expect(plan.changes).toEqual([
      {
        op: 'update',
        kind: 'component',
        technicalName: 'ledger',
        fields: [
          { field: 'runtime', from: 'BareMetal', to: 'Vm' },
          { field: 'hostingZones', from: ['dc-north-1', 'dc-north-2'], to: ['dc-north-2'] },
          { field: 'datasets', from: ['accounts'], to: [] },
        ],
      },
    ]);
    const after = await getEntity(tenant, integrator, 'component', 'ledger');
    const zone = await getEntity(tenant, integrator, 'hosting-zone', 'dc-north-2');
    expect(after).toEqual({ ...before, runtime: 'Vm', hostingZoneIds: [zone.id], datasetIds: [], version: 2, updatedAt: after.updatedAt });
    const last = (await changesOf(tenant)).at(-1);
    expect({ op: last?.op, before: last?.before, after: last?.after }).toEqual({ op: 'update', before, after });
  });
});

describe('refusals', () => {
  it('an unknown name is reported with its position and the probable name, and nothing is written', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('every-field')));
    const text = 'version: 1\nname: other\ndependencies:\n  - source: gateway\n    target: leger\n    dependencyType: Calls\n';
    const before = await digestOfTenant(test.database, tenant.tenantId);
    for (const useCase of [previewManifest, applyManifest]) {
      const { code, issues } = await refusal(useCase(tenant, integrator, yaml(text)));
      expect([code, issues]).toEqual([
        'invalid_input',
        [
          {
            path: 'dependencies[0].target',
            subject: 'target of dependency “gateway → leger”',
            message: 'there is no component "leger", neither in this manifest nor in the landscape',
            line: 5,
            column: 13,
            hint: 'did you mean "ledger"?',
          },
        ],
      ]);
    }
    expect(await digestOfTenant(test.database, tenant.tenantId)).toEqual(before);
  });

  it('the digest of a different outcome is 409 digest_mismatch, even if only the prune flag differs', async () => {
    const tenant = await newTenant(test);
    const first = await previewManifest(tenant, integrator, yaml(landscape('every-field')));
    expect(
      (await refusal(applyManifest(tenant, integrator, { ...yaml(landscape('every-field'), { prune: true }), digest: first.digest }))).code,
    ).toBe('digest_mismatch');
    await applyManifest(tenant, integrator, { ...yaml(landscape('every-field')), digest: first.digest });
    expect((await refusal(applyManifest(tenant, integrator, { ...yaml(landscape('every-field')), digest: first.digest }))).code).toBe(
      'digest_mismatch',
    );
  });

  it('more components than the plan allows: preview says so, apply is 409 plan_limit', async () => {
    const tenant = await newTenant(test, 'Free');
    const components = (count: number): string =>
      Array.from({ length: count }, (_, index) => `      - { technicalName: c${index}, name: C }\n`).join('');
    const text = (count: number): string =>
      `version: 1\nname: many\napplications:\n  - technicalName: a\n    name: A\n    components:\n${components(count)}`;
    expect((await previewManifest(tenant, integrator, yaml(text(101)))).planLimit).toEqual({ plan: 'Free', limit: 100, components: 101 });
    expect((await refusal(applyManifest(tenant, integrator, yaml(text(101))))).code).toBe('plan_limit');
    expect((await previewManifest(tenant, integrator, yaml(text(100)))).planLimit).toBeNull();
    await applyManifest(tenant, integrator, yaml(text(100)));
    const replaced = text(100).replace('c0,', 'new,');
    expect((await refusal(applyManifest(tenant, integrator, yaml(replaced)))).code).toBe('plan_limit');
    expect((await applyManifest(tenant, integrator, yaml(replaced, { prune: true }))).summary).toEqual({
      create: 1,
      update: 0,
      delete: 1,
      unchanged: 100,
    });
  });

  it('another content type is 415', async () => {
    const tenant = await newTenant(test);
    expect(
      (await refusal(previewManifest(tenant, integrator, { ...yaml(''), source: { text: 'a', contentType: 'text/plain' } }))).code,
    ).toBe('unsupported_media_type');
  });
});

describe('revenue', () => {
  it('may be stated only by those who may see it, in whatever field, even as null', async () => {
    const tenant = await newTenant(test);
    const segment = (fields: string): string =>
      `version: 1\nname: s\ncapabilities: [{ technicalName: pay, name: Pay }]\nsegments: [{ technicalName: savers, name: S, audienceType: Customers, ${fields} }]\n`;
    for (const fields of ['annualRevenue: 5', 'annualRevenue: null', 'capabilities: [{ capability: pay, revenueShare: 0.1 }]'])
      for (const useCase of [previewManifest, applyManifest])
        expect((await refusal(useCase(tenant, withoutRevenue, yaml(segment(fields))))).code).toBe('revenue_forbidden');
    expect((await applyManifest(tenant, withoutRevenue, yaml(segment('capabilities: [{ capability: pay }]')))).summary.create).toBe(2);
  });

  it('is planned with its values, and cannot be pruned by those who may not see it, not even in a preview', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('every-field')));
    const without = landscape('every-field').replace(/segments:[\s\S]*?applications:/, 'applications:');
    const open = await previewManifest(tenant, integrator, yaml(without, { prune: true }));
    const refused = previewManifest(tenant, withoutRevenue, yaml(without, { prune: true }));
    await expect(refused).rejects.toMatchObject({ code: 'revenue_forbidden' });
    const fieldsIn = (plan: ManifestPlan) =>
      plan.changes
        .find(({ kind }) => kind === 'segment')
        ?.fields.filter(({ field }) => field === 'annualRevenue' || field === 'capabilities');
    expect(fieldsIn(open)).toEqual([
      { field: 'annualRevenue', from: 1234567.89, to: null },
      {
        field: 'capabilities',
        from: [
          { capability: 'pay', revenueShare: 0.75 },
          { capability: 'pay-abroad', revenueShare: null },
        ],
        to: [],
      },
    ]);
  });
});

it('what the system applies by itself is recorded under its name', async () => {
  const tenant = await newTenant(test);
  await applyManifest(tenant, { type: 'system', id: 'start', name: 'npm start', canSeeRevenue: true }, yaml(landscape('every-field')));
  const { items } = await listChanges(tenant, integrator, { limit: 1 });
  expect(items.map(({ actor }) => actor)).toEqual([{ type: 'system', id: 'start', name: 'npm start' }]);
});

describe('impact', () => {
  it('is calculated by preview and apply alike, and left out unless requested', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('opentelemetry-demo')));
    const second =
      'version: 1\nname: replica\napplications:\n  - technicalName: catalogue\n    components: [{ technicalName: astronomy-db-2, name: Replica }]\ndependencies:\n' +
      '  - { source: product-catalog, target: astronomy-db, dependencyType: Reads, redundancyGroup: db }\n  - { source: product-catalog, target: astronomy-db-2, dependencyType: Reads, redundancyGroup: db }\n';
    const preview = await previewManifest(tenant, integrator, yaml(second, { impact: true }));
    const unpriced = (await previewManifest(tenant, withoutRevenue, yaml(second, { impact: true }))).impact;
    const apply = await applyManifest(tenant, integrator, yaml(second, { impact: true }));
    expect(apply.impact).toEqual(preview.impact);
    // Ordering only reads the catalogue, which now has a second database to read from. The catalogue itself still fails with the first: accounting depends hard on it.
    expect(preview.impact?.singlePointsOfFailure.removed).toEqual([
      { capability: 'place-order', component: 'astronomy-db', perHour: 2_000, perHourChange: -1_600 },
    ]);
    expect([preview.impact?.currency, preview.impact?.withheld]).toEqual(['EUR', []]);
    expect(unpriced?.singlePointsOfFailure.removed).toEqual([
      { capability: 'place-order', component: 'astronomy-db', perHour: null, perHourChange: null },
    ]);
    expect([unpriced?.currency, unpriced?.withheld]).toEqual([null, ['perHour', 'perHourChange', 'expectedPerHour']]);
    expect(preview.impact?.dependencyCycles).toEqual({ added: [], removed: [], addedOmitted: 0, removedOmitted: 0 });
    expect((await previewManifest(tenant, integrator, yaml(second))).impact).toBeNull();
  });

  it('is calculated for the landscape at the time of the apply, even if a preview of the same changes saw another', async () => {
    const tenant = await newTenant(test);
    await applyManifest(
      tenant,
      integrator,
      yaml(
        'version: 1\nname: ends\napplications:\n  - { technicalName: shop, name: Shop, components: [{ technicalName: a, name: A }, { technicalName: b, name: B }] }\n',
      ),
    );
    const there = yaml('version: 1\nname: there\ndependencies: [{ source: a, target: b, dependencyType: Calls }]\n', { impact: true });
    const preview = await previewManifest(tenant, integrator, there);
    await applyManifest(
      tenant,
      integrator,
      yaml('version: 1\nname: back\ndependencies: [{ source: b, target: a, dependencyType: Calls }]\n'),
    );
    const apply = await applyManifest(tenant, integrator, { ...there, digest: preview.digest });
    expect([preview, apply].map(({ impact }) => impact?.dependencyCycles.added)).toEqual([[], [{ components: ['a', 'b'] }]]);
  });
});

it('a reference with an invalid name is reported with the other mistakes', async () => {
  const tenant = await newTenant(test);
  const text = JSON.stringify({
    version: 1,
    name: 'broken',
    applications: [{ technicalName: 'app', name: 'App', ownerTeam: {}, capabilities: ['\u0000', '\ud800', 'sell'] }],
  });
  const { code, issues = [] } = await refusal(previewManifest(tenant, integrator, yaml(text)));
  const paths = new Set(issues.map(({ path }) => path));
  expect([code, paths.has('applications[0].ownerTeam'), paths.has('applications[0].capabilities[2]')]).toEqual([
    'invalid_input',
    true,
    true,
  ]);
});
