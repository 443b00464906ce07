/** Any error on its way to a door becomes an AppError: bad input with the path of each mistake, everything unforeseen as `internal` that tells nothing. */
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { AppError, type ErrorCode, type Issue } from '@/domain/errors';

type TrpcCode = TRPCError['code'];

const TRPC_CODES: Partial<Record<ErrorCode, TrpcCode>> = {
  invalid_input: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  tenant_mismatch: 'FORBIDDEN',
  scope_missing: 'FORBIDDEN',
  role_missing: 'FORBIDDEN',
  plan_required: 'FORBIDDEN',
  revenue_forbidden: 'FORBIDDEN',
  https_required: 'FORBIDDEN',
  origin_forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_SUPPORTED',
  conflict: 'CONFLICT',
  duplicate: 'CONFLICT',
  in_use: 'CONFLICT',
  plan_limit: 'CONFLICT',
  digest_mismatch: 'CONFLICT',
  idempotency_in_progress: 'CONFLICT',
  precondition_failed: 'PRECONDITION_FAILED',
  payload_too_large: 'PAYLOAD_TOO_LARGE',
  manifest_too_complex: 'PAYLOAD_TOO_LARGE',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
  idempotency_key_reused: 'UNPROCESSABLE_CONTENT',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
};

export function trpcCodeOf(code: ErrorCode): TrpcCode {
  return TRPC_CODES[code] ?? 'INTERNAL_SERVER_ERROR';
}

/** `capabilities[2].revenueShare` */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
    '',
  );
}

/** Each mistake with its path; one for each surplus field. */
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

/** What must be, and where it helps what was: zod's own words name its types, not the caller's mistake. */
function inPlainWords(issue: z.core.$ZodIssue): string {
  // A required choice says this itself, since zod tells no missing one from a wrong one.
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

/** The AppError in any error; `internal` for what nobody foresaw. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAppErrorOfAnotherCopy(error)) return new AppError(error.code, error.message, error);
  if (error instanceof z.core.$ZodError) return badInput(error);
  if (error instanceof TRPCError) {
    if (error.cause !== undefined) return appErrorOf(error.cause);
    if (error.code === 'BAD_REQUEST') return new AppError('invalid_input', error.message);
    if (error.code === 'NOT_FOUND') return new AppError('not_found', 'There is no such procedure.');
    if (error.code === 'METHOD_NOT_SUPPORTED') return new AppError('method_not_allowed', error.message);
  }
  return new AppError('internal', 'Something went wrong on our side. Tell us the request id if it happens again.');
}

/** The front server and Next bundle this module twice, and a cached promise may carry an error from the other copy. */
function isAppErrorOfAnotherCopy(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error;
}
