/** Failures of procedures, in the words shown to people. */
import { TRPCClientError } from '@trpc/client';
import type { ErrorCode, Issue } from '@/domain/errors';
import { ForeignAnswer } from './foreignAnswer';

export interface Failure {
  code: ErrorCode | 'offline';
  message: string;
  requestId: string | null;
  /** Each problem of an input with its path, such as `capabilities[2].revenueShare`. */
  issues: readonly Issue[];
  /** Further facts of the refusal, by its code. */
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
  if (!(error instanceof TRPCClientError)) return { ...BARE, code: 'internal', message: 'Something went wrong on this page. Reload it.' };
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
  if (status === 429) return { ...BARE, requestId, code: 'rate_limited', message: `Too many requests in a short time. Try again ${wait}.` };
  if (status === 413)
    return { ...BARE, requestId, code: 'payload_too_large', message: 'This is too large to send at once. Send it in smaller parts.' };
  if (status >= 500)
    return {
      ...BARE,
      requestId,
      code: 'unavailable',
      message: `The server is not available at the moment (status ${status}). Try again ${wait}.`,
    };
  return {
    ...BARE,
    requestId,
    code: 'unavailable',
    message: `Something else on the network answered instead of the server (status ${status}). Check whether your network asks you to sign in, then try again.`,
  };
}

/** A failure as one text, for places with little room; with the request's number if the fault is on our side. */
export function explain(error: unknown): string {
  const { code, message, requestId } = failureOf(error);
  return requestId !== null && isOurFault(code) ? `${message} Request ${requestId}` : message;
}

/** Whether a change may have been made although no answer arrived. */
export function isOutcomeUnknown(code: Failure['code']): boolean {
  return code === 'offline' || isOurFault(code);
}

export function isOurFault(code: Failure['code']): boolean {
  return code === 'internal' || code === 'unavailable';
}

/** What is wrong with one field, if anything, as a sentence: the server says "is taken", the form adds the label. */
export function mistakeOf(error: unknown, path: string, label: string): string | undefined {
  if (error === null) return undefined;
  const message = failureOf(error).issues.find((issue) => issue.path === path)?.message;
  return message === undefined ? undefined : sentenceOn(label, message);
}

export function sentenceOn(label: string, message: string): string {
  return /^[a-z]/.test(message) ? `${label} ${message}${/[.!?]$/.test(message) ? '' : '.'}` : message;
}

/** Only temporary failures are worth retrying. */
export function isWorthRetrying(error: unknown): boolean {
  return ['offline', 'unavailable', 'internal'].includes(failureOf(error).code);
}
