/**
 * All tenants, and which replica looks after each. Read completely at startup and then piece by piece, so that new tenants are found and
 * deleted ones forgotten.
 */
import type { Database } from '@/server/db/database';

import { hashOf, ownerOf, type Living } from './rendezvous';
import { asSystem } from '@/server/db/asSystem';

/**
 * So many ids are read at a time, except at startup. With many tenants it takes longer to get round, so that what a replica reads does not grow
 * with the number of all tenants.
 */
const MOST = 5_000;
const LEAST = 100;
/** The first eight digits of an id are a place between 0 and this. Ids are random, so a part of the way has the same part of the tenants. */
const END = 2 ** 32;

interface Entry {
  hash: number;
  owner: string | null;
  /** The number of the last walk that found the tenant. */
  walk: number;
}

export class TenantList {
  private readonly entries = new Map<string, Entry>();
  /** How far the walk has come. */
  private at = 0;
  private walk = 1;

  constructor(
    private readonly database: Database,
    private readonly most = MOST,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  ownerOf(tenantId: string): string | null | undefined {
    return this.entries.get(tenantId)?.owner;
  }

  of(replicaId: string): string[] {
    return [...this.entries].filter(([, { owner }]) => owner === replicaId).map(([tenantId]) => tenantId);
  }

  /** Assigns the tenants to the living replicas; returns those that `selfId` gains. */
  share(replicas: Living, selfId: string): string[] {
    const come: string[] = [];
    for (const [tenantId, entry] of this.entries) {
      const owner = ownerOf(entry.hash, replicas);
      if (owner === selfId && entry.owner !== selfId) come.push(tenantId);
      entry.owner = owner;
    }
    return come;
  }

  /** Reads about `part` of all tenants, from 0 to 1, but no more than `most`; all of them the first time. Returns new tenants of `selfId`. */
  async readOn(part: number, replicas: Living, selfId: string): Promise<string[]> {
    const come: string[] = [];
    const known = Math.max(1, this.entries.size);
    const step = this.walk === 1 ? 1 : Math.min(Math.max(part, LEAST / known), this.most / known);
    const to = Math.min(END, this.at + Math.ceil(step * END));
    for (const tenantId of await this.between(this.at, to)) {
      const entry = this.entries.get(tenantId);
      if (entry !== undefined) {
        entry.walk = this.walk;
        continue;
      }
      const hash = hashOf(tenantId);
      const owner = ownerOf(hash, replicas);
      this.entries.set(tenantId, { hash, owner, walk: this.walk });
      if (owner === selfId) come.push(tenantId);
    }
    this.at = to;
    if (to === END) this.endWalk();
    return come;
  }

  private endWalk(): void {
    for (const [tenantId, { walk }] of this.entries) if (walk !== this.walk) this.entries.delete(tenantId);
    this.walk += 1;
    this.at = 0;
  }

  /**
   * All ids as one text, because parsing thousands of rows would cost more than the rest of the check. Between two ids rather than the next so many, which
   * each shard of a distributed database would have to read.
   */
  private async between(from: number, to: number): Promise<string[]> {
    const [row] = await asSystem<{ ids: string }>(
      this.database,
      `select array_to_string(array(select "id" from "tenant" where "id" >= $1::uuid and ($2::uuid is null or "id" < $2::uuid)), ' ') as ids`,
      [idAt(from), to === END ? null : idAt(to)],
    );
    return row === undefined || row.ids === '' ? [] : row.ids.split(' ');
  }
}

function idAt(place: number): string {
  return `${place.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`;
}
