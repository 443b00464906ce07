/** The log by change set: an apply is one entry, however much it changed. */
import { expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { yaml } from '@/test/manifestTenant';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { applyManifest } from '@/server/manifest/applyManifest';
import { createEntity, updateEntity } from './entities';
import { listChangeGroups } from './listChangeGroups';

const { database } = await useTestDatabase();
const MANIFEST = `version: 1
name: bakery
applications:
  - technicalName: bakery
    name: Bakery
    components:
      - { technicalName: oven, name: Oven, kind: Worker }
      - { technicalName: counter, name: Counter, kind: WebApp }
`;

async function bakery() {
  const tenant = await newTenant(database);
  await applyManifest(tenant, EVERYTHING, yaml(MANIFEST));
  const dairy = await createEntity(tenant, EVERYTHING, 'application', { name: 'Dairy', technicalName: 'dairy' });
  await updateEntity(tenant, EVERYTHING, 'application', dairy.id, { ownerTeam: 'milk' }, null);
  return tenant;
}

it('lists each change set once, newest first, with how much it changed and the first of it', async () => {
  const { items, nextCursor } = await listChangeGroups(await bakery(), EVERYTHING, {});
  expect(nextCursor).toBeNull();
  expect(
    items.map(({ origin, created, updated, deleted, first: { op, technicalName } }) => [
      origin.manifest ?? null,
      created,
      updated,
      deleted,
      op,
      technicalName,
    ]),
  ).toEqual([
    [null, 0, 1, 0, 'update', 'dairy'],
    [null, 1, 0, 0, 'create', 'dairy'],
    ['bakery', 3, 0, 0, 'create', 'bakery'],
  ]);
  expect(items[0]?.first.fields).toEqual([{ field: 'ownerTeam', from: null, to: 'milk' }]);
});

it('counts only what the filters ask for, and leaves out change sets without any of it', async () => {
  const { items } = await listChangeGroups(await bakery(), EVERYTHING, { kind: ['component'] });
  expect(items.map(({ created, first }) => [created, first.technicalName])).toEqual([[2, 'counter']]);
});

it('continues where a page ended, without gap or repetition', async () => {
  const tenant = await bakery();
  const whole = await listChangeGroups(tenant, EVERYTHING, {});
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listChangeGroups(tenant, EVERYTHING, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.items.map(({ changeSetId }) => changeSetId));
    cursor = page.nextCursor;
  }
  expect(ids).toEqual(whole.items.map(({ changeSetId }) => changeSetId));
});
