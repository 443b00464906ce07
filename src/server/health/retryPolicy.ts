/**
 * What to do when a tenant's work fails: take smaller and smaller batches of its signals, until the signal that causes the failure is alone
 * and can be set aside.
 */
import { AppError } from '@/domain/errors';
import { isWorthRetrying, sqlState, translateDatabaseError } from '@/server/db/databaseErrors';

/** The most signals folded in one transaction. */
const MOST_SIGNALS = 10_000;
/** Each failure level divides the batch size by this number. */
const NARROWING = 8;
/** This many attempts without an outcome (because the process died) count as one failure. */
const DEATHS_A_STEP = 5;
/** From this failure level on, the first waiting signal failed alone. */
export const SET_ASIDE_FROM = 6;

export interface WorkRecord {
  /**
   * How many times in a row the work was started without being finished, including this time. Attempts that failed for a temporary reason
   * do not count.
   */
  attempts: number;
  /** How many of them failed for a reason that a signal may have caused. */
  failures: number;
}

/** 0 if there is no problem. */
export function failureLevel({ attempts, failures }: WorkRecord): number {
  return failures + Math.floor(Math.max(0, attempts - 1 - failures) / DEATHS_A_STEP);
}

/** How many signals to process at once. */
export function batchSizeAt(trouble: number): number {
  return Math.max(1, Math.floor(MOST_SIGNALS / NARROWING ** trouble));
}

/** The database is down, overloaded, shutting down, too slow, or blocked by another transaction: no signal is to blame for that. */
export function isPassing(error: unknown): boolean {
  const known = translateDatabaseError(error);
  if (known instanceof AppError) return known.code === 'unavailable';
  return isWorthRetrying(error) || /^(53|57|58)/.test(sqlState(error));
}

/** What callers may learn about a failure: the words of a refusal, otherwise the kind of error. Everything else is only logged. */
export function reasonOf(error: unknown): string {
  const known = translateDatabaseError(error);
  if (known instanceof AppError) return known.message;
  const state = sqlState(error);
  return /^[0-9A-Z]{5}$/.test(state)
    ? `The database refused the result (SQLSTATE ${state}).`
    : 'It failed in an unexpected way; the log of the server says more.';
}
