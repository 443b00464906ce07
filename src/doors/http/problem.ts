/** The title and problem body (RFC 9457) of a refusal. contract/errorStatus has its status. */
import { randomUUID } from 'node:crypto';
import { ERROR_STATUS } from '@/contract/errorStatus';
import type { AppError, ErrorCode } from '@/domain/errors';

const TITLES: Readonly<Record<ErrorCode, string>> = {
  invalid_input: 'The request is not valid',
  unsupported_version: 'Unsupported API version',
  unauthenticated: 'No valid API key',
  tenant_mismatch: 'Not your tenant',
  scope_missing: 'The key lacks a scope',
  role_missing: 'Your role does not allow this',
  sso_required: 'Single sign-on is required',
  plan_required: 'The plan does not include this',
  revenue_forbidden: 'No permission to see revenue',
  https_required: 'HTTPS is required',
  origin_forbidden: 'Origin not allowed',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
  conflict: 'Conflict with another change',
  duplicate: 'Already exists',
  former_name: 'The name is a former name of something else',
  in_use: 'Still needed by others',
  plan_limit: 'Limit of the plan reached',
  digest_mismatch: 'The result would differ from the preview',
  too_many_deletes: 'More deletions than allowed',
  declared_elsewhere: 'Another manifest states this differently',
  manifest_needs_a_name: 'The manifest needs a name of its own',
  idempotency_in_progress: 'The first request is still running',
  precondition_failed: 'Changed since you read it',
  payload_too_large: 'Too large',
  manifest_too_complex: 'The manifest takes too long or too much memory',
  unsupported_media_type: 'Unsupported format',
  idempotency_key_reused: 'The Idempotency-Key was used for another request',
  rate_limited: 'Too many requests',
  internal: 'Something went wrong on our side',
  unavailable: 'Temporarily unavailable',
  tenant_moving: 'Read-only while the tenant moves',
};

/** The title of a refusal, one per code. */
export function problemTitle(code: ErrorCode): string {
  return TITLES[code];
}

/** The URL that explains a code. */
export function problemType(code: ErrorCode): string {
  return `/docs/errors#${code}`;
}

/** The body of a refusal. Facts are added to the standard members and never replace them; `internal` has only the request id. */
export function problemBody(error: AppError, requestId: string): Record<string, unknown> {
  const { code, message, issues, facts } = error;
  const status = ERROR_STATUS[code];
  const title = TITLES[code];
  const type = problemType(code);
  if (code === 'internal') return { type, title, status, code, requestId };
  return { ...facts, type, title, status, detail: message, code, requestId, ...(issues === undefined ? {} : { issues }) };
}

/** A refusal outside the REST API, with its own request id. */
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
