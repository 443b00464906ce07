/**
 * The matrix, seen from the callers: every procedure × everybody who may call. Each cell is the code of the refusal, and every refusal
 * comes before the input is read. New procedures are included automatically.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { digestOfTenant } from '@/test/tenantDigest';
import { CALLERS, createWorld, settle, type Caller, type World } from './callers';
import { answerOf, PROCEDURES, type Credential, type Procedure } from './procedures';

const { database } = await useTestDatabase();

/** A field that no procedure has: an admitted caller gets an error about it, and nothing is done. */
const NONSENSE = { nonsense: true };
const AT_ONCE = 8;
/** One procedure for each thing that one can require of its callers, which is all that the guard knows of a procedure. */
const ONE_OF_EACH = [...new Map(PROCEDURES.map((procedure) => [JSON.stringify([procedure.type, procedure.access]), procedure])).values()];
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

async function codesFor(name: string, at: string, procedures: readonly Procedure[]): Promise<Record<string, unknown>> {
  const codes: Record<string, unknown> = {};
  const left = [...procedures];
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
  const check = async ({ name, at, verdict }: Caller, procedures = PROCEDURES): Promise<void> => {
    const expected = Object.fromEntries(procedures.map((procedure) => [procedure.name, verdict(procedure)]));
    expect(await codesFor(name, at(world), procedures)).toEqual(expected);
  };
  const named = (callers: readonly Caller[]): (readonly [string, Caller])[] => callers.map((caller) => [caller.name, caller] as const);

  it.each(named(CALLERS.filter(({ isLong, isMember }) => isLong !== true && isMember !== true)))('%s', (_name, caller) => check(caller));
  it.each(named(CALLERS.filter(({ isLong, isMember }) => isLong !== true && isMember === true)))('%s, one of each kind', (_name, caller) =>
    check(caller, ONE_OF_EACH),
  );
  it.each(named(CALLERS.filter(({ isLong, isMember }) => isLong === true || isMember === true)))(
    '%s',
    { tags: ['long'] },
    (_name, caller) => check(caller),
  );

  it('and none of them left a trace', async () => {
    expect(await allDigests()).toEqual(untouched);
  });
});
