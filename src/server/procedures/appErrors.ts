/**
 * Turns any error into an AppError: invalid input with the path of each mistake, every unexpected error into `internal` without details.
 */
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { z } from 'zod';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError, type ErrorCode, type Issue } from '@/domain/errors';
import { translateDatabaseError } from '@/server/db/databaseErrors';

type TrpcCode = TRPCError['code'];

const CODE_OF_STATUS = new Map(
  Object.keys(TRPC_ERROR_CODES_BY_KEY).map((code) => [
    getHTTPStatusCodeFromError(new TRPCError({ code: code as TrpcCode })),
    code as TrpcCode,
  ]),
);

/** The tRPC code with the status that every door uses. */
export function trpcCodeOf(code: ErrorCode): TrpcCode {
  return CODE_OF_STATUS.get(ERROR_STATUS[code]) ?? 'INTERNAL_SERVER_ERROR';
}

/** `capabilities[2].revenueShare` */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
    '',
  );
}

/** Each mistake with its path; one for each unknown field. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = pathText(issue.path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: pathText([...issue.path, key]), message: 'is not a known field' }));
    }
    return [{ path, message: inPlainWords(issue) }];
  });
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What the value must be and, if it helps, what it was. Zod's own messages name its types rather than the caller's mistake. */
function inPlainWords(issue: z.core.$ZodIssue): string {
  // A required choice says this itself, because zod does not distinguish a missing value from a wrong one.
  if (issue.message === 'is required') return issue.message;
  if (issue.code === 'invalid_value') return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  const received = /received (\w+)$/.exec(issue.message)?.[1];
  if (received === 'undefined') return 'is required';
  const wanted = TYPES[issue.expected] ?? issue.expected;
  const isNearly = received === undefined || (issue.expected === 'int' && received === 'number');
  return `must be ${wanted}${isNearly ? '' : `, not ${TYPES[received] ?? received}`}`;
}

function badInput(error: z.core.$ZodError): AppError {
  const issues = issuesOf(error);
  const told = issues.slice(0, 3).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const more = issues.length > told.length ? ` (and ${issues.length - told.length} more)` : '';
  return new AppError('invalid_input', `${told.join('; ')}${more}`, { issues });
}

/** The AppError behind any error; `internal` if it was unexpected. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAppErrorOfAnotherCopy(error)) return new AppError(error.code, error.message, error);
  if (error instanceof z.core.$ZodError) return badInput(error);
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError || isAppErrorOfAnotherCopy(error.cause)) return appErrorOf(error.cause);
    if (error.code === 'PARSE_ERROR' || (error.code === 'BAD_REQUEST' && isEngineError(error.cause)))
      return new AppError('invalid_input', 'The input cannot be read: it is not JSON, or has an object where none is allowed.');
    if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return new AppError('unsupported_media_type', 'Send application/json.');
    if (error.cause !== undefined) return appErrorOf(error.cause);
    if (error.code === 'BAD_REQUEST') return new AppError('invalid_input', error.message);
    if (error.code === 'NOT_FOUND') return new AppError('not_found', 'There is no such procedure.');
    if (error.code === 'METHOD_NOT_SUPPORTED') return new AppError('method_not_allowed', error.message);
  }
  const translated = translateDatabaseError(error);
  if (translated instanceof AppError) return translated;
  return new AppError('internal', 'Something went wrong on our side. If it happens again, report the request id.');
}

/**
 * Errors that JavaScript itself throws before a schema can check the input: broken JSON, a broken % in a path, an object whose length
 * cannot be compared.
 */
function isEngineError(cause: unknown): boolean {
  return cause instanceof SyntaxError || cause instanceof TypeError || cause instanceof RangeError || cause instanceof URIError;
}

/** The front server and Next bundle this module separately, and a cached promise may carry an error from the other copy. */
function isAppErrorOfAnotherCopy(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error;
}
