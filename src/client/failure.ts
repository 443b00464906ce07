/** What went wrong on the way to a procedure, in the words that a person is shown. */
import { TRPCClientError } from '@trpc/client';
import type { ErrorCode, Issue } from '@/domain/errors';
import { ForeignAnswer } from './foreignAnswer';

export interface Failure {
  code: ErrorCode | 'offline';
  message: string;
  requestId: string | null;
  /** Each mistake of an input with its path, as in `capabilities[2].revenueShare`. */
  issues: readonly Issue[];
  /** Whatever else the refusal states, by its code. */
  facts: Readonly<Record<string, unknown>>;
}

interface ErrorData {
  code?: ErrorCode;
  requestId?: string | null;
  issues?: readonly Issue[] | null;
  facts?: Readonly<Record<string, unknown>> | null;
}

const BARE = { requestId: null, issues: [], facts: {} } as const;

export function failureOf(error: unknown): Failure {
  if (!(error instanceof TRPCClientError)) return { ...BARE, code: 'internal', message: 'Something went wrong in this page. Reload it.' };
  const data = error.data as ErrorData | null | undefined;
  if (data?.code !== undefined)
    return {
      code: data.code,
      message: error.message,
      requestId: data.requestId ?? null,
      issues: data.issues ?? [],
      facts: data.facts ?? {},
    };
  if (error.cause instanceof ForeignAnswer) return failureOfForeign(error.cause);
  return { ...BARE, code: 'offline', message: 'The server cannot be reached. Check your connection and try again.' };
}

function failureOfForeign({ status, requestId, retryAfterSeconds }: ForeignAnswer): Failure {
  const wait =
    retryAfterSeconds === null || retryAfterSeconds === 0
      ? 'in a moment'
      : `in ${retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`}`;
  if (status === 429)
    return { ...BARE, requestId, code: 'rate_limited', message: `Too much was asked in a short time. Try again ${wait}.` };
  if (status === 413)
    return { ...BARE, requestId, code: 'payload_too_large', message: 'This is more than can be sent at once. Send it in smaller parts.' };
  if (status >= 500)
    return {
      ...BARE,
      requestId,
      code: 'unavailable',
      message: `The service is not available at the moment (status ${status}). Try again ${wait}.`,
    };
  return {
    ...BARE,
    requestId,
    code: 'unavailable',
    message: `Something on the way answered in place of the service (status ${status}). Check whether your network asks you to sign in, then try again.`,
  };
}

/** A failure in one text, for where there is room for no more: with the number to tell us where the fault is not the asker's. */
export function explain(error: unknown): string {
  const { code, message, requestId } = failureOf(error);
  return requestId !== null && isOurFault(code) ? `${message} Request ${requestId}` : message;
}

/** Whether a change may have been made all the same, with only the answer lost. */
export function isOutcomeUnknown(code: Failure['code']): boolean {
  return code === 'offline' || isOurFault(code);
}

export function isOurFault(code: Failure['code']): boolean {
  return code === 'internal' || code === 'unavailable';
}

/** What is wrong with one field, if anything, as a sentence: the service says "is taken" of it, the form has its label. */
export function mistakeOf(error: unknown, path: string, label: string): string | undefined {
  if (error === null) return undefined;
  const message = failureOf(error).issues.find((issue) => issue.path === path)?.message;
  return message === undefined ? undefined : sentenceOn(label, message);
}

export function sentenceOn(label: string, message: string): string {
  return /^[a-z]/.test(message) ? `${label} ${message}${/[.!?]$/.test(message) ? '' : '.'}` : message;
}

/** Only what may pass by itself is worth asking again. */
export function isWorthRetrying(error: unknown): boolean {
  return ['offline', 'unavailable', 'internal'].includes(failureOf(error).code);
}
