/** People for tests: created and signed in as the product does it. */
import { randomUUID } from 'node:crypto';
import type { Role } from '@/domain/vocabulary';
import { createPerson } from '@/server/auth/people';
import { auth } from '@/server/auth/signIn';
import type { Database } from '@/server/db/database';
import { SYSTEM } from './restTenants';

/** The headers of a browser in which a new member of the tenant is signed in. */
export async function signedInMember(database: Database, tenantId: string, role: Role, name?: string): Promise<Headers> {
  const email = `${role.toLowerCase()}-${randomUUID()}@example.com`;
  const password = randomUUID();
  await createPerson(database, SYSTEM, { email, password, tenantId, role, name });
  const response = await auth().api.signInEmail({ body: { email, password }, asResponse: true });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return new Headers({ cookie: cookies.join('; ') });
}
