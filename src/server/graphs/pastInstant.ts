/** Finds the position of a past instant in the change log. */
import { lastInstant } from '@/contract/pastInstant';
import { invalidInput } from '@/domain/errors';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

export interface PastInstant {
  /** The requested instant; for today's date, now. */
  at: string;
  /** The position of the last recorded transaction until then; 0 before the first. */
  position: number;
  /** The landscape version at that moment. */
  version: number;
}

/**
 * Throws 400, naming `path`, for an instant in the future. The answer for an instant never changes later, because this waits for changes
 * that are being recorded.
 */
export async function pastInstantOf(tenant: TenantDb, at: string, path = 'at'): Promise<PastInstant> {
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    // Whoever raises the version holds this row until it commits, and records its time only then.
    await tx.$queryRaw`select 1 from "landscape_version" where "tenantId" = ${tenantId}::uuid for share`;
    const [clock] = await tx.$queryRaw<{ now: Date }[]>`select clock_timestamp() as now`;
    const instant = instantOf(at, clock?.now ?? new Date(0), path);
    const [last] = await tx.$queryRaw<{ position: number }[]>`
      select "position" from "change_set" where "tenantId" = ${tenantId}::uuid and "at" <= ${instant}::timestamptz order by "at" desc, "position" desc limit 1`;
    const position = last?.position ?? 0;
    const [made] = await tx.$queryRaw<{ version: number }[]>`
      select "version" from "change_set" where "tenantId" = ${tenantId}::uuid and "position" <= ${position}::int and "version" is not null order by "position" desc limit 1`;
    return { at: instant.toISOString(), position, version: made?.version ?? 0 };
  });
}

/** The present landscape as an instant. */
export async function presentInstant(tenant: TenantDb): Promise<PastInstant> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const [row] = await tx.$queryRaw<{ position: number; version: number; now: Date }[]>`
      select "changePosition" as position, "version", clock_timestamp() as now from "landscape_version" where "tenantId" = ${tenantId}::uuid`;
    if (row === undefined) throw new Error('The tenant has no landscape version row.');
    return { at: row.now.toISOString(), position: row.position, version: row.version };
  });
}

/**
 * That instant, or the first at which a landscape existed. Observations from before the landscape was described are shown on its first
 * description.
 */
export async function describedInstantOf(tenant: TenantDb, at: string): Promise<PastInstant> {
  const instant = await pastInstantOf(tenant, at);
  if (instant.version > 0) return instant;
  const { tenantId } = tenant;
  const first = await read(tenant, (tx) =>
    tx.changeSet.findFirst({
      where: { tenantId, version: { not: null } },
      orderBy: { position: 'asc' },
      select: { position: true, version: true },
    }),
  );
  return first === null ? instant : { ...instant, position: first.position, version: first.version ?? 0 };
}

function instantOf(at: string, now: Date, path: string): Date {
  const asked = lastInstant(at);
  if (asked <= now) return asked;
  if (now.toISOString().startsWith(at) && at.length === 'YYYY-MM-DD'.length) return now;
  throw invalidInput(path, `is in the future; it is now ${now.toISOString()}`);
}
