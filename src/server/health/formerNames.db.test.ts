/** Signals from a monitor that still uses a former name are accepted for 90 days after the rename. */
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import { listFormerNames } from '@/server/landscape/formerNames';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptFromSource } from './acceptFromSource';
import { acceptSignal, acceptSignals } from './acceptSignals';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const NOW = new Date();

let tenant: TenantDb;
let applicationId: string;
let componentId: string;

beforeAll(async () => {
  tenant = await newTenant(database);
  ({ id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' }));
  ({ id: componentId } = await createEntity(tenant, EVERYTHING, 'component', { name: 'C', technicalName: 'cart', applicationId }));
  await updateEntity(tenant, EVERYTHING, 'component', 'cart', { technicalName: 'basket' }, null);
});

const push = (component: string) => acceptSignal(tenant, 'Enterprise', { component, state: 'Outage' }, NOW);
const setSince = (interval: string) =>
  write(
    tenant,
    (tx) => tx.$executeRaw`update "former_name" set "since" = now() - ${interval}::interval where "entityId" = ${componentId}::uuid`,
  );

describe('a signal under a former name', () => {
  it('counts for the component that had the name, and the answer gives the current name and the last day', async () => {
    const accepted = await push('cart');
    const [known] = await listFormerNames(tenant, { kind: 'component', id: componentId });
    expect(accepted).toMatchObject({ componentId, formerName: { presentName: 'basket', until: known?.signalsUntil } });
    expect(accepted.note).toBe(
      `The component is now called basket; its former name is accepted until ${known?.signalsUntil?.slice(0, 10)}.`,
    );
    expect(Date.parse(known?.signalsUntil ?? '') - Date.parse(known?.since ?? '')).toBe(90 * 86_400_000);
    expect(await push('basket')).not.toHaveProperty('formerName');
  });

  it('is accepted in a batch, and from a monitoring system', async () => {
    const { outcomes } = await acceptSignals(
      tenant,
      'Enterprise',
      ['basket', 'cart', 'nothing'].map((component) => ({ component, state: 'Degraded' as const })),
      NOW,
    );
    expect(
      outcomes.map((outcome) => ('accepted' in outcome ? [outcome.accepted.componentId, outcome.accepted.formerName?.presentName] : null)),
    ).toEqual([[componentId, undefined], [componentId, 'basket'], null]);
    const alert = { status: 'firing', labels: { alertname: 'Down', component: 'cart' }, annotations: {}, startsAt: NOW.toISOString() };
    const answer = await acceptFromSource(
      tenant,
      'Enterprise',
      { source: 'alertmanager' },
      { version: '4', status: 'firing', alerts: [alert] },
      NOW,
    );
    expect(answer.results).toMatchObject([{ status: 202, formerName: { presentName: 'basket' } }]);
  });

  it('is accepted until 90 days have passed, and not after', async () => {
    await setSince('89 days 23 hours');
    expect(await push('cart')).toMatchObject({ componentId });
    await setSince('90 days 1 minute');
    const refused = await push('cart').catch((error: unknown) => error);
    expect(refused instanceof AppError && refused.code).toBe('not_found');
    expect(await listFormerNames(tenant, { kind: 'component', id: componentId })).toMatchObject([
      { technicalName: 'cart', signalsUntil: null },
    ]);
    await setSince('1 day');
  });

  it('goes to the entity that has the name now, if there is one', async () => {
    const { id } = await createEntity(tenant, EVERYTHING, 'component', {
      name: 'C',
      technicalName: 'cart',
      applicationId,
      reuseName: true,
    });
    expect(await push('cart')).toMatchObject({ componentId: id });
    expect(await push('cart')).not.toHaveProperty('formerName');
    expect(await listFormerNames(tenant, { kind: 'component', id: componentId })).toEqual([]);
  });
});

it('former names of other kinds accept no signals', async () => {
  await updateEntity(tenant, EVERYTHING, 'application', 'shop', { technicalName: 'store' }, null);
  expect(await listFormerNames(tenant, { kind: 'application', id: applicationId })).toMatchObject([
    { technicalName: 'shop', signalsUntil: null },
  ]);
});
