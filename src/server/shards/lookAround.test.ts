import { describe, expect, it } from 'vitest';
import { LookAround } from './lookAround';

/** A database of which some tenants' nodes are away: a statement about any of them fails as a whole. */
function world(all: readonly string[], isThere = true): { around: LookAround; away: Set<string>; asked: string[][] } {
  const away = new Set<string>();
  const asked: string[][] = [];
  const around = new LookAround(
    (ids) => {
      asked.push([...ids]);
      if (ids.some((id) => away.has(id))) return Promise.reject(new Error('a node is away'));
      return Promise.resolve(new Map(ids.filter((id) => all.includes(id)).map((id) => [id, 0])));
    },
    () => Promise.resolve(isThere),
  );
  return { around, away, asked };
}

const ALL = Array.from({ length: 20 }, (_, number) => `tenant ${number}`);
const AWAY = ALL.slice(5, 9);

describe('a look at many tenants', () => {
  it('is one statement while every node answers', async () => {
    const { around, asked } = world(ALL);
    expect([...(await around.at(ALL)).keys()]).toEqual(ALL);
    expect([asked.length, around.outOfReach]).toEqual([1, 0]);
  });

  it('finds the work of all tenants whose nodes answer, and of the others once they are back', async () => {
    const { around, away, asked } = world(ALL);
    AWAY.forEach((id) => away.add(id));
    const rest = ALL.filter((id) => !AWAY.includes(id));
    expect([...(await around.at(ALL)).keys()].sort()).toEqual([...rest].sort());
    expect(around.outOfReach).toBe(AWAY.length);
    asked.length = 0;
    expect([...(await around.at(ALL)).keys()]).toEqual(rest);
    // The others in one statement, and those that are away each by itself.
    expect(asked[0]).toEqual(rest);
    expect(asked.slice(1).every((ids) => ids.length === 1)).toBe(true);
    away.clear();
    expect([...(await around.at(ALL)).keys()].sort()).toEqual([...ALL].sort());
    expect(around.outOfReach).toBe(0);
  });

  it('fails at once if the whole database is away, and takes no tenant for lost', async () => {
    const { around, away, asked } = world(ALL, false);
    ALL.forEach((id) => away.add(id));
    await expect(around.at(ALL)).rejects.toThrow('a node is away');
    expect([asked.length, around.outOfReach]).toEqual([1, 0]);
  });

  it('goes on if all of a few tenants are on the node that is away, and says what it said', async () => {
    const { around, away } = world(ALL);
    AWAY.forEach((id) => away.add(id));
    expect([...(await around.at(AWAY)).keys()]).toEqual([]);
    expect([around.outOfReach, around.failure]).toEqual([AWAY.length, expect.objectContaining({ message: 'a node is away' })]);
  });

  it('forgets tenants that others look after now', async () => {
    const { around, away } = world(ALL);
    AWAY.forEach((id) => away.add(id));
    await around.at(ALL);
    around.keepOnly((id) => id === AWAY[0]);
    expect(around.outOfReach).toBe(1);
  });
});
