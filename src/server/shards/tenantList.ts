/**
 * All tenants, and which replica looks after each. Read completely at startup and then piece by piece, so that new tenants are found and
 * deleted ones forgotten.
 */
import type { Database } from '@/server/db/database';

import { hashOf, ownerOf, type Living } from './rendezvous';
import { asSystem } from '@/server/db/asSystem';

const PAGE = 5_000;
const LEAST = 100;

interface Entry {
  hash: number;
  owner: string | null;
  /** The number of the last walk that found the tenant. */
  walk: number;
}

export class TenantList {
  private readonly entries = new Map<string, Entry>();
  private after: string | null = null;
  private walk = 1;
  private isWhole = false;

  constructor(private readonly database: Database) {}

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

  /** Reads `part` of all tenants, from 0 to 1, and all of them the first time. Returns new tenants of `selfId`. */
  async readOn(part: number, replicas: Living, selfId: string): Promise<string[]> {
    const come: string[] = [];
    const meet = (tenantId: string): void => {
      const known = this.entries.get(tenantId);
      if (known !== undefined) {
        known.walk = this.walk;
        return;
      }
      const hash = hashOf(tenantId);
      const owner = ownerOf(hash, replicas);
      this.entries.set(tenantId, { hash, owner, walk: this.walk });
      if (owner === selfId) come.push(tenantId);
    };
    do {
      const most = this.isWhole ? Math.max(LEAST, Math.ceil(this.entries.size * Math.min(1, part))) : PAGE;
      const ids = await this.page(most);
      ids.forEach(meet);
      this.after = ids.at(-1) ?? null;
      if (ids.length < most) this.endWalk();
    } while (!this.isWhole);
    return come;
  }

  private endWalk(): void {
    for (const [tenantId, { walk }] of this.entries) if (walk !== this.walk) this.entries.delete(tenantId);
    this.walk += 1;
    this.after = null;
    this.isWhole = true;
  }

  /** All ids as one text, because parsing thousands of rows would cost more than the rest of the check. */
  private async page(most: number): Promise<string[]> {
    const [row] = await asSystem<{ ids: string }>(
      this.database,
      `select array_to_string(array(select "id" from "tenant" where $1::uuid is null or "id" > $1::uuid order by "id" limit $2::int), ' ') as ids`,
      [this.after, most],
    );
    return row === undefined || row.ids === '' ? [] : row.ids.split(' ');
  }
}
