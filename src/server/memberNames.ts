/**
 * The members of a tenant with names and addresses. The app cannot read people's accounts: it reads the members of its own tenant, and a
 * function of the database tells it the names of people whose ids it knows. These are two statements, because a distributed server cannot
 * run the function on the node of the tenant.
 */
import type { Role } from '@/domain/vocabulary';
import { literalPattern } from './lists/search';
import type { Transaction } from './db/transaction';

interface Member {
  userId: string;
  role: Role;
  createdAt: Date;
}

export interface NamedMember extends Member {
  name: string;
  email: string;
}

interface Named {
  id: string;
  name: string;
  email: string;
}

/** One member by id; null if there is no such member. */
export async function findMemberById(tx: Transaction, tenantId: string, userId: string): Promise<NamedMember | null> {
  const members = await tx.$queryRaw<Member[]>`
    select "userId", "role"::text as "role", "createdAt" from "membership" where "tenantId" = ${tenantId}::uuid and "userId" = ${userId}`;
  if (members.length === 0) return null;
  return withNames(members, await tx.$queryRaw<Named[]>`select "id", "name", "email" from names_of_people(${[userId]}::text[])`)[0] ?? null;
}

/** One member by address, in lower case; null if no member has it. */
export async function findMemberByEmail(tx: Transaction, tenantId: string, email: string): Promise<NamedMember | null> {
  const members = await allMembers(tx, tenantId, null);
  const found = await tx.$queryRaw<Named[]>`
    select "id", "name", "email" from names_of_people(${idsOf(members)}::text[]) where "email" = ${email}`;
  return withNames(members, found)[0] ?? null;
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
  const members = await allMembers(tx, tenantId, after);
  const found = await tx.$queryRaw<Named[]>`
    select "id", "name", "email" from names_of_people(${idsOf(members)}::text[])
    where ${pattern}::text is null or "name" ilike ${pattern}::text or "email" ilike ${pattern}::text
    order by "id" limit ${limit}::int`;
  return withNames(members, found);
}

/** How many members `searchMembers` would find, counted up to `upTo`. */
export async function countMembers(tx: Transaction, tenantId: string, search: string | null, upTo: number): Promise<number> {
  const pattern = patternOf(search);
  const members = await allMembers(tx, tenantId, null);
  if (pattern === null) return Math.min(members.length, upTo);
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from (
      select 1 from names_of_people(${idsOf(members)}::text[]) where "name" ilike ${pattern} or "email" ilike ${pattern} limit ${upTo}::int) found`;
  return row?.count ?? 0;
}

/** The names of those of `userIds` who are members, by id. */
export async function namesOf(tx: Transaction, tenantId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const members = await tx.$queryRaw<{ userId: string }[]>`
    select "userId" from "membership" where "tenantId" = ${tenantId}::uuid and "userId" = any(${[...new Set(userIds)]}::text[])`;
  const named = await tx.$queryRaw<Named[]>`select "id", "name", "email" from names_of_people(${idsOf(members)}::text[])`;
  return new Map(named.map(({ id, name }) => [id, name]));
}

function allMembers(tx: Transaction, tenantId: string, after: string | null): Promise<Member[]> {
  return tx.$queryRaw<Member[]>`
    select "userId", "role"::text as "role", "createdAt" from "membership"
    where "tenantId" = ${tenantId}::uuid and (${after}::text is null or "userId" > ${after}::text)`;
}

function idsOf(members: readonly { userId: string }[]): string[] {
  return members.map(({ userId }) => userId);
}

/** In the order of `named`. */
function withNames(members: readonly Member[], named: readonly Named[]): NamedMember[] {
  const byId = new Map(members.map((member) => [member.userId, member]));
  return named.flatMap(({ id, name, email }) => {
    const member = byId.get(id);
    return member === undefined ? [] : [{ ...member, name, email }];
  });
}
