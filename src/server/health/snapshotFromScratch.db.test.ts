/**
 * Random sequences of signals, landscape edits, maintenance windows and turns, by two processes that each have seen only part of them.
 * In each process, the stored snapshot equals a computation from scratch at that time.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityKind } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { randomStep, smallWorld, take, type Process, type Step } from '@/test/randomHealthSteps';
import { randomRuns } from '@/test/randomRuns';
import { fromScratch, readAnswers, type Answers } from '@/test/snapshotOracle';
import { EVERYTHING } from '@/test/tenants';
import { currentGraph } from '@/server/graphs/graphStore';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignals } from './acceptSignals';
import { consumeHealth } from './consume';
import { NO_OPENING, oldestReport } from './openings';
import { readSnapshot } from './readImpact';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();

/** c1 is down and takes everything above it along. `versions` are those of the snapshot after each turn. */
async function oneOutage(): Promise<{ tenant: TenantDb; turn: () => Promise<void>; versions: number[] }> {
  const tenant = await smallWorld(database);
  await acceptSignals(tenant, 'Enterprise', [{ component: 'c1', state: 'Outage' }], new Date());
  const versions: number[] = [];
  const turn = async (): Promise<void> => {
    expect(await consumeHealth(60_000, tenant.tenantId)).toMatchObject({ tenants: 1, failures: 0 });
    versions.push((await readSnapshot(tenant, EVERYTHING)).version);
  };
  await turn();
  return { tenant, turn, versions };
}

/** Everything whose change raises the version, as one text. */
function saidBy({ snapshot, byCause }: Answers): string {
  const { version: _version, computedAt: _computedAt, landscapeVersion: _landscapeVersion, pendingSignals: _pending, ...said } = snapshot;
  return JSON.stringify([said, byCause.causes, byCause.causesOmitted]);
}

const withoutPending = ({ snapshot, byCause }: Answers): string =>
  JSON.stringify([
    { ...snapshot, pendingSignals: 0 },
    { ...byCause, pendingSignals: 0 },
  ]);

/** The answers of the last turn as they must still be: what was deleted since no longer has a report, whose age is read with each answer. */
async function stillAfter(tenant: TenantDb, { snapshot, byCause }: Answers): Promise<string> {
  const { tenantId } = tenant;
  const [reports, oldestReportAt] = await read(tenant, async (tx) => [
    await tx.componentHealth.findMany({ where: { tenantId }, select: { componentId: true } }),
    await oldestReport(tx, tenantId),
  ]);
  const reporting = new Set(reports.map(({ componentId }) => componentId));
  const asNow = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
    rows.map((row) => (reporting.has(row.id) ? row : { ...row, ...NO_OPENING }));
  return withoutPending({
    snapshot: { ...snapshot, unhealthy: asNow(snapshot.unhealthy), oldestReportAt },
    byCause: { ...byCause, causes: asNow(byCause.causes) },
  });
}

describe('the stored snapshot', () => {
  it('equals one calculated from scratch after each turn, and stays unchanged until the next, for every process; its version rises when it changes', async () => {
    const seen = { turns: 0, reads: 0 };
    const runs = randomRuns(1, 7);
    await fc.assert(
      fc.asyncProperty(fc.array(randomStep, { minLength: 30, maxLength: 30 }), async (steps) => {
        const tenant = await smallWorld(database);
        const processes: [Process, Process] = [new Map(), new Map()];
        /** A server that answers only requests for snapshots. */
        const reader: Process = new Map();
        await acceptSignals(tenant, 'Enterprise', [{ component: 'c1', state: 'Outage' }], new Date());
        let last: Answers | null = null;
        for (const current of [{ kind: 'turn', process: 0, dice: [] } as Step, ...steps]) {
          await take(tenant, current, processes, processes[current.process]);
          const answers = await readAnswers(tenant, processes[current.process]);
          reader.delete('graphs');
          for (const process of [processes[1 - current.process] ?? new Map(), reader, new Map()])
            expect(JSON.stringify(await readAnswers(tenant, process))).toBe(JSON.stringify(answers));
          if (current.kind !== 'turn') {
            seen.reads += 1;
            expect(withoutPending(answers)).toBe(last === null ? '' : await stillAfter(tenant, last));
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
    // Each run begins with a turn, and has others among its steps.
    expect(seen.turns + seen.reads).toBe(runs.numRuns * 31);
    expect(seen.turns).toBeGreaterThan(runs.numRuns);
  });

  it('rises when something in it is renamed, unless that is undone before the turn', async () => {
    const { tenant, turn, versions } = await oneOutage();
    const rename = (kind: EntityKind, reference: string, name: string) => updateEntity(tenant, EVERYTHING, kind, reference, { name }, null);
    await rename('component', 'c1', 'Other');
    await turn();
    await rename('application', 'a1', 'Other');
    await turn();
    await rename('component', 'c1', 'Yet another');
    await rename('component', 'c1', 'Other');
    await turn();
    // Nothing depends on it, and nothing in it is impacted.
    await rename('component', 'c0', 'Other');
    await turn();
    expect(versions).toEqual([1, 2, 3, 3, 3]);
    expect((await readSnapshot(tenant, EVERYTHING)).landscapeVersion).toBe((await currentGraph(tenant)).graph.version);
  });

  it('shows what was deleted, moved or renamed since as it was, even without a graph in memory', async () => {
    const { tenant, turn } = await oneOutage();
    const before = await readAnswers(tenant, new Map());
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
    expect(await readAnswers(tenant, new Map())).toEqual(before);
    await turn();
    expect((await readSnapshot(tenant, EVERYTHING)).impacted.map(({ technicalName, cause }) => `${technicalName} ${cause}`)).toEqual([
      'c3 renamed',
      'c6 renamed',
      'c7 renamed',
      'renamed renamed',
    ]);
  });

  it('is calculated on the spot if there is only one of an older format, under its version, and replaced by the next turn', async () => {
    const { tenant, turn } = await oneOutage();
    const before = await readSnapshot(tenant, EVERYTHING);
    await write(tenant, (tx) =>
      tx.impactSnapshot.update({ where: { tenantId: tenant.tenantId }, data: { lists: null, impactDigest: 'older', interventions: -1 } }),
    );
    const between = await readSnapshot(tenant, EVERYTHING);
    expect(between).toEqual({ ...before, computedAt: between.computedAt });
    await turn();
    const after = await readSnapshot(tenant, EVERYTHING);
    expect(after).toEqual({ ...before, version: 2, computedAt: after.computedAt });
  });
});
