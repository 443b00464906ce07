/**
 * Which replica looks after a tenant, worked out by each replica for itself: of all that live, the one whose hash together with the tenant's is
 * the highest (Thaler and Ravishankar, "A name-based mapping scheme for rendezvous", 1996). Where one goes or comes, only tenants that it had or gets move.
 */

/** 32 bits that stand for a text, spread evenly (FNV-1a, then the finalizer of MurmurHash3). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return spread(hash);
}

function spread(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Replicas with their hashes, worked out once for many tenants. */
export interface Living {
  readonly ids: readonly string[];
  readonly hashes: readonly number[];
}

/** In one order for all, so that of two with the same score each replica picks the same. */
export function living(ids: readonly string[]): Living {
  const sorted = [...ids].sort();
  return { ids: sorted, hashes: sorted.map(hashOf) };
}

/** The replica for the tenant with this hash; null where none lives. */
export function ownerOf(tenantHash: number, { ids, hashes }: Living): string | null {
  let [best, owner]: [number, string | null] = [-1, null];
  for (let index = 0; index < ids.length; index++) {
    const score = spread(tenantHash ^ (hashes[index] ?? 0));
    if (score > best) [best, owner] = [score, ids[index] ?? null];
  }
  return owner;
}
