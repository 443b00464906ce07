/** The page that a problem's `type` links to: each code with its status and what to do. */
import { escapeXml } from '@/plain/xml';
import { ERROR_CODES, type ErrorCode } from '@/domain/errors';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { problemTitle } from '@/doors/http/problem';
import { MAXIMUM_JSON_BYTES, MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { formatMebibytes } from '@/plain/sizes';
import { exampleProblem } from '@/doors/rest/openapi/refusals';
import { readBook } from './book';
import { highlighted } from './highlight';
import { siteResponse } from './siteFrame';

/** What to do about each. */
export const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  invalid_input:
    'Something in the path, query or body is missing, unknown, of the wrong type or out of bounds. `issues` lists each mistake with its path. Nothing was changed.',
  unsupported_version: 'This server speaks version 2 of the API. Send API-Version: 2 (or 2.x), or leave the header out.',
  unauthenticated:
    'Send an API key as “Authorization: Bearer flt_…”. If you did, it is mistyped, revoked or expired: ask an Admin of your tenant for a new one.',
  tenant_mismatch:
    'The tenant in the address is not the one your key belongs to. The answer does not reveal whether that other tenant exists. Use the address of your own tenant.',
  scope_missing: 'The key lacks a scope, named in requiredScope. No scope includes another. Ask an Admin for a key that has it.',
  role_missing: 'Your role in this tenant does not allow this. Ask an Admin or an Owner.',
  sso_required:
    'This tenant requires single sign-on, and your session began with a password. Sign out, then sign in with single sign-on. API keys are not affected.',
  plan_required:
    'The plan does not include this; `detail` says which plan does. API access needs the Business plan or above, and stops after a downgrade. Keys are kept and work again after an upgrade.',
  revenue_forbidden:
    'Revenue can be written, deleted or sorted by only if you may see it: the plan must include revenue, and the key must have canSeeRevenue.',
  https_required:
    'The request used plain HTTP. It is not redirected, because the key has already crossed the network in clear text: revoke that key and use https.',
  origin_forbidden: 'A browser sent this from a page of another origin. Call the API from a server instead.',
  not_found: 'There is no such route, or your tenant has no such thing. Technical names are case-sensitive.',
  method_not_allowed: 'The address exists, but does not support this method. The Allow header lists the methods that it supports.',
  conflict:
    'The current state does not allow this, often because somebody else made a change. `detail` says why. Read it again, then repeat if it still makes sense.',
  duplicate: 'Something with this name (or this exact dependency) already exists. Change it, or choose another name.',
  former_name:
    'Something was renamed and had this name before; presentName is its current name. Use that, or send reuseName: true (in the body, or beside the technicalName in a manifest) to create something new, which ends the former name.',
  in_use: 'Others need what you want to delete; neededBy lists them. Delete or unlink them first, or use cascade=true.',
  plan_limit: 'A limit of the plan is reached, usually that of components; `detail` says which. Delete some, or choose a larger plan.',
  digest_mismatch: 'Something changed since the preview, so applying the manifest would no longer do what you saw. Preview again.',
  too_many_deletes:
    'Pruning would delete a large part of the landscape or more than allowDelete, or the manifest declares nothing at all. `deletes` says how many entities (dependencies are not counted). Check the preview; if it is intended, repeat with allowDelete set to that number.',
  declared_elsewhere:
    'Another manifest states a field differently; conflicts lists each field with both values. Remove the field from one of the two manifests, or repeat with takeOver=true: then this value applies, and the other manifest conflicts when it is applied again.',
  manifest_needs_a_name:
    'The manifest is named export, as every export without a name is, and would change something. Such a manifest owns nothing and conflicts with nobody, so two files could undo each other’s work. Change its name, or export with a name.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running. Ask again after Retry-After seconds.',
  precondition_failed: 'Somebody changed it since you read it. Read it again, reconsider your change, and send the new ETag as If-Match.',
  payload_too_large: `Bodies may have up to ${formatMebibytes(MAXIMUM_JSON_BYTES)}, manifests ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)}.`,
  manifest_too_complex:
    'The manifest takes too long or too much memory to process. If it took too long, the server may only have been busy: try again in a minute. Otherwise, split it into several manifests with different names, or send it as JSON.',
  unsupported_media_type: 'Send JSON as application/json, manifests as application/yaml, both in UTF-8 and uncompressed.',
  idempotency_key_reused:
    'This Idempotency-Key was used within the last 24 hours for a request with another body. Use a new key for each new request.',
  rate_limited: 'Wait for Retry-After seconds. RateLimit says how much is left, RateLimit-Policy what the limit is.',
  internal: 'This is a bug on our side. Before you repeat a change, look whether it was made. Please report the requestId.',
  unavailable:
    'Something that the server needs cannot be reached right now. Try again after Retry-After seconds; with an Idempotency-Key nothing is done twice.',
  tenant_moving:
    'The operator is moving your tenant to another server. Until the move is over, you can read everything but change nothing. This request changed nothing. Try again after Retry-After seconds. If it keeps failing, ask the operator whether your tenant has a new address; keys and names stay the same there.',
};

/** Code spans of the remedies, which are written as in Markdown. */
function withCode(text: string): string {
  return escapeXml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

export async function errorsPage(): Promise<Response> {
  const sections = ERROR_CODES.map((code) => {
    const example = highlighted(JSON.stringify(exampleProblem(code), null, 2), 'json');
    return `<section id="${code}"><h2>${escapeXml(problemTitle(code))}</h2><p><code>${ERROR_STATUS[code]} ${code}</code></p><p>${withCode(REMEDIES[code])}</p><div class="code"><pre tabindex="0" aria-label="Example of ${code}"><code>${example}</code></pre></div></section>`;
  });
  const body = `<h1>Errors of the API</h1>
<p>Every refusal is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of these; <code>detail</code> says what was wrong
with your request, <code>issues</code> where. <a href="/docs/guides/api-conventions">API conventions</a></p>
${sections.join('\n')}`;
  const headings = ERROR_CODES.map((code) => ({ anchor: code, text: problemTitle(code), depth: 2 }));
  return siteResponse({ path: '/docs/errors', title: 'Errors of the API', body, headings }, await readBook());
}
