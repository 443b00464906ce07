/** Every refusal of an operation, by status, each with an example of its code. */
import { ERROR_STATUS } from '@/contract/errorStatus';
import { isChange } from '@/domain/access';
import { AppError, tenantIsMoving, type AppErrorExtras, type ErrorCode } from '@/domain/errors';
import { problemBody, problemTitle } from '@/doors/http/problem';
import { MAXIMUM_JSON_BYTES } from '@/contract/bodyLimits';
import type { Route } from '@/doors/rest/routes';
import { ref, type Json } from './documentShape';

/** An example of each code's detail. */
const EXAMPLES: Readonly<Record<ErrorCode, [string, AppErrorExtras?]>> = {
  invalid_input: ['lifecycleState: is not a known field', { issues: [{ path: 'lifecycleState', message: 'is not a known field' }] }],
  unsupported_version: ['This is version 2 of the API; version 3 was asked for. Send API-Version: 2, or leave it out.'],
  unauthenticated: ['This API key is not valid: it is mistyped, revoked or expired.'],
  tenant_mismatch: ['Your credentials are for a different tenant. Use the address of your own tenant.'],
  scope_missing: ['This needs a key with the scope "write"; yours has: read.', { facts: { requiredScope: 'write' } }],
  role_missing: ['This needs the Admin role; yours is Viewer. Ask an Admin of your tenant.'],
  sso_required: ['This tenant requires single sign-on. Sign out, then sign in with single sign-on.'],
  plan_required: ['API access needs the Business plan or above; this tenant has Team.'],
  revenue_forbidden: [
    'annualRevenue and revenueShare need a plan with revenue and the right to see it (canSeeRevenue of the key, or a role in revenueVisibleTo).',
  ],
  https_required: ['Use https://. If this request carried a key, it crossed the network in clear text: revoke it.'],
  origin_forbidden: ['A page from another site sent this request. Open Faultline itself and try again.'],
  method_not_allowed: ['This address allows only GET, HEAD, POST.'],
  not_found: ['There is no application "shop". Use its id or its exact technicalName, which is case-sensitive.'],
  conflict: ['Somebody else changed or deleted the same data at the same moment. Read it again, then repeat your request.'],
  duplicate: [
    'There is already an application with the technicalName "shop". Change that one, or choose another name.',
    { issues: [{ path: 'technicalName', message: 'is taken' }] },
  ],
  former_name: [
    '"shop" is a former name of the application "store". Use that one, choose another name, or send reuseName: true to create another application.',
    {
      issues: [{ path: 'technicalName', message: 'is a former name of "store"' }],
      facts: { presentName: 'store', presentId: '7d1c2b90-58a4-4c0e-8d57-2f9b1c6e4a33' },
    },
  ],
  in_use: [
    'The application shop is needed by component cart. Delete or unlink them first, or use cascade=true, which deletes what is contained and unlinks the rest.',
    { facts: { neededBy: [{ kind: 'component', id: '7d1c2b90-58a4-4c0e-8d57-2f9b1c6e4a33', technicalName: 'cart' }], neededByTotal: 1 } },
  ],
  plan_limit: [
    'The Business plan allows up to 20000 components. Delete some, or choose a larger plan.',
    { facts: { limit: 20_000, plan: 'Business' } },
  ],
  digest_mismatch: ['The landscape or the manifest has changed since the preview, so the result would now differ. Preview again.'],
  too_many_deletes: [
    'Pruning would delete 120 of 300 entities, and allowDelete is not set. If that is intended, repeat with allowDelete=120.',
    { facts: { deletes: 120, entities: 300, allowDelete: null } },
  ],
  declared_elsewhere: [
    'The manifest payments states ownerTeam of the application shop differently. Remove it from one of the two, or repeat with takeOver=true.',
    {
      facts: {
        conflicts: [
          { manifest: 'payments', kind: 'application', technicalName: 'shop', field: 'ownerTeam', theirs: 'payments', ours: 'web' },
        ],
        conflictsTotal: 1,
      },
    },
  ],
  manifest_needs_a_name: [
    'A manifest named "export" owns nothing, so its 3 changes are not applied. Give it a name of its own: `faultline export --name NAME` writes one, or change `name` in the file.',
    { issues: [{ path: 'name', message: 'must be another name than "export"' }] },
  ],
  idempotency_in_progress: ['The first request with this Idempotency-Key is still running. Ask again in a moment.'],
  precondition_failed: [
    'It has changed since: its ETag is now "4". Read it again, then repeat your change.',
    { facts: { currentETag: '"4"' } },
  ],
  payload_too_large: [`The body is larger than ${MAXIMUM_JSON_BYTES} bytes, the limit for this request.`],
  manifest_too_complex: [
    'The manifest took too long to process. If the server may have been busy, try again in a minute. If that does not help, split it into several manifests with different names, or send it as JSON.',
  ],
  unsupported_media_type: ['Send the body as application/json, in UTF-8.'],
  idempotency_key_reused: ['This Idempotency-Key was used with another body. Use a new key for a new request.'],
  rate_limited: ['More than 1200 requests a minute. Wait 1 s, then slow down.', { facts: { perMinute: 1_200, resetSeconds: 60 } }],
  internal: [''],
  unavailable: ['The database cannot be reached right now. Try again in a few seconds.'],
  tenant_moving: [tenantIsMoving().message],
};

const EXAMPLE_REQUEST_ID = '0190e3a4-7c1d-7a55-9d1f-3b2a8f6c5e10';

const ALWAYS: readonly ErrorCode[] = [
  'invalid_input',
  'unsupported_version',
  'unauthenticated',
  'tenant_mismatch',
  'scope_missing',
  'plan_required',
  'https_required',
  'rate_limited',
  'internal',
  'unavailable',
];

/** The guard refuses with these before it counts the request, so that these answers say nothing about the limit. */
const UNCOUNTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unsupported_version',
  'https_required',
  'origin_forbidden',
  'method_not_allowed',
  'unauthenticated',
  'tenant_mismatch',
  'plan_required',
  'scope_missing',
]);

/** The first code of a status names the response, the others are appended. */
const LEADING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([...ALWAYS, 'conflict', 'not_found', 'payload_too_large']);

function responseName(status: number, codes: readonly ErrorCode[]): string {
  const pascal = (code: string): string => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const base = status === 403 ? 'Forbidden' : pascal(codes.find((code) => LEADING.has(code)) ?? codes[0] ?? 'internal');
  const more = codes.filter((code) => !LEADING.has(code) && pascal(code) !== base);
  return more.length === 0 ? base : `${base}Or${more.map(pascal).join('Or')}`;
}

function takesOnceOnly({ type, facts }: Route): boolean {
  return type === 'mutation' && facts.method === 'POST';
}

/** Every code with which this route may refuse. */
export function refusalCodes(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [...ALWAYS];
  if (route.body !== 'none') codes.push('payload_too_large', 'unsupported_media_type');
  if (route.type === 'mutation') codes.push('conflict');
  if (isChange(route.type, route.meta.access)) codes.push('tenant_moving');
  if (takesOnceOnly(route)) codes.push('idempotency_in_progress', 'idempotency_key_reused');
  if (route.facts.takesIfMatch === true) codes.push('precondition_failed');
  return [...new Set([...codes, ...(route.facts.refusals ?? [])])];
}

function headersOf(status: number, codes: readonly ErrorCode[]): Json {
  const names = ['API-Version', 'X-Request-Id'];
  if (status === 401) names.push('WWW-Authenticate');
  if (codes.some((code) => !UNCOUNTED.has(code))) names.push('RateLimit', 'RateLimit-Policy');
  if (status === 429 || status === 503 || codes.includes('idempotency_in_progress')) names.push('Retry-After');
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

function refusal(status: number, codes: readonly ErrorCode[]): Json {
  const examples = codes.map((code) => [code, { summary: problemTitle(code), value: exampleProblem(code) }] as const);
  return {
    description: codes.map((code) => `\`${code}\`: ${problemTitle(code)}.`).join(' '),
    headers: headersOf(status, codes),
    content: { 'application/problem+json': { schema: ref('schemas', 'Problem'), examples: Object.fromEntries(examples) } },
  };
}

/** A body of this refusal, as in the document. */
export function exampleProblem(code: ErrorCode): Record<string, unknown> {
  const [detail, extras] = EXAMPLES[code];
  return problemBody(new AppError(code, detail, extras), EXAMPLE_REQUEST_ID);
}

/** Adds each to `shared` under a name made of its codes, and refers to it. */
export function refusalResponses(route: Route, shared: Record<string, Json>): Record<string, Json> {
  return responsesOf(refusalCodes(route), shared);
}

/** The same for an operation that is no route: the codes of every operation, and `codes`. */
export function refusalsOf(codes: readonly ErrorCode[], shared: Record<string, Json>): Record<string, Json> {
  return responsesOf([...ALWAYS, ...codes], shared);
}

function responsesOf(all: readonly ErrorCode[], shared: Record<string, Json>): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of all) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code].sort());
  }
  const entries = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]): [string, Json] => {
      const name = responseName(status, codes);
      shared[name] ??= refusal(status, codes);
      return [String(status), { ...ref('responses', name) }];
    });
  return Object.fromEntries(entries);
}
