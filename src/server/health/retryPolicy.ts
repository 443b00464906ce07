/**
 * How much trouble a tenant's work is in, and what follows from it: smaller and smaller portions of its signals, until the one that cannot be
 * taken in stands alone and is set aside.
 */
import { AppError } from '@/domain/errors';
import { isWorthRetrying, sqlState, translateDatabaseError } from '@/server/databaseErrors';

/** The most signals folded in one transaction. */
const MOST_SIGNALS = 10_000;
/** Each step of trouble makes the portion so many times smaller. */
const NARROWING = 8;
/** So many attempts that ended without a word (a process that died) weigh as much as one failure. */
const DEATHS_A_STEP = 5;
/** From here on the first waiting signal is the one that failed alone. */
export const SET_ASIDE_FROM = 6;

export interface WorkRecord {
  /** How often in a row the work was begun without being finished, this time included; those that failed for a passing reason are taken back. */
  attempts: number;
  /** How many of them failed for a reason that may lie in a signal. */
  failures: number;
}

/** 0 when all is well. */
export function failureLevel({ attempts, failures }: WorkRecord): number {
  return failures + Math.floor(Math.max(0, attempts - 1 - failures) / DEATHS_A_STEP);
}

/** How many signals are taken at once. */
export function batchSizeAt(trouble: number): number {
  return Math.max(1, Math.floor(MOST_SIGNALS / NARROWING ** trouble));
}

/** The database away, overloaded, shutting down, out of time, or in another's way: no signal is to blame for that. */
export function isPassing(error: unknown): boolean {
  const known = translateDatabaseError(error);
  if (known instanceof AppError) return known.code === 'unavailable';
  return isWorthRetrying(error) || /^(53|57|58)/.test(sqlState(error));
}

/** What may be told of a failure: a refusal's own words, else the kind of it. All else is for the log. */
export function reasonOf(error: unknown): string {
  const known = translateDatabaseError(error);
  if (known instanceof AppError) return known.message;
  const state = sqlState(error);
  return /^[0-9A-Z]{5}$/.test(state)
    ? `The database refused the result (SQLSTATE ${state}).`
    : 'It failed in an unexpected way; the log of the server says more.';
}
