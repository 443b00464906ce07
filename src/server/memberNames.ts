/** The members of a tenant with names and addresses, through the view that shows them: the app cannot read people's accounts. */
import type { Role } from '@/domain/vocabulary';
import { literalPattern } from './lists/search';
import type { Transaction } from '@/server/db/transaction';

export interface NamedMember {
  userId: string;
  role: Role;
  createdAt: Date;
  name: string;
  email: string;
}

/** One member by id; null if there is no such member. */
export async function findMemberById(tx: Transaction, tenantId: string, userId: string): Promise<NamedMember | null> {
  const [member] = await tx.$queryRaw<NamedMember[]>`
    select "userId", "role"::text as "role", "createdAt", "name", "email" from "member" where "tenantId" = ${tenantId}::uuid and "userId" = ${userId}`;
  return member ?? null;
}

/** One member by address, in lower case; null if no member has it. */
export async function findMemberByEmail(tx: Transaction, tenantId: string, email: string): Promise<NamedMember | null> {
  const [member] = await tx.$queryRaw<NamedMember[]>`
    select "userId", "role"::text as "role", "createdAt", "name", "email" from "member" where "tenantId" = ${tenantId}::uuid and "email" = ${email}`;
  return member ?? null;
}

function patternOf(search: string | null): string | null {
  return search === null ? null : `%${literalPattern(search)}%`;
}

export interface MemberQuery {
  /** A part of the name or the address; null for all. */
  search: string | null;
  /** Start after this member; null for the beginning. */
  after: string | null;
  limit: number;
}

/** Members by id, at most `limit` of them. */
export async function searchMembers(tx: Transaction, tenantId: string, { search, after, limit }: MemberQuery): Promise<NamedMember[]> {
  const pattern = patternOf(search);
  return tx.$queryRaw<NamedMember[]>`
    select "userId", "role"::text as "role", "createdAt", "name", "email" from "member"
    where "tenantId" = ${tenantId}::uuid and (${after}::text is null or "userId" > ${after}::text)
      and (${pattern}::text is null or "name" ilike ${pattern}::text or "email" ilike ${pattern}::text)
    order by "userId" limit ${limit}::int`;
}

/** How many members `searchMembers` would find, counted up to `upTo`. */
export async function countMembers(tx: Transaction, tenantId: string, search: string | null, upTo: number): Promise<number> {
  const pattern = patternOf(search);
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from (
      select 1 from "member" where "tenantId" = ${tenantId}::uuid
        and (${pattern}::text is null or "name" ilike ${pattern}::text or "email" ilike ${pattern}::text)
      limit ${upTo}::int) found`;
  return row?.count ?? 0;
}

/** The names of those of `userIds` who are members, by id. */
export async function namesOf(tx: Transaction, tenantId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ userId: string; name: string }[]>`
    select "userId", "name" from "member" where "tenantId" = ${tenantId}::uuid and "userId" = any(${[...new Set(userIds)]}::text[])`;
  return new Map(rows.map(({ userId, name }) => [userId, name]));
}
