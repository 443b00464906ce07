/**
 * Random sequences of signals, landscape edits, maintenance windows and turns, taken by two processes that each have seen only a part: whoever reads,
 * the stored snapshot is what a computation from scratch had said at that moment.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { applicationRows } from '@/domain/graph/blastRadius';
import { contributorsOf } from '@/domain/health/contributions';
import { healthImpact, withIncidents, type HealthImpactBody } from '@/domain/health/healthImpact';
import { liveImpact, type LiveImpact } from '@/domain/health/liveImpact';
import { isUnderMaintenance, maintenanceAt, type ActiveMaintenance } from '@/domain/health/maintenance';
import { packBody, type ImpactSnapshot } from '@/domain/health/snapshot';
import { HEALTH_STATES, type EntityKind } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { randomRuns } from '@/test/randomRuns';
import { undoChangeSet } from '../history/undoApply';
import { currentGraph } from '@/server/graphs/graphStore';
import { createDependency, deleteDependency } from '../landscape/dependencies';
import { deleteEntity } from '../landscape/deleteEntity';
import { createEntity, updateEntity } from '../landscape/entities';
import { inTenant, type TenantDb } from '../tenantDb';
import { acceptSignals } from './acceptSignals';
import { consumeHealth } from './consume';
import { reportedHealth } from './healthRows';
import { incidentFromRow } from './incidentRows';
import { openIncidentRow } from './incidentViews';
import { createWindow, deleteWindow } from './maintenanceWindows';
import { windowsFrom } from './maintenanceRows';
import { NO_OPENING, readOpenings } from './openings';
import { readHealthImpact, readSnapshot, type HealthImpactAnswer, type SnapshotAnswer } from './readImpact';

const { database } = await useTestDatabase();

/** What one process keeps in memory of landscapes and their health. */
type Process = Map<string, unknown>;
const registry = (globalThis as unknown as { faultlineState: Map<string, unknown> }).faultlineState;

async function as<Result>(process: Process, work: () => Promise<Result>): Promise<Result> {
  const names = ['graphs', 'liveStates', 'snapshotNames'];
  for (const name of names) {
    if (process.has(name)) registry.set(name, process.get(name));
    else registry.delete(name);
  }
  const result = await work();
  for (const name of names) {
    if (registry.has(name)) process.set(name, registry.get(name));
  }
  return result;
}

interface Step {
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
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  process: fc.constantFrom(0, 1),
  dice: fc.array(die, { minLength: 6, maxLength: 6 }),
});

const at = <Value>(values: readonly Value[], dieRolled = 0): Value | undefined => values[dieRolled % Math.max(1, values.length)];

async function world(): Promise<TenantDb> {
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

/** Does what the step says where it can be done. */
async function take(tenant: TenantDb, { kind, dice }: Step, processes: readonly Process[], process: Process): Promise<void> {
  const [first, second, third] = dice;
  const { components, applications, dependencies, windows, sets } = await inTenant(tenant, async (tx) => ({
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
    if (
      !(error instanceof AppError) ||
      !['conflict', 'in_use', 'invalid_input', 'not_found', 'cycle', 'limit_reached'].includes(error.code)
    )
      throw error;
  });
}

/** The rows one by one as the graph has them, with nothing packed. */
function plainRows(
  { graph, nodes, severities, contributions, unhealthy }: LiveImpact,
  maintenance: ActiveMaintenance,
): Pick<ImpactSnapshot, 'unhealthy' | 'impacted' | 'applications'> {
  const applications = applicationRows(graph).map(({ depth: _depth, componentCount: _count, expectedState, ...row }) => ({
    ...row,
    effectiveState: expectedState,
  }));
  const component = (node: number) => {
    const { id, technicalName, name, applicationId } = graph.componentView(node);
    return { id, technicalName, name, applicationId, isUnderMaintenance: isUnderMaintenance(maintenance, id, applicationId) };
  };
  const state = (severity = 0) => HEALTH_STATES[severity] as 'Outage';
  return {
    unhealthy: Array.from(unhealthy.nodes, (node, i) => ({
      ...component(node),
      state: state(unhealthy.severities[i]),
      since: new Date(unhealthy.since[i] ?? 0).toISOString(),
    })),
    impacted: Array.from(nodes, (node, i) => {
      const causes = contributorsOf(contributions, node).map((cause) => graph.componentView(cause).technicalName);
      return { ...component(node), effectiveState: state(severities[i]), cause: causes[0] ?? '', causes };
    }),
    applications,
  };
}

/** The causes as they are told, each with its components read off a pass in which it alone is unhealthy. */
function plainCauses(impact: LiveImpact, { causes, causeCount, landscapeVersion }: HealthImpactBody) {
  const { graph, nodes, severities, contributions } = impact;
  const stateAlone = new Map(
    causes.map(({ id, state }) => {
      const alone = liveImpact(graph, { unhealthy: [{ componentId: id, state, since: 0 }], healthyCount: 0 });
      return [id, new Map(Array.from(alone.nodes, (node, i) => [node, alone.severities[i] ?? 0]))] as const;
    }),
  );
  const told = causes.map(({ contributesTo: _places, ...cause }) => {
    const components = Array.from(nodes, (node, i) => ({ node, severity: severities[i] ?? 0 })).flatMap(({ node, severity }) => {
      const { id, technicalName, name } = graph.componentView(node);
      const contributors = contributorsOf(contributions, node).map((other) => graph.componentView(other));
      if (id === cause.id || contributors.every((other) => other.id !== cause.id)) return [];
      const alone = stateAlone.get(cause.id)?.get(node) ?? 0;
      const others = contributors.filter((other) => other.id !== cause.id).map((other) => other.technicalName);
      const share = { effectiveState: HEALTH_STATES[severity] ?? 'Healthy', alone: HEALTH_STATES[alone] ?? 'Healthy' };
      return [{ id, technicalName, name, ...share, jointlyWith: alone < severity ? others : [] }];
    });
    return { ...cause, components, componentsOmitted: 0, completeness: { ...cause.completeness, componentsOmitted: 0 } };
  });
  return { landscapeVersion, causes: told, causesOmitted: causeCount - causes.length };
}

interface Answers {
  snapshot: SnapshotAnswer;
  byCause: HealthImpactAnswer;
}

async function read(tenant: TenantDb, process: Process): Promise<Answers> {
  return as(process, async () => ({
    snapshot: await readSnapshot(tenant, EVERYTHING),
    byCause: await readHealthImpact(tenant, EVERYTHING),
  }));
}

/** What a tenant's snapshot must say when its turns are done, worked out in a process that remembers nothing, of a graph that was never edited. */
async function fromScratch(tenant: TenantDb, { version, computedAt }: SnapshotAnswer): Promise<Answers> {
  const { tenantId } = tenant;
  return as(new Map(), async () => {
    const now = new Date(computedAt);
    const { health, windows, incidents, openings } = await inTenant(tenant, async (tx) => ({
      openings: await readOpenings(tx, tenantId),
      health: await reportedHealth(tx, tenantId),
      windows: await windowsFrom(tx, tenantId, now),
      incidents: await tx.incident.findMany({
        where: { state: { in: ['Open', 'Acknowledged', 'Monitoring'] } },
        orderBy: { number: 'asc' },
      }),
    }));
    const { graph } = await currentGraph(tenant);
    const maintenance = maintenanceAt(windows, now.getTime());
    const impact = liveImpact(graph, health);
    const { landscapeVersion, rest } = packBody(impact, maintenance, 'EUR');
    const { states, ...others } = rest;
    const lists = plainRows(impact, maintenance);
    const causes = healthImpact(impact, { causeLimit: 50, currency: 'EUR', maintenance });
    const openIncidents = incidents.map((row) => openIncidentRow(incidentFromRow(row)));
    const dealtWith = new Map(
      incidents.filter(({ state }) => state !== 'Monitoring').map(({ id, causeId, state }) => [causeId, { id, state: state as 'Open' }]),
    );
    const moment = { version, computedAt, pendingSignals: 0 };
    const { revenueExposure, ...rollUps } = others;
    const unhealthy = lists.unhealthy.map((row) => ({
      ...row,
      incident: dealtWith.get(row.id) ?? null,
      ...(openings.get(row.id) ?? NO_OPENING),
    }));
    const byCause = plainCauses(impact, withIncidents(causes, dealtWith));
    // In the order of the answer's fields.
    const told = byCause.causes.map(({ components, componentsOmitted, completeness, revenueExposure: exposure, contributed, ...cause }) => {
      const opening = openings.get(cause.id) ?? NO_OPENING;
      return { ...cause, ...opening, components, componentsOmitted, completeness, revenueExposure: exposure, contributed };
    });
    return {
      snapshot: { ...moment, openIncidents, landscapeVersion, states, ...lists, unhealthy, ...rollUps, withheld: [], revenueExposure },
      byCause: { ...moment, ...byCause, causes: told, withheld: [] },
    };
  });
}

/** c1 is down and takes everything above it along. `versions` are those of the snapshot after each turn. */
async function oneOutage(): Promise<{ tenant: TenantDb; turn: () => Promise<void>; versions: number[] }> {
  const tenant = await world();
  await acceptSignals(tenant, 'Enterprise', [{ component: 'c1', state: 'Outage' }], new Date());
  const versions: number[] = [];
  const turn = async (): Promise<void> => {
    expect(await consumeHealth(60_000, tenant.tenantId)).toMatchObject({ tenants: 1, failures: 0 });
    versions.push((await readSnapshot(tenant, EVERYTHING)).version);
  };
  await turn();
  return { tenant, turn, versions };
}

/** All that raises the version, as one text. */
function saidBy({ snapshot, byCause }: Answers): string {
  const { version: _version, computedAt: _computedAt, landscapeVersion: _landscapeVersion, pendingSignals: _pending, ...said } = snapshot;
  return JSON.stringify([said, byCause.causes, byCause.causesOmitted]);
}

const withoutPending = ({ snapshot, byCause }: Answers): string =>
  JSON.stringify([
    { ...snapshot, pendingSignals: 0 },
    { ...byCause, pendingSignals: 0 },
  ]);

describe('the stored snapshot', () => {
  it('is the one from scratch after each turn, and until the next stays as it was, for every process; its version rises when it says something else', async () => {
    const seen = { turns: 0, reads: 0 };
    const runs = randomRuns(2, 7);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 30 }), async (steps) => {
        const tenant = await world();
        const processes: [Process, Process] = [new Map(), new Map()];
        /** Serves snapshots and nothing else. */
        const reader: Process = new Map();
        await acceptSignals(tenant, 'Enterprise', [{ component: 'c1', state: 'Outage' }], new Date());
        let last: Answers | null = null;
        for (const current of [{ kind: 'turn', process: 0, dice: [] } as Step, ...steps]) {
          await take(tenant, current, processes, processes[current.process]);
          const answers = await read(tenant, processes[current.process]);
          reader.delete('graphs');
          for (const process of [processes[1 - current.process] ?? new Map(), reader, new Map()])
            expect(JSON.stringify(await read(tenant, process))).toBe(JSON.stringify(answers));
          if (current.kind !== 'turn') {
            seen.reads += 1;
            expect(withoutPending(answers)).toBe(last === null ? '' : withoutPending(last));
            continue;
          }
          expect(JSON.stringify(answers)).toBe(JSON.stringify(await fromScratch(tenant, answers.snapshot)));
          const hasChanged: boolean = last === null || saidBy(last) !== saidBy(answers);
          expect(answers.snapshot.version).toBe((last?.snapshot.version ?? 0) + (hasChanged ? 1 : 0));
          seen.turns += 1;
          last = answers;
        }
      }),
      runs,
    );
    // Each run begins with a turn, and takes others among its steps.
    expect(seen.turns + seen.reads).toBe(runs.numRuns * 31);
    expect(seen.turns).toBeGreaterThan(runs.numRuns);
  });

  it('rises when something in it is renamed, and not when that was taken back before the turn', async () => {
    const { tenant, turn, versions } = await oneOutage();
    const rename = (kind: EntityKind, reference: string, name: string) => updateEntity(tenant, EVERYTHING, kind, reference, { name }, null);
    await rename('component', 'c1', 'Other');
    await turn();
    await rename('application', 'a1', 'Other');
    await turn();
    await rename('component', 'c1', 'Yet another');
    await rename('component', 'c1', 'Other');
    await turn();
    // Nothing depends on it, and nothing of it is impacted.
    await rename('component', 'c0', 'Other');
    await turn();
    expect(versions).toEqual([1, 2, 3, 3, 3]);
    expect((await readSnapshot(tenant, EVERYTHING)).landscapeVersion).toBe((await currentGraph(tenant)).graph.version);
  });

  it('tells what was deleted, moved and renamed since as it was, also where no graph is in memory', async () => {
    const { tenant, turn } = await oneOutage();
    const before = await read(tenant, new Map());
    expect(before.snapshot.impacted.map(({ technicalName, cause }) => `${technicalName} ${cause}`)).toEqual([
      'c1 c1',
      'c2 c1',
      'c3 c1',
      'c4 c1',
      'c5 c1',
      'c6 c1',
      'c7 c1',
      'c8 c1',
    ]);
    await deleteEntity(tenant, EVERYTHING, 'component', 'c8', true, null);
    await updateEntity(tenant, EVERYTHING, 'component', 'c1', { technicalName: 'renamed' }, null);
    await deleteEntity(tenant, EVERYTHING, 'application', 'a2', true, null);
    expect(await read(tenant, new Map())).toEqual(before);
    await turn();
    expect((await readSnapshot(tenant, EVERYTHING)).impacted.map(({ technicalName, cause }) => `${technicalName} ${cause}`)).toEqual([
      'c3 renamed',
      'c6 renamed',
      'c7 renamed',
      'renamed renamed',
    ]);
  });

  it('is worked out on the spot where there is only one of an older kind, under its version, and replaced by the next turn', async () => {
    const { tenant, turn } = await oneOutage();
    const before = await readSnapshot(tenant, EVERYTHING);
    await inTenant(tenant, (tx) =>
      tx.impactSnapshot.update({ where: { tenantId: tenant.tenantId }, data: { lists: null, impactDigest: 'older', interventions: -1 } }),
    );
    const between = await readSnapshot(tenant, EVERYTHING);
    expect(between).toEqual({ ...before, computedAt: between.computedAt });
    await turn();
    const after = await readSnapshot(tenant, EVERYTHING);
    expect(after).toEqual({ ...before, version: 2, computedAt: after.computedAt });
  });
});
