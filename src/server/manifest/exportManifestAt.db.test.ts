/** The landscape at a past time as a manifest: the same as an export at that time. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { updateEntity } from '@/server/landscape/entities';

import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, withoutRevenue, yaml } from '@/test/manifestTenant';
import { applyManifest } from './applyManifest';
import { exportManifest, exportManifestFile } from './exportManifest';
import { write } from '@/server/db/write';

const test = await useTestDatabase();

describe('the export of a past moment', () => {
  it('is byte for byte what it was then, whatever happened later', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(readFileSync('src/test/landscapes/opentelemetry-demo.yaml', 'utf8')));
    const then = await exportManifestFile(tenant, integrator, {});
    const one = await exportManifest(tenant, integrator, { application: 'storefront' });
    await write(tenant, (tx) =>
      tx.changeSet.updateMany({ where: { tenantId: tenant.tenantId }, data: { at: new Date('2026-03-01T12:00:00Z') } }),
    );
    await deleteEntity(tenant, integrator, 'application', 'storefront', true, null);
    await updateEntity(tenant, integrator, 'capability', 'browse-catalogue', { technicalName: 'browse' }, null);
    expect((await exportManifestFile(tenant, integrator, {})).content).not.toBe(then.content);
    expect(await exportManifestFile(tenant, integrator, { at: '2026-03-01' })).toEqual(then);
    expect((await exportManifestFile(tenant, integrator, { at: '2026-02-28' })).content).toMatch(/^#.*\nversion: 1\nname: export\n$/);
    expect(await exportManifest(tenant, integrator, { at: '2026-03-01', application: 'storefront' })).toEqual(one);
    await expect(exportManifest(tenant, integrator, { at: '2026-02-28', application: 'storefront' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(exportManifest(tenant, integrator, { at: '2999-01-01' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'at' }],
    });
    const { segments } = await exportManifest(tenant, withoutRevenue, { at: '2026-03-01' });
    expect(segments?.some((segment) => 'annualRevenue' in segment)).toBe(false);
  });
});
