/**
 * Turns any error into an AppError: invalid input with the path of each mistake, every unexpected error into `internal` without details.
 */
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { z } from 'zod';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { issuesOf } from '@/contract/inputIssues';
import { AppError, invalidInputs, type ErrorCode } from '@/domain/errors';
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

/** The AppError behind any error; `internal` if it was unexpected. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAppErrorOfAnotherCopy(error)) return new AppError(error.code, error.message, error);
  if (error instanceof z.core.$ZodError) return invalidInputs(issuesOf(error));
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
