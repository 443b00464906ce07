/** What a refusal says: its title and the problem body (RFC 9457). Its status stands in contract/errorStatus. */
import { randomUUID } from 'node:crypto';
import { ERROR_STATUS } from '@/contract/errorStatus';
import type { AppError, ErrorCode } from '@/domain/errors';

const TITLES: Readonly<Record<ErrorCode, string>> = {
  invalid_input: 'The request is not valid',
  unsupported_version: 'Not this version of the API',
  unauthenticated: 'No valid API key',
  tenant_mismatch: 'Not your tenant',
  scope_missing: 'The key lacks a scope',
  role_missing: 'Your role does not allow this',
  plan_required: 'The plan does not include this',
  revenue_forbidden: 'No right to revenue',
  https_required: 'HTTPS is required',
  origin_forbidden: 'Not from this origin',
  not_found: 'Not found',
  method_not_allowed: 'This method is not offered here',
  conflict: 'In conflict with another change',
  duplicate: 'Exists already',
  former_name: 'A former name of something else',
  in_use: 'Needed by others',
  plan_limit: 'The plan holds no more',
  digest_mismatch: 'The outcome would differ from the preview',
  too_many_deletes: 'More deletions than were allowed',
  declared_elsewhere: 'Another manifest states this differently',
  idempotency_in_progress: 'The first request is still running',
  precondition_failed: 'Changed since you read it',
  payload_too_large: 'Too large',
  manifest_too_complex: 'The manifest is too complex',
  unsupported_media_type: 'Not in this format',
  idempotency_key_reused: 'The Idempotency-Key was used for another request',
  rate_limited: 'Too many requests',
  internal: 'Something went wrong on our side',
  unavailable: 'Unavailable for the moment',
};

/** The title of a refusal: the same for all refusals of one code. */
export function problemTitle(code: ErrorCode): string {
  return TITLES[code];
}

/** Where each code is explained. */
export function problemType(code: ErrorCode): string {
  return `/docs/errors#${code}`;
}

/** The body of a refusal. Facts stand beside the standard members, never in their place; `internal` tells nothing but the request id. */
export function problemBody(error: AppError, requestId: string): Record<string, unknown> {
  const { code, message, issues, facts } = error;
  const status = ERROR_STATUS[code];
  const title = TITLES[code];
  const type = problemType(code);
  if (code === 'internal') return { type, title, status, code, requestId };
  return { ...facts, type, title, status, detail: message, code, requestId, ...(issues === undefined ? {} : { issues }) };
}

/** A refusal at a door that is not the REST interface, under a request id of its own. */
export function problemResponse(error: AppError, headers: Record<string, string> = {}, requestId: string = randomUUID()): Response {
  return Response.json(problemBody(error, requestId), {
    status: ERROR_STATUS[error.code],
    headers: {
      ...headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'x-request-id': requestId,
      'cache-control': 'no-store',
    },
  });
}
