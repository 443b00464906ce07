/** Who may send more than a form behind Next: people who are signed in, and identity providers with a token. */
import { expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { signedInMember } from '@/test/restPeople';
import { newTenant } from '@/test/tenants';
import { isKnownSender } from './vouch';

const { database, owner } = await useOwnDatabase();

it('knows who is signed in until the session ends, and nobody who only says so', async () => {
  const { tenantId } = await newTenant(database);
  const cookie = (await signedInMember(database, tenantId, 'Viewer')).get('cookie') ?? '';
  expect(await isKnownSender('/trpc/1/components.create', { cookie })).toBe(true);
  expect(await isKnownSender('/trpc/1/components.create', { cookie: cookie.replace(/=.{6}/, '=AAAAAA') })).toBe(false);
  expect(await isKnownSender('/trpc/1/components.create', { authorization: 'Bearer x' })).toBe(false);
  expect(await isKnownSender('/api/scim/v2/Users', { cookie })).toBe(false);
  expect(await isKnownSender('/api/scim/v2/Users', { authorization: `Bearer scim_${tenantId}_${'a'.repeat(43)}` })).toBe(false);
  await owner.query('alter table session no force row level security; delete from session; alter table session force row level security');
  expect(await isKnownSender('/trpc/1/components.create', { cookie })).toBe(false);
});
