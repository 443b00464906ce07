/** Saved views: who owns, sees and changes them, where they may lead, and which one each page starts with. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SavedViewCreate } from '@/contract/savedViews';
import { VIEWED_PAGES, pageOfView } from '@/contract/values/savedViews';
import type { Principal } from '@/domain/access';
import type { AppError } from '@/domain/errors';
import type { Role } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { newTenant } from '@/test/tenants';
import { removeMember } from '@/server/auth/members';
import { createPerson } from '@/server/auth/people';
import type { TenantDb } from '@/server/db/tenantDb';
import { createView, listViews, removeView, setDefaultView, updateView } from './savedViews';

const { database } = await useTestDatabase();
const refusal = (code: string) => expect.objectContaining({ code }) as AppError;

async function member(tenant: TenantDb, role: Role, name: string): Promise<Principal> {
  const actor = { type: 'system', id: 'test', name: 'test' } as const;
  const person = { email: `${randomUUID()}@faultline.example`, password: 'long enough', name, tenantId: tenant.tenantId, role };
  const { userId } = await createPerson(database, actor, person);
  return { type: 'person', id: userId, name, scopes: [], role, canSeeRevenue: false };
}

async function team() {
  const tenant = await newTenant(database);
  return {
    tenant,
    ada: await member(tenant, 'Editor', 'Ada'),
    bob: await member(tenant, 'Viewer', 'Bob'),
    eve: await member(tenant, 'Admin', 'Eve'),
  };
}
const VIEW = { name: 'By team', path: 'landscape?grouping=team', isShared: false };
const seenBy = async (tenant: TenantDb, principal: Principal) =>
  (await listViews(tenant, principal)).items.map(({ name, owner, isDefault, mayChange }) => [name, owner.name, isDefault, mayChange]);

describe('saved views', () => {
  it('are seen by their owner, and by others once shared', async () => {
    const { tenant, ada, bob, eve } = await team();
    const view = await createView(tenant, ada, VIEW);
    expect(await seenBy(tenant, ada)).toEqual([['By team', 'Ada', false, true]]);
    expect(await seenBy(tenant, bob)).toEqual([]);
    await updateView(tenant, ada, { id: view.id, isShared: true });
    expect(await seenBy(tenant, bob)).toEqual([['By team', 'Ada', false, false]]);
    expect(await seenBy(tenant, eve)).toEqual([['By team', 'Ada', false, true]]);
  });

  it('are changed and deleted by their owner, shared ones by an Admin too, and by nobody else', async () => {
    const { tenant, ada, bob, eve } = await team();
    const own = await createView(tenant, ada, VIEW);
    const shared = await createView(tenant, ada, { ...VIEW, name: 'Shared', isShared: true });
    for (const { id } of [own, shared]) {
      await expect(updateView(tenant, bob, { id, name: 'Mine' })).rejects.toEqual(refusal('not_found'));
      await expect(removeView(tenant, bob, id)).rejects.toEqual(refusal('not_found'));
    }
    await expect(removeView(tenant, eve, own.id)).rejects.toEqual(refusal('not_found'));
    expect((await updateView(tenant, eve, { id: shared.id, name: 'Tidied' })).name).toBe('Tidied');
    await removeView(tenant, eve, shared.id);
    expect(await seenBy(tenant, ada)).toEqual([['By team', 'Ada', false, true]]);
  });

  it('can be shared only by Editors and above', async () => {
    const { tenant, bob } = await team();
    await expect(createView(tenant, bob, { ...VIEW, isShared: true })).rejects.toEqual(refusal('role_missing'));
    const { id } = await createView(tenant, bob, VIEW);
    await expect(updateView(tenant, bob, { id, isShared: true })).rejects.toEqual(refusal('role_missing'));
  });

  it('have names that are unique for one person', async () => {
    const { tenant, ada, bob } = await team();
    await createView(tenant, ada, VIEW);
    await expect(createView(tenant, ada, VIEW)).rejects.toEqual(refusal('duplicate'));
    expect((await createView(tenant, bob, VIEW)).name).toBe('By team');
  });

  it('can be the start view of a page, one for each page and person', async () => {
    const { tenant, ada, bob } = await team();
    const first = await createView(tenant, ada, { ...VIEW, isShared: true });
    const second = await createView(tenant, ada, { ...VIEW, name: 'By zone', path: 'landscape?grouping=hosting-zone' });
    await setDefaultView(tenant, ada, first.id, true);
    await setDefaultView(tenant, bob, first.id, true);
    await setDefaultView(tenant, ada, second.id, true);
    expect(await seenBy(tenant, ada)).toEqual([
      ['By team', 'Ada', false, true],
      ['By zone', 'Ada', true, true],
    ]);
    expect(await seenBy(tenant, bob)).toEqual([['By team', 'Ada', true, false]]);
    await expect(setDefaultView(tenant, bob, second.id, true)).rejects.toEqual(refusal('not_found'));
    await setDefaultView(tenant, bob, first.id, false);
    expect(await seenBy(tenant, bob)).toEqual([['By team', 'Ada', false, false]]);
  });

  it('are no longer the start view of a page that they left, nor for people who can no longer see them', async () => {
    const { tenant, ada, bob } = await team();
    const { id } = await createView(tenant, ada, { ...VIEW, isShared: true });
    for (const person of [ada, bob]) await setDefaultView(tenant, person, id, true);
    await updateView(tenant, ada, { id, isShared: false });
    await updateView(tenant, ada, { id, isShared: true });
    expect([await seenBy(tenant, ada), await seenBy(tenant, bob)]).toEqual([
      [['By team', 'Ada', true, true]],
      [['By team', 'Ada', false, false]],
    ]);
    expect((await updateView(tenant, ada, { id, path: 'incidents?state=Open' })).isDefault).toBe(false);
  });

  it('are deleted with the membership of their owner', async () => {
    const { tenant, ada, bob, eve } = await team();
    const { id } = await createView(tenant, ada, { ...VIEW, isShared: true });
    await setDefaultView(tenant, bob, id, true);
    await removeMember(tenant, eve, ada.id);
    expect(await seenBy(tenant, bob)).toEqual([]);
  });

  it('are limited to a hundred per person', async () => {
    const { tenant, bob } = await team();
    for (let count = 0; count < 100; count += 1) await createView(tenant, bob, { ...VIEW, name: `View ${count}` });
    await expect(createView(tenant, bob, VIEW)).rejects.toEqual(refusal('conflict'));
  });
});

describe('the path of a view', () => {
  it.each(VIEWED_PAGES)('may be %s, with a query and without', (page) => {
    expect([pageOfView(page), pageOfView(`${page}?a=b&c=%20d`)]).toEqual([page, page]);
  });

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/landscape',
    'landscape/../settings',
    'landscape#there',
    'landscape?a=b#c',
    'settings',
    'home',
    'inventory',
    'inventory/nothing',
    'javascript:alert(1)',
    'landscape?a=b c',
    'landscape?a=\u0000',
    `landscape?a=${'b'.repeat(2_000)}`,
    '',
  ])('may not be %s', (path) => {
    expect(SavedViewCreate.safeParse({ ...VIEW, path }).success).toBe(false);
  });
});
