/**
 * Random steps in a small landscape: signals, edits, maintenance windows and turns, carried out by processes that each have seen only some
 * of them.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError } from '@/domain/errors';
import { HEALTH_STATES, type EntityKind } from '@/domain/vocabulary';
import type { Database } from '@/server/db/database';
import { acceptSignals } from '@/server/health/acceptSignals';
import { consumeHealth } from '@/server/health/consume';
import { createWindow, deleteWindow } from '@/server/health/maintenanceWindows';
import { undoChangeSet } from '@/server/history/undoApply';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createDependency, deleteDependency } from '@/server/landscape/dependencies';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { EVERYTHING, newTenant } from './tenants';
import { read } from '@/server/db/read';

/** What one process keeps in memory about landscapes and their health. */
export type Process = Map<string, unknown>;
const registry = (globalThis as unknown as { faultlineState: Map<string, unknown> }).faultlineState;

/** Does the work with the memory of this process only. */
export async function as<Result>(process: Process, work: () => Promise<Result>): Promise<Result> {
  const names = ['graphs', 'liveStates', 'snapshotNames'];
  for (const name of names)
    if (process.has(name)) registry.set(name, process.get(name));
    else registry.delete(name);
  const result = await work();
  for (const name of names) if (registry.has(name)) process.set(name, registry.get(name));
  return result;
}
export interface Step {
  kind:
    | 'signals'
    | 'create'
    | 'rename'
    | 'move'
    | 'renameApplication'
    | 'delete'
    | 'link'
    | 'unlink'
    | 'maintain'
    | 'unmaintain'
    | 'undo'
    | 'forget'
    | 'turn';
  process: 0 | 1;
  dice: number[];
}

const KINDS: Step['kind'][] = [
  'signals',
  'create',
  'rename',
  'move',
  'renameApplication',
  'delete',
  'link',
  'unlink',
  'maintain',
  'unmaintain',
  'undo',
  'forget',
  'turn',
  'turn',
  'turn',
  'signals',
];
const die = fc.noBias(fc.nat(0xffff));
/** All equally likely. */
export const randomStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  process: fc.constantFrom(0, 1),
  dice: fc.array(die, { minLength: 6, maxLength: 6 }),
});

const at = <Value>(values: readonly Value[], dieRolled = 0): Value | undefined => values[dieRolled % Math.max(1, values.length)];

/** Three applications of three components each, one capability, one segment that pays for it. */
export async function smallWorld(database: Database): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const capability = await createEntity(tenant, EVERYTHING, 'capability', { name: 'Sell', technicalName: 'sell' });
  const applications = [];
  for (const name of ['a0', 'a1', 'a2'])
    applications.push(await createEntity(tenant, EVERYTHING, 'application', { name, technicalName: name, capabilityIds: [capability.id] }));
  const ids: string[] = [];
  for (let n = 0; n < 9; n += 1)
    ids.push(
      (
        await createEntity(tenant, EVERYTHING, 'component', {
          name: `C${n}`,
          technicalName: `c${n}`,
          applicationId: applications[n % 3]?.id ?? '',
        })
      ).id,
    );
  for (let n = 1; n < 9; n += 1)
    await createDependency(tenant, EVERYTHING, {
      sourceComponentId: ids[n] ?? '',
      targetComponentId: ids[Math.floor(n / 2)] ?? '',
      dependencyType: 'Calls',
    });
  await createEntity(tenant, EVERYTHING, 'segment', {
    name: 'Buyers',
    technicalName: 'buyers',
    audienceType: 'Customers',
    annualRevenue: 8_760,
    capabilities: [{ capabilityId: capability.id, revenueShare: 1 }],
  });
  return tenant;
}

/** Carries out the step, if it is possible. */
export async function take(tenant: TenantDb, { kind, dice }: Step, processes: readonly Process[], process: Process): Promise<void> {
  const [first, second, third] = dice;
  const { components, applications, dependencies, windows, sets } = await read(tenant, async (tx) => ({
    components: await tx.component.findMany({ orderBy: { ordinal: 'asc' } }),
    applications: await tx.application.findMany({ orderBy: { technicalName: 'asc' } }),
    dependencies: await tx.dependency.findMany({ orderBy: { id: 'asc' } }),
    windows: await tx.maintenanceWindow.findMany({ orderBy: { id: 'asc' } }),
    sets: await tx.changeSet.findMany({ where: { version: { not: null } }, orderBy: { position: 'desc' }, take: 3 }),
  }));
  const [component, other, application] = [at(components, first), at(components, second), at(applications, second)];
  const update = (of: EntityKind, id: string, patch: object) => updateEntity(tenant, EVERYTHING, of, id, patch, null);
  const fresh = (prefix: string): string => `${prefix}${String((third ?? 0) % 40)}`;
  const doings: Record<Step['kind'], () => Promise<unknown> | undefined> = {
    signals: () =>
      acceptSignals(
        tenant,
        'Enterprise',
        dice
          .slice(0, 3)
          .map((rolled) => ({ component: at(components, rolled)?.id ?? '', state: at(HEALTH_STATES, rolled >> 8) ?? 'Healthy' })),
        new Date(),
      ),
    create: () =>
      application &&
      createEntity(tenant, EVERYTHING, 'component', { name: 'New', technicalName: fresh('n'), applicationId: application.id }),
    // A name may also come back, between two turns or later.
    rename: () =>
      component && update('component', component.id, (third ?? 0) % 2 === 0 ? { technicalName: fresh('r') } : { name: fresh('R') }),
    move: () => component && application && update('component', component.id, { applicationId: application.id }),
    renameApplication: () =>
      application &&
      update(
        'application',
        application.id,
        (third ?? 0) % 2 === 0 ? { name: fresh('A') } : { ownerTeam: fresh('team'), technicalName: fresh('app') },
      ),
    delete: () =>
      components.length > 5 && component ? deleteEntity(tenant, EVERYTHING, 'component', component.id, true, null) : undefined,
    link: () =>
      component &&
      other &&
      createDependency(tenant, EVERYTHING, { sourceComponentId: component.id, targetComponentId: other.id, dependencyType: 'Reads' }),
    unlink: () => (dependencies.length > 0 ? deleteDependency(tenant, EVERYTHING, at(dependencies, first)?.id ?? '', null) : undefined),
    maintain: () =>
      component &&
      createWindow(
        tenant,
        EVERYTHING,
        {
          ...((third ?? 0) % 2 === 0
            ? { kind: 'component', entity: component.id }
            : { kind: 'application', entity: component.applicationId }),
          reason: 'work',
          endsAt: new Date(Date.now() + 3_600_000).toISOString(),
        },
        new Date(),
      ),
    unmaintain: () => (windows.length > 0 ? deleteWindow(tenant, EVERYTHING, at(windows, first)?.id ?? '', null, new Date()) : undefined),
    undo: () => (sets.length > 0 ? undoChangeSet(tenant, EVERYTHING, at(sets, first)?.id ?? '') : undefined),
    forget: () => Promise.resolve(processes[(first ?? 0) % 2]?.clear()),
    turn: () => as(process, async () => expect((await consumeHealth(60_000, tenant.tenantId)).failures).toBe(0)),
  };
  await Promise.resolve(doings[kind]()).catch((error: unknown) => {
    // Some steps are refused, such as a second component of one name; nothing may fail.
    if (!(error instanceof AppError) || ERROR_STATUS[error.code] >= 500) throw error;
  });
}
