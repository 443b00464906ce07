/**
 * The matrix, seen from the callers: every procedure × everybody who may call. Each cell is the code of the refusal, and every refusal
 * comes before the input is read. New procedures are included automatically.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { digestOfTenant } from '@/test/tenantDigest';
import { CALLERS, createWorld, settle, type Caller, type World } from './callers';
import { answerOf, PROCEDURES, type Credential } from './procedures';

const { database } = await useTestDatabase();

/** A field that no procedure has: an admitted caller gets an error about it, and nothing is done. */
const NONSENSE = { nonsense: true };
const AT_ONCE = 8;
/** What every call leaves behind. */
const OF_CALLERS = ['rate_bucket', 'api_key'];

let world: World;
let untouched: unknown[];
const credentials = new Map<string, Credential>();

const allDigests = (): Promise<unknown[]> =>
  Promise.all(
    [...Object.values(world.byPlan), world.frozen, world.other].map((tenantId) => digestOfTenant(database, tenantId, OF_CALLERS)),
  );

beforeAll(async () => {
  world = await createWorld(database);
  for (const { name, credential } of CALLERS) credentials.set(name, await credential(world));
  await settle(world);
  untouched = await allDigests();
});

async function codesFor(name: string, at: string): Promise<Record<string, unknown>> {
  const codes: Record<string, unknown> = {};
  const left = [...PROCEDURES];
  const work = async (): Promise<void> => {
    for (let procedure = left.pop(); procedure !== undefined; procedure = left.pop()) {
      const said = await answerOf(procedure.name, NONSENSE, credentials.get(name) ?? {}, at);
      codes[procedure.name] = (said as { code?: unknown } | null)?.code ?? 'answered';
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return codes;
}

describe('the guard answers every procedure as the rules of access say, to', () => {
  const check = async ({ name, at, verdict }: Caller): Promise<void> => {
    const expected = Object.fromEntries(PROCEDURES.map((procedure) => [procedure.name, verdict(procedure)]));
    expect(await codesFor(name, at(world))).toEqual(expected);
  };
  const named = (callers: readonly Caller[]): (readonly [string, Caller])[] => callers.map((caller) => [caller.name, caller] as const);

  it.each(named(CALLERS.filter(({ isLong }) => isLong !== true)))('%s', (_name, caller) => check(caller));
  it.each(named(CALLERS.filter(({ isLong }) => isLong === true)))('%s', { tags: ['long'] }, (_name, caller) => check(caller));

  it('and none of them left a trace', async () => {
    expect(await allDigests()).toEqual(untouched);
  });
});
