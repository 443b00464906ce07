/** The fixes that are worth most, as people are told them: with what each saves, and without amounts for those who may not see revenue. */
import { beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant, describeRest, type RestTenant } from '@/test/restTenants';
import { tenantDb } from '@/server/db/tenantDb';
import type { Principal } from '@/domain/access';
import { readBestFixes } from './bestFixes';

const { database } = await useTestDatabase();
const seeing = (canSeeRevenue: boolean) => ({ canSeeRevenue }) as Principal;

describeRest('the fixes worth most', (send) => {
  let tenant: RestTenant;
  let ids: Record<string, string>;
  const make = async (path: string, technicalName: string, more: object = {}): Promise<string> =>
    (ids[technicalName] = (await created(tenant, path, { name: technicalName, technicalName, ...more }, tenant.keys.revenue)).id);
  const depend = async (source: string, target: string, more: object = {}): Promise<string> =>
    (
      await created(tenant, '/dependencies', {
        sourceComponentId: ids[source],
        targetComponentId: ids[target],
        dependencyType: 'Reads',
        ...more,
      })
    ).id;
  const ask = (canSeeRevenue: boolean) => readBestFixes(tenantDb(database, tenant.tenantId), seeing(canSeeRevenue));
  const told = ({ fixes }: Awaited<ReturnType<typeof ask>>) =>
    fixes.map(({ kind, protects, cause, before, after }) => [
      kind,
      protects.technicalName,
      cause.technicalName,
      before.perHour,
      after.perHour,
    ]);

  /** Selling earns 1,000 an hour and needs a disk; reporting and planning earn nothing and need a ledger. */
  beforeEach(async () => {
    tenant = await createRestTenant(database, send);
    ids = {};
    const sell = await make('/capabilities', 'sell');
    const others = [await make('/capabilities', 'report'), await make('/capabilities', 'plan')];
    await make('/segments', 'customers', {
      audienceType: 'Customers',
      annualRevenue: 8_760_000,
      capabilities: [{ capabilityId: sell, revenueShare: 1 }],
    });
    await make('/components', 'front', { applicationId: await make('/applications', 'shop', { capabilityIds: [sell] }) });
    await make('/components', 'reports', { applicationId: await make('/applications', 'back', { capabilityIds: others }) });
    const store = await make('/applications', 'store');
    for (const name of ['disk', 'ledger']) await make('/components', name, { applicationId: store });
    await depend('front', 'disk');
    await depend('reports', 'ledger');
  });

  it('are those that save most an hour, with what their cause does before and after', async () => {
    const answer = await ask(true);
    expect([answer.rankedBy, answer.currency, answer.isCurrent, answer.tried]).toEqual(['revenue', 'EUR', true, 1]);
    expect(told(answer)).toEqual([['makeSofter', 'front', 'disk', 1000, 500]]);
    expect(answer.fixes[0]).toMatchObject({
      from: 'Hard',
      to: 'Degraded',
      before: { state: 'Outage', capabilities: { Outage: 1, Degraded: 0, Warning: 0 } },
      after: { state: 'Degraded', capabilities: { Outage: 0, Degraded: 1, Warning: 0 } },
      capabilities: [{ technicalName: 'sell', before: 'Outage', after: 'Degraded' }],
      capabilitiesOmitted: 0,
    });
    expect(answer.fixes[0]!.manifest).toContain('mode: Degraded');
  });

  it('are, for those who may not see revenue, those that keep most capabilities up, without any amount', async () => {
    const answer = await ask(false);
    expect([answer.rankedBy, answer.currency]).toEqual(['reach', null]);
    expect(told(answer)).toEqual([
      ['makeSofter', 'reports', 'ledger', null, null],
      ['makeSofter', 'front', 'disk', null, null],
    ]);
  });

  it('follow the landscape, although what to try was looked for before', async () => {
    await ask(true);
    await tenant.call('DELETE', `/components/${ids.disk}?cascade=true`);
    const answer = await ask(true);
    expect([answer.isCurrent, told(answer)]).toEqual([false, []]);
    await expect.poll(async () => (await ask(true)).isCurrent, { timeout: 30_000 }).toBe(true);
    expect(told(await ask(true))).toEqual([['makeSofter', 'reports', 'ledger', 0, 0]]);
  });
});
