/** Two instants in one picture and in one list: compared by identity, complete, and from one tenant only. */
import { describe, expect, it } from 'vitest';
import type { PictureInput } from '@/contract/picture';
import { readDifferences } from '@/server/graphs/differences';
import { createDependency, updateDependency } from '@/server/landscape/dependencies';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import { listChangeSets } from '@/server/landscape/listChangeSets';
import type { TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { instantBetween } from '@/test/instantBetween';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { readPicture, readPictureDifferences, readPictureMarks } from './readPicture';

const { database } = await useTestDatabase();
const WHOLE: PictureInput = { grouping: null, level: 'components', open: [], filters: {}, question: null, width: 1280, height: 800 };
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

interface Changed {
  tenant: TenantDb;
  /** Before and after the changes. */
  then: string;
  later: string;
  ids: Readonly<Record<'app' | 'stays' | 'goes' | 'comes' | 'renamed', string>>;
}

/** At first renamed → stays and stays → goes. Then goes is deleted, comes is created with stays → comes, and the first dependency becomes Soft; another entity is created and deleted meanwhile. */
async function changed(): Promise<Changed> {
  const tenant = await newTenant(database);
  const app = (await createEntity(tenant, EVERYTHING, 'application', named('app'))).id;
  const component = async (name: string): Promise<string> =>
    (await createEntity(tenant, EVERYTHING, 'component', { ...named(name), applicationId: app })).id;
  const [stays, goes, renamed] = [await component('stays'), await component('goes'), await component('renamed')];
  const join = async (sourceComponentId: string, targetComponentId: string): Promise<string> =>
    (await createDependency(tenant, EVERYTHING, { sourceComponentId, targetComponentId, dependencyType: 'Calls' })).id;
  const kept = await join(renamed, stays);
  await join(stays, goes);
  const then = await instantBetween(database);
  await deleteEntity(tenant, EVERYTHING, 'component', 'goes', true, null);
  const comes = await component('comes');
  await join(stays, comes);
  await updateDependency(tenant, EVERYTHING, kept, { mode: 'Soft' }, null);
  await updateEntity(tenant, EVERYTHING, 'component', 'renamed', { name: 'Renamed' }, null);
  await updateEntity(tenant, EVERYTHING, 'component', 'stays', { description: 'for a moment' }, null);
  await updateEntity(tenant, EVERYTHING, 'component', 'stays', { description: null }, null);
  await component('passing');
  await deleteEntity(tenant, EVERYTHING, 'component', 'passing', true, null);
  return { tenant, then, later: await instantBetween(database), ids: { app, stays, goes, comes, renamed } };
}

describe('two instants compared', () => {
  it('list what appeared, disappeared and changed, but not what came and went or is unchanged', async () => {
    const { tenant, then, later } = await changed();
    const { items, counts, omitted, since, at } = await readDifferences(tenant, EVERYTHING, { since: then, at: later });
    expect(
      items.map(({ difference, kind, technicalName, fields }) => [difference, kind, technicalName, ...fields.map(({ field }) => field)]),
    ).toEqual([
      ['appeared', 'component', 'comes'],
      ['vanished', 'component', 'goes'],
      ['changed', 'component', 'renamed', 'name'],
      ['changed', 'dependency', 'renamed → stays (Calls)', 'mode'],
      ['appeared', 'dependency', 'stays → comes (Calls)'],
      ['vanished', 'dependency', 'stays → goes (Calls)'],
    ]);
    expect(counts).toEqual([
      { kind: 'component', appeared: 1, vanished: 1, changed: 1 },
      { kind: 'dependency', appeared: 1, vanished: 1, changed: 1 },
    ]);
    expect([omitted, since.landscapeVersion, at.landscapeVersion]).toEqual([0, 6, 15]);
    const some = await readDifferences(tenant, EVERYTHING, { since: then, kind: ['component'], difference: ['vanished'] });
    expect([some.items.map(({ name }) => name), some.counts]).toEqual([['goes'], counts]);
  });

  it('are in one picture, with deleted entities, each marked, and the lines that appeared and disappeared', async () => {
    const { tenant, then, ids } = await changed();
    const asked = { ...WHOLE, since: then };
    const picture = await readPicture(tenant, asked);
    expect(picture.boxes.map(({ technicalName }) => technicalName).sort()).toEqual(['comes', 'goes', 'renamed', 'stays']);
    const { marks, lines } = await readPictureDifferences(tenant, asked);
    const differing = new Map(
      marks.map(({ id, count, appeared, vanished, changed: differs }) => [id, [count, appeared, vanished, differs]]),
    );
    expect(differing).toEqual(
      new Map([
        [ids.comes, [1, 1, 0, 0]],
        [ids.goes, [1, 0, 1, 0]],
        [ids.renamed, [1, 0, 0, 1]],
      ]),
    );
    const ends = new Map(picture.lines.map(({ id, from, to }) => [id, `${from} ${to}`]));
    expect(new Map(lines.map(({ id, appeared, vanished, changed: differs }) => [ends.get(id), [appeared, vanished, differs]]))).toEqual(
      new Map([
        [`${ids.stays} ${ids.comes}`, [1, 0, 0]],
        [`${ids.stays} ${ids.goes}`, [0, 1, 0]],
        [`${ids.renamed} ${ids.stays}`, [0, 0, 1]],
      ]),
    );
    expect((await readPicture(tenant, WHOLE)).boxes).toHaveLength(3);
    const { marks: health } = await readPictureMarks(tenant, EVERYTHING, { ...asked, colourBy: 'health' });
    expect(new Set(health.map((mark) => mark.health))).toEqual(new Set(['Unreported']));
  });

  it('count on a card the differences of its rows and of the group itself', async () => {
    const { tenant, then, ids } = await changed();
    await updateEntity(tenant, EVERYTHING, 'application', 'app', { ownerTeam: 'web' }, null);
    const { marks } = await readPictureDifferences(tenant, { ...WHOLE, level: 'cards', since: then });
    expect(marks.find(({ id }) => id === ids.app)).toEqual({ id: ids.app, count: 4, appeared: 1, vanished: 1, changed: 1, own: 'changed' });
  });

  it('must be in order, and in the past', async () => {
    const { tenant, then, later } = await changed();
    await expect(readDifferences(tenant, EVERYTHING, { since: later, at: then })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(readDifferences(tenant, EVERYTHING, { since: '2999-01-01' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('show one tenant only', async () => {
    const [{ then }, other] = [await changed(), await newTenant(database)];
    expect((await readDifferences(other, EVERYTHING, { since: then })).items).toEqual([]);
    expect((await listChangeSets(other, { from: 1 })).sets).toEqual([]);
  });
});

describe('the versions of a landscape', () => {
  it('say who made each, when and how much it changed, page by page', async () => {
    const { tenant, then } = await changed();
    const { oldest, latest, sets } = await listChangeSets(tenant, { from: 1 });
    expect([oldest, latest, sets.map(({ landscapeVersion }) => landscapeVersion)]).toEqual([
      1,
      15,
      Array.from({ length: 15 }, (_, at) => at + 1),
    ]);
    expect(sets[0]).toMatchObject({
      technicalName: 'app',
      counts: [{ kind: 'application', op: 'create', count: 1 }],
      actor: { name: EVERYTHING.name },
    });
    expect(sets[6]).toMatchObject({
      technicalName: null,
      counts: [
        { kind: 'component', op: 'delete', count: 1 },
        { kind: 'dependency', op: 'delete', count: 1 },
      ],
    });
    expect(sets[5]!.at <= then && then < sets[6]!.at).toBe(true);
    expect((await listChangeSets(tenant, { from: 14 })).sets.map(({ landscapeVersion }) => landscapeVersion)).toEqual([14, 15]);
  });
});
