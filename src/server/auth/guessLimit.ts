/**
 * Limits password attempts per account, wherever they come from: the first few at once, then after a growing delay. Unknown accounts are
 * counted alike, so the answer reveals nothing. A browser in which the owner signed in before is counted separately, so that strangers
 * cannot lock the owner out.
 */
import { createHmac } from 'node:crypto';
import { database } from '@/server/db/database';
import { env } from '@/server/env';

/** Attempts without a delay. */
const FREE_ATTEMPTS = 5;
const LONGEST_DELAY_SECONDS = 60;
/** After this long without an attempt, counting starts again. */
const FORGOTTEN_AFTER_SECONDS = 3_600;

/** Identifies an account without its address; the same for all spellings of the address. */
export function accountKey(email: string): string {
  return createHmac('sha256', env().FAULTLINE_SECRET).update(`sign-in ${email.trim().toLowerCase()}`).digest('base64url');
}

/** The delay in seconds after this many attempts. */
export function delayAfter(attempts: number): number {
  return attempts < FREE_ATTEMPTS ? 0 : Math.min(LONGEST_DELAY_SECONDS, 2 ** (attempts - FREE_ATTEMPTS));
}

function rowKey(account: string, isKnownBrowser: boolean): string {
  return isKnownBrowser ? `${account} known` : account;
}

/**
 * Counts one attempt before it is known whether it is right. Null if it may proceed, otherwise the seconds to wait. The database's clock
 * decides.
 */
export async function takeGuess(account: string, isKnownBrowser: boolean): Promise<number | null> {
  const key = rowKey(account, isKnownBrowser);
  return database().system.$transaction(async (tx) => {
    await tx.$executeRaw`insert into "sign_in_guess" ("account", "attempts", "notBefore") values (${key}, 0, now() - interval '1 second') on conflict do nothing`;
    const [row] = await tx.$queryRaw<{ attempts: number; wait: number }[]>`
      select case when "notBefore" < now() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS}::float8) then 0 else "attempts" end as attempts,
        extract(epoch from "notBefore" - now())::float8 as wait
      from "sign_in_guess" where "account" = ${key} for update`;
    if (row === undefined) return null;
    // Rows hold milliseconds, and the last one may be rounded up.
    if (row.wait > 0.001) return Math.ceil(row.wait);
    const attempts = row.attempts + 1;
    await tx.$executeRaw`
      update "sign_in_guess" set "attempts" = ${attempts}::int, "notBefore" = now() + make_interval(secs => ${delayAfter(attempts)}::float8)
      where "account" = ${key}`;
    return null;
  });
}

/** Resets the count after the right password. */
export async function forgiveGuesses(account: string): Promise<void> {
  await database().system.signInGuess.deleteMany({ where: { account: { in: [account, rowKey(account, true)] } } });
}
