/** Which replica looks after which tenant: evenly divided, the same for every replica, and moved no more than necessary. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { hashOf, living, ownerOf } from './rendezvous';

const guids = (least: number, most: number) => fc.uniqueArray(fc.uuid(), { minLength: least, maxLength: most });
const ownerIn = (replicas: readonly string[]) => {
  const all = living(replicas);
  return (tenantId: string) => ownerOf(hashOf(tenantId), all);
};

it('chooses the same replica whatever the order of replicas, and none if there are none', () => {
  fc.assert(
    fc.property(guids(1, 8), guids(1, 50), (replicas, tenants) => {
      const [one, other] = [ownerIn(replicas), ownerIn([...replicas].reverse())];
      for (const tenant of tenants) {
        expect(replicas).toContain(one(tenant));
        expect(other(tenant)).toBe(one(tenant));
      }
    }),
    randomRuns(100),
  );
  expect(ownerIn([])(randomUUID())).toBeNull();
});

it('moves a tenant only from a replica that leaves, or to one that joins', () => {
  fc.assert(
    fc.property(guids(2, 8), guids(20, 100), (replicas, tenants) => {
      const [changed, ...rest] = replicas;
      const [all, without] = [ownerIn(replicas), ownerIn(rest)];
      for (const tenant of tenants) if (all(tenant) !== changed) expect(without(tenant)).toBe(all(tenant));
    }),
    randomRuns(100),
  );
});

it('gives each of two to eight replicas its share of 10,000 tenants, within a tenth', () => {
  fc.assert(
    fc.property(guids(2, 8), fc.uuid(), (replicas, seed) => {
      const owner = ownerIn(replicas);
      const counts = new Map(replicas.map((id) => [id, 0]));
      // Similar ids are the hardest to distribute evenly.
      for (let index = 0; index < 10_000; index++) {
        const id = owner(seed.slice(0, 28) + index.toString(16).padStart(8, '0'));
        counts.set(id ?? '', (counts.get(id ?? '') ?? 0) + 1);
      }
      const part = 10_000 / replicas.length;
      for (const count of counts.values()) expect(Math.abs(count - part) / part).toBeLessThan(0.1 + 2 / Math.sqrt(part));
      expect(counts.size).toBe(replicas.length);
    }),
    randomRuns(20),
  );
});
