/**
 * The one error that use cases throw: a code, and a sentence that says what is wrong and what to do. The doors map codes to status numbers.
 */

export const ERROR_CODES = [
  'invalid_input',
  'unsupported_version',
  'unauthenticated',
  'tenant_mismatch',
  'scope_missing',
  'role_missing',
  'sso_required',
  'plan_required',
  'revenue_forbidden',
  'https_required',
  'origin_forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'duplicate',
  'former_name',
  'in_use',
  'plan_limit',
  'digest_mismatch',
  'too_many_deletes',
  'declared_elsewhere',
  'manifest_needs_a_name',
  'idempotency_in_progress',
  'precondition_failed',
  'payload_too_large',
  'manifest_too_complex',
  'unsupported_media_type',
  'idempotency_key_reused',
  'rate_limited',
  'unavailable',
  'tenant_moving',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One mistake in the input: `path` such as `capabilities[2].revenueShare`, empty for the whole input. */
export interface Issue {
  path: string;
  /** The path by names, if it leads to an entry of a list. */
  subject?: string | undefined;
  message: string;
  /** The position in a text, from 1, and what to do about it. */
  line?: number | undefined;
  column?: number | undefined;
  hint?: string | undefined;
  severity?: 'error' | 'warning' | undefined;
}

export interface AppErrorExtras {
  issues?: readonly Issue[];
  /** How long a caller should wait before it tries again, in seconds. */
  retryAfterSeconds?: number;
  /** Further facts for programs, such as what still needs an entity. Never data of another tenant. */
  facts?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly facts: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, detail: string, extras: AppErrorExtras = {}) {
    super(detail);
    this.name = 'AppError';
    this.code = code;
    this.issues = extras.issues;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.facts = extras.facts;
  }
}

/** An error with a single mistake of the input, at the given path. */
export function invalidInput(path: string, message: string): AppError {
  return new AppError('invalid_input', path === '' ? message : `${path}: ${message}`, { issues: [{ path, message }] });
}

/** An error with all mistakes of an input; its sentence tells the first three. */
export function invalidInputs(issues: readonly Issue[]): AppError {
  const told = issues.slice(0, 3).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const more = issues.length > told.length ? ` (and ${issues.length - told.length} more)` : '';
  return new AppError('invalid_input', `${told.join('; ')}${more}`, { issues });
}

const MOVING_RETRY_SECONDS = 60;

/** The refusal of every change to a tenant that is read-only while it moves to another installation. */
export function tenantIsMoving(): AppError {
  return new AppError(
    'tenant_moving',
    'This tenant is being moved to another server and is read-only until that is done: nothing was changed. Try again in a minute, or ask the operator of this server for the new address.',
    { retryAfterSeconds: MOVING_RETRY_SECONDS },
  );
}
