/** Any sequence of applies, undone in any order: what returns is what was there, and the remaining landscape is valid. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '@/domain/canonicalJson';
import { AppError } from '@/domain/errors';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { cyclesIn } from '@/domain/history/undoRules';
import { useTestDatabase } from '@/test/database';
import { randomApply, type RandomApply } from '@/test/manifestArbitrary';
import { integrator, newTenant } from '@/test/manifestTenant';
import { randomRuns } from '@/test/randomRuns';
import { currentGraph } from '@/server/graphs/graphStore';
import { eachPortion, FACT_KINDS } from '@/server/graphs/loadFacts';
import { runOn } from '@/server/db/transaction';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { recordsAt } from '@/server/graphs/landscapeAt';
import { byCodeUnit } from '@/plain/order';
import { listApplies } from './listApplies';
import { undoApply } from './undoApply';
import { read } from '@/server/db/read';
import { finish } from '@/plain/steps';
import type { Landscape } from '@/domain/graph/landscape/views';
import { everythingIn } from '@/test/everythingIn';

const test = await useTestDatabase();

type Recorded = Record<string, Record<string, unknown>>;

async function positionOf(tenant: TenantDb): Promise<number> {
  return read(tenant, async (tx) => (await tx.landscapeVersion.findUniqueOrThrow({ where: { tenantId: tenant.tenantId } })).changePosition);
}

/** Everything by kind and id, without what every write changes. */
async function landscapeAt(tenant: TenantDb, position: number): Promise<Recorded> {
  const records = await recordsAt(tenant, { at: '', position, version: 0 });
  return Object.fromEntries(
    [...records].flatMap(([kind, ofKind]) =>
      ofKind.map(({ version: _version, updatedAt: _updatedAt, ...record }) => [`${kind} ${record.id}`, record as Record<string, unknown>]),
    ),
  );
}

async function ownershipOf(tenant: TenantDb): Promise<string[]> {
  const rows = await read(tenant, (tx) => tx.manifestOwnership.findMany({ where: { tenantId: tenant.tenantId } }));
  return rows.map(({ manifestName, kind, entityId, hasCreated }) => `${manifestName} ${kind} ${entityId} ${String(hasCreated)}`).sort();
}

/** The change set of the apply; null if it was refused or changed nothing. */
async function apply(tenant: TenantDb, { text, prune }: RandomApply): Promise<string | null> {
  const before = await positionOf(tenant);
  try {
    await applyManifest(tenant, integrator, {
      source: { text, contentType: 'application/json' },
      prune,
      allowDelete: 1_000,
      takeOver: true,
      impact: false,
    });
  } catch (error) {
    // A prune of what others need, an unknown name, a group with different minimums: the apply is refused.
    if (error instanceof AppError && ['invalid_input', 'in_use'].includes(error.code)) return null;
    throw error;
  }
  if ((await positionOf(tenant)) === before) return null;
  return (await listApplies(tenant, { limit: 1 })).items[0]?.changeSetId ?? null;
}

function told(graph: Landscape): unknown {
  const byId = (a: { id: string }, b: { id: string }): number => byCodeUnit(a.id, b.id);
  const { components, dependencies } = everythingIn(graph);
  return { components: components.sort(byId), dependencies: dependencies.sort(byId) };
}

/** Checks the rules that the database itself does not enforce, the counter, and the graph in memory. */
async function expectSound(tenant: TenantDb): Promise<void> {
  const { graph } = await currentGraph(tenant);
  const builder = new LandscapeGraphBuilder();
  await read.onConnection(tenant, async (client) => {
    for (const kind of FACT_KINDS)
      await eachPortion(runOn(client), tenant.tenantId, kind, null, (facts) => builder.addAll({ [kind]: facts }));
  });
  expect(told(graph)).toEqual(told(finish(builder.seal(graph.version))));
  await read(tenant, async (tx) => {
    const where = { tenantId: tenant.tenantId };
    const capabilities = await tx.capability.findMany({ where, select: { id: true, parentId: true } });
    expect([...cyclesIn(new Map(capabilities.map((row) => [row.id, row])))]).toEqual([]);
    const groups = new Map<string, { minimum: number; targets: Set<string> }>();
    for (const { sourceComponentId, targetComponentId, redundancyGroup, redundancyMinimum: minimum } of await tx.dependency.findMany({
      where,
    })) {
      if (redundancyGroup === null) continue;
      const group = groups.get(`${sourceComponentId} ${redundancyGroup}`) ?? { minimum, targets: new Set() };
      expect(group.minimum).toBe(minimum);
      group.targets.add(targetComponentId);
      groups.set(`${sourceComponentId} ${redundancyGroup}`, group);
    }
    for (const { minimum, targets } of groups.values()) expect(minimum).toBeLessThanOrEqual(targets.size);
    const counter = await tx.componentCounter.findUniqueOrThrow({ where });
    expect(counter.live).toBe(await tx.component.count({ where }));
  });
}

describe('a random sequence of applies', () => {
  it('undone from last to first, gives the former landscape at each step, ids and ownership included, with nothing left over', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomApply, { minLength: 1, maxLength: 5 }), async (applies) => {
        const tenant = await newTenant(test);
        const steps: { changeSetId: string; before: Recorded; ownership: string[] }[] = [];
        for (const random of applies) {
          const before = await landscapeAt(tenant, await positionOf(tenant));
          const ownership = await ownershipOf(tenant);
          const changeSetId = await apply(tenant, random);
          if (changeSetId !== null) steps.push({ changeSetId, before, ownership });
          // Declarations that were added without a change cannot be undone, and keep what they declare.
          else fc.pre(JSON.stringify(await ownershipOf(tenant)) === JSON.stringify(ownership));
        }
        for (const { changeSetId, before, ownership } of steps.reverse()) {
          expect((await undoApply(tenant, integrator, changeSetId)).notRestored).toEqual([]);
          expect(await landscapeAt(tenant, await positionOf(tenant))).toEqual(before);
          expect(await ownershipOf(tenant)).toEqual(ownership);
        }
        await expectSound(tenant);
      }),
      randomRuns(2, 20261120),
    );
  });

  it('undone in any order, leaves a valid landscape in which each thing was restored, named, or had nothing to restore', async () => {
    const order = fc.array(fc.nat(), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(randomApply, { minLength: 2, maxLength: 5 }), order, async (applies, picks) => {
        const tenant = await newTenant(test);
        const waiting: string[] = [];
        for (const random of applies) {
          const changeSetId = await apply(tenant, random);
          if (changeSetId !== null) waiting.push(changeSetId);
        }
        for (const pick of picks) {
          const [changeSetId] = waiting.splice(pick % Math.max(1, waiting.length), 1);
          if (changeSetId === undefined) break;
          const position = await positionOf(tenant);
          const present = await landscapeAt(tenant, position);
          const undone = await undoApply(tenant, integrator, changeSetId);
          const outcome = await landscapeAt(tenant, await positionOf(tenant));
          // The log still has the former state.
          expect(await landscapeAt(tenant, position)).toEqual(present);
          await expectPredicted(tenant, changeSetId, present, outcome, undone.notRestored);
          await expectSound(tenant);
        }
      }),
      randomRuns(2, 20261121),
    );
  });
});

/** What an undo leaves in each field, calculated in the simplest possible way. */
async function expectPredicted(
  tenant: TenantDb,
  changeSetId: string,
  present: Recorded,
  outcome: Recorded,
  notRestored: { kind: string; id: string; field: string | null }[],
): Promise<void> {
  const changes = await read(tenant, (tx) => tx.change.findMany({ where: { tenantId: tenant.tenantId, changeSetId } }));
  const named = new Set(notRestored.map(({ kind, id, field }) => `${kind} ${id} ${field ?? '*'}`));
  const touched = new Set(changes.map(({ kind, entityId }) => `${kind} ${entityId}`));
  for (const key of new Set([...Object.keys(present), ...Object.keys(outcome)]))
    if (!touched.has(key)) expect(outcome[key]).toEqual(present[key]);
  for (const { kind, entityId, before, after } of changes) {
    const key = `${kind} ${entityId}`;
    if (named.has(`${key} *`)) {
      expect(outcome[key]).toEqual(present[key]);
      continue;
    }
    if (before === null) {
      expect(outcome[key]).toBeUndefined();
      continue;
    }
    const [was, made] = [before as Record<string, unknown>, after as Record<string, unknown> | null];
    const [now, then] = [present[key], outcome[key]];
    if (made !== null && now === undefined) throw new Error('It is gone, and nothing was named.');
    for (const field of Object.keys(then ?? {})) {
      if (['id', 'version', 'createdAt', 'updatedAt'].includes(field) || named.has(`${key} ${field}`)) continue;
      if (made === null) expect(then?.[field]).toEqual(was[field]);
      else
        expect(new Set(itemsOf(then?.[field]))).toEqual(
          new Set(predicted(itemsOf(was[field]), itemsOf(made[field]), itemsOf(now?.[field]))),
        );
    }
  }
}

/** A single value counts as a set of one; a share is part of its member. */
function itemsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(canonicalJson) : [canonicalJson(value ?? null)];
}

/** Members that the apply added are removed, members that it removed return, the others stay. */
function predicted(was: string[], made: string[], now: string[]): string[] {
  return [...now.filter((item) => was.includes(item) || !made.includes(item)), ...was.filter((item) => !made.includes(item))];
}
