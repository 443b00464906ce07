/** All tenants, and who looks after each: read once at the start, then again piece by piece, so that new ones are seen and deleted ones forgotten. */
import type { Database } from '@/server/db';
import { systemRows } from '@/server/tenantDb';
import { hashOf, ownerOf, type Living } from './rendezvous';

const PAGE = 5_000;
const LEAST = 100;

interface Entry {
  hash: number;
  owner: string | null;
  /** The last walk that has met it. */
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

  /** Gives the tenants to the replicas that live now; answers those that come to `selfId` by it. */
  share(replicas: Living, selfId: string): string[] {
    const come: string[] = [];
    for (const [tenantId, entry] of this.entries) {
      const owner = ownerOf(entry.hash, replicas);
      if (owner === selfId && entry.owner !== selfId) come.push(tenantId);
      entry.owner = owner;
    }
    return come;
  }

  /** Reads on by `part` of all, from 0 to 1, and by all of it the first time. Answers new tenants of `selfId`. */
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

  /** One text of all ids: thousands of rows would cost more to take apart than the whole look. */
  private async page(most: number): Promise<string[]> {
    const [row] = await systemRows<{ ids: string }>(
      this.database,
      `select array_to_string(array(select "id" from "tenant" where $1::uuid is null or "id" > $1::uuid order by "id" limit $2::int), ' ') as ids`,
      [this.after, most],
    );
    return row === undefined || row.ids === '' ? [] : row.ids.split(' ');
  }
}
