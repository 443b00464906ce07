/** The one table from error codes to status and title, and the problem body (RFC 9457) made from it. */
import { randomUUID } from 'node:crypto';
import type { AppError, ErrorCode } from '@/domain/errors';

interface ProblemKind {
  status: number;
  title: string;
}

export const PROBLEMS: Readonly<Record<ErrorCode, ProblemKind>> = {
  invalid_input: { status: 400, title: 'The request is not valid' },
  unauthenticated: { status: 401, title: 'No valid API key' },
  // The same answer whether that tenant exists or not: anything else would tell strangers who our customers are.
  tenant_mismatch: { status: 403, title: 'Not your tenant' },
  scope_missing: { status: 403, title: 'The key lacks a scope' },
  role_missing: { status: 403, title: 'Your role does not allow this' },
  plan_required: { status: 403, title: 'The plan does not include this' },
  revenue_forbidden: { status: 403, title: 'No right to revenue' },
  // Not a redirect: by then the key has crossed the network in clear.
  https_required: { status: 403, title: 'HTTPS is required' },
  origin_forbidden: { status: 403, title: 'Not from this origin' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This method is not offered here' },
  conflict: { status: 409, title: 'In conflict with another change' },
  duplicate: { status: 409, title: 'Exists already' },
  in_use: { status: 409, title: 'Needed by others' },
  plan_limit: { status: 409, title: 'The plan holds no more' },
  digest_mismatch: { status: 409, title: 'The outcome would differ from the preview' },
  idempotency_in_progress: { status: 409, title: 'The first request is still running' },
  precondition_failed: { status: 412, title: 'Changed since you read it' },
  payload_too_large: { status: 413, title: 'Too large' },
  manifest_too_complex: { status: 413, title: 'The manifest is too complex' },
  unsupported_media_type: { status: 415, title: 'Not in this format' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Unavailable for the moment' },
};

/** Where each code is explained. */
export function problemType(code: ErrorCode): string {
  return `/docs/errors#${code}`;
}

/** The body of a refusal. Facts stand beside the standard members, never in their place; `internal` tells nothing but the request id. */
export function problemBody(error: AppError, requestId: string): Record<string, unknown> {
  const { code, message, issues, facts } = error;
  const { status, title } = PROBLEMS[code];
  const type = problemType(code);
  if (code === 'internal') return { type, title, status, code, requestId };
  return { ...facts, type, title, status, detail: message, code, requestId, ...(issues === undefined ? {} : { issues }) };
}

/** A refusal at a door that is not the REST interface, under a request id of its own. */
export function problemResponse(error: AppError, headers: Record<string, string> = {}, requestId: string = randomUUID()): Response {
  const { status } = PROBLEMS[error.code];
  return Response.json(problemBody(error, requestId), {
    status,
    headers: {
      ...headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'x-request-id': requestId,
      'cache-control': 'no-store',
    },
  });
}
