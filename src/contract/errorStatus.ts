/** The one table that maps error codes to HTTP status numbers. */
import type { ErrorCode } from '@/domain/errors';

export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  unsupported_version: 400,
  unauthenticated: 401,
  // The same whether or not that tenant exists: otherwise strangers could find out who our customers are.
  tenant_mismatch: 403,
  scope_missing: 403,
  role_missing: 403,
  sso_required: 403,
  plan_required: 403,
  revenue_forbidden: 403,
  // No redirect: the key has already crossed the network in clear text.
  https_required: 403,
  origin_forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  duplicate: 409,
  former_name: 409,
  in_use: 409,
  plan_limit: 409,
  digest_mismatch: 409,
  too_many_deletes: 409,
  declared_elsewhere: 409,
  manifest_needs_a_name: 400,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  manifest_too_complex: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  // Temporary, like everything else with this status: it works again, here or on the other server.
  tenant_moving: 503,
};
