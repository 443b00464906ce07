/** What went wrong on the way to a procedure, in the words that a person is shown. */
import { TRPCClientError } from '@trpc/client';
import type { ErrorCode, Issue } from '@/domain/errors';

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

export function failureOf(error: unknown): Failure {
  if (!(error instanceof TRPCClientError)) return { code: 'internal', message: 'Something went wrong in this page. Reload it.', requestId: null, issues: [], facts: {} };
  const data = error.data as ErrorData | null | undefined;
  if (data?.code === undefined) return { code: 'offline', message: 'The service cannot be reached. Check your connection and try again.', requestId: null, issues: [], facts: {} };
  return { code: data.code, message: error.message, requestId: data.requestId ?? null, issues: data.issues ?? [], facts: data.facts ?? {} };
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
