/** Limits sign-in requests per address, counted across all replicas. Of a stranger's request, only the address is stored. */
import { randomUUID } from 'node:crypto';
import { database } from '@/server/db/database';

interface Rule {
  /** In seconds. */
  window: number;
  max: number;
}

/** The declared path of an endpoint, such as `/callback/:id`; `other` for any other path. Strangers cannot invent new keys this way. */
export function countedPath(path: string, declared: Iterable<string>): string {
  for (const pattern of declared) {
    const parts = pattern.split('/');
    const asked = path.split('/');
    if (parts.length === asked.length && parts.every((part, index) => part.startsWith(':') || part === asked[index])) return pattern;
  }
  return 'other';
}

/** Counts one request of an address for a path; `key` is `ADDRESS|PATH`. */
export async function takeSignInRequest(
  key: string,
  { window, max }: Rule,
  declared: Iterable<string>,
  now: Date = new Date(),
): Promise<{ allowed: boolean; retryAfter: number | null }> {
  const separator = key.indexOf('|');
  const counted = `${key.slice(0, separator)}|${countedPath(key.slice(separator + 1), declared)}`;
  const milliseconds = now.getTime();
  const [row] = await database().system.$queryRaw<{ count: number; start: bigint }[]>`
    insert into "sign_in_limit" as l ("id", "key", "count", "lastRequest") values (${randomUUID()}, ${counted}, 1, ${milliseconds}::bigint)
    on conflict ("key") do update set
      "count" = case when l."lastRequest" <= ${milliseconds - window * 1_000}::bigint then 1 else least(l."count" + 1, ${max + 1}::int) end,
      "lastRequest" = case when l."lastRequest" <= ${milliseconds - window * 1_000}::bigint then ${milliseconds}::bigint else l."lastRequest" end
    returning "count", "lastRequest" as start`;
  if (row === undefined || row.count <= max) return { allowed: true, retryAfter: null };
  return { allowed: false, retryAfter: Math.max(1, Math.ceil((Number(row.start) - milliseconds) / 1_000) + window) };
}
