/**
 * Asks the database, before each answer, where a tenant's landscape stands. A question may share a check only if that check starts after the
 * question arrived: so no answer misses a change that was acknowledged before.
 */
import { processState } from '@/server/processState';
import { readRows, type TenantDb } from '@/server/tenantDb';

export interface LandscapeHead {
  version: number;
  currency: string;
}

interface Checks {
  running: Promise<LandscapeHead> | null;
  next: Promise<LandscapeHead> | null;
}

/** The landscape version and currency, as of now or later. */
export function landscapeHead(tenant: TenantDb): Promise<LandscapeHead> {
  const all = processState('landscapeChecks', () => new Map<string, Checks>());
  let checks = all.get(tenant.tenantId);
  if (checks === undefined) {
    checks = { running: null, next: null };
    all.set(tenant.tenantId, checks);
  }
  const mine = checks;
  const begin = (): Promise<LandscapeHead> => {
    mine.next = null;
    const check = readHead(tenant).finally(() => {
      if (mine.running === check) mine.running = null;
      if (mine.running === null && mine.next === null) all.delete(tenant.tenantId);
    });
    mine.running = check;
    return check;
  };
  if (mine.running === null) return begin();
  mine.next ??= mine.running.then(begin, begin);
  return mine.next;
}

const HEAD = {
  name: 'landscape head',
  text: `select v."version", t."currency" from "landscape_version" v join "tenant" t on t."id" = v."tenantId" where v."tenantId" = $1::uuid`,
};

async function readHead(tenant: TenantDb): Promise<LandscapeHead> {
  const [head] = await readRows<LandscapeHead>(tenant, HEAD);
  if (head === undefined) throw new Error('The tenant has no landscape version row.');
  return head;
}
