/** What the `type` of a problem leads to: each code with its status and what to do about it. */
import { ERROR_CODES, type ErrorCode } from '@/domain/errors';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { problemTitle } from '@/doors/http/problem';
import { MAXIMUM_JSON_BYTES, MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { formatMebibytes } from '@/plain/sizes';
import { exampleProblem } from '../openapi/refusals';
import { pageResponse } from './referencePage';

const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  invalid_input:
    'Something in the path, the query or the body is missing, surplus, of another type or out of its bounds. Each mistake stands in issues, with its path. Nothing was done.',
  unsupported_version: 'This service speaks version 2 of the API. Send API-Version: 2 (or 2.x), or leave the header out.',
  unauthenticated:
    'Send an API key as “Authorization: Bearer flt_…”. If you did, it is mistyped, revoked or expired: ask an Admin of your tenant for a new one.',
  tenant_mismatch: 'The tenant in the address is not the one of your credentials. Whether that other tenant exists is not said.',
  scope_missing: 'The key lacks a scope: requiredScope names it. Scopes do not include each other. Ask an Admin for a key that has it.',
  role_missing: 'Your role in this tenant does not include this. Ask an Admin or an Owner.',
  plan_required: 'API access comes with the Business plan and above, and ends with a downgrade. Keys stay and work again after an upgrade.',
  revenue_forbidden:
    'annualRevenue and revenueShare may be written only by those who may see them: the plan must include revenue, and the key must have canSeeRevenue.',
  https_required:
    'The request came over plain HTTP. It is not redirected, since the key has crossed the network in clear already: revoke that key and use https.',
  origin_forbidden: 'A browser sent this from a page of another origin.',
  not_found: 'There is no such route, or your tenant has no such thing. Technical names are matched in exactly their own case.',
  method_not_allowed: 'The address exists, but not with this method. The Allow header lists those that it takes.',
  conflict: 'Another change got in the way. Read again what you wanted to change, then repeat.',
  duplicate: 'There already is one by this name (or this very dependency). Change that one, or choose another name.',
  former_name:
    'Something was renamed and had this name before; presentName says what it is called now. Use that, or say reuseName: true (in the body, or beside the technicalName in a manifest) to make another one, which ends the former name.',
  in_use: 'Others need what you want to delete; neededBy lists them. Delete or unlink them first, or use cascade=true.',
  plan_limit: 'The plan holds no more components. Delete some, or choose a larger plan.',
  digest_mismatch:
    'Something changed since the preview, so that applying the manifest would do something else than you saw. Preview again.',
  too_many_deletes:
    'Pruning would delete a large part of the landscape, or the manifest declares nothing at all, or it would delete more than allowDelete. `deletes` says how many entities (dependencies are not counted). Look at the preview; if it is meant, repeat with allowDelete set to that number.',
  declared_elsewhere:
    'Another manifest last stated a field differently; conflicts lists each with both values. Leave the field out of one of the two manifests, or repeat with takeOver=true: then this one holds, and the other conflicts when it is next applied.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running. Ask again after Retry-After seconds.',
  precondition_failed: 'Somebody changed it since you read it. Read it again, decide again, and send the new ETag as If-Match.',
  payload_too_large: `Bodies may hold ${formatMebibytes(MAXIMUM_JSON_BYTES)}, manifests ${formatMebibytes(MAXIMUM_MANIFEST_BYTES)}.`,
  manifest_too_complex: 'The manifest takes too long to read, or is nested too deeply. Split it.',
  unsupported_media_type: 'Send JSON as application/json, manifests as application/yaml, both in UTF-8 and uncompressed.',
  idempotency_key_reused: 'This Idempotency-Key was used within 24 hours for a request with another body. A new request needs a new key.',
  rate_limited: 'Wait for Retry-After seconds. RateLimit says what is left, RateLimit-Policy what you may use.',
  internal: 'A defect of ours. Nothing was changed. Tell us the requestId.',
  unavailable:
    'Something that is needed cannot be reached at the moment. Try again after Retry-After seconds; with an Idempotency-Key nothing is done twice.',
};

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
code{font:14px ui-monospace,monospace}pre{border:1px solid;border-radius:6px;padding:.5rem .75rem;overflow-x:auto}h2{margin:2rem 0 .25rem;font-size:1.1rem}p{margin:.25rem 0}section:target{outline:2px solid;outline-offset:.5rem}`;

export function errorsPage(): Response {
  const sections = ERROR_CODES.map((code) => {
    const status = ERROR_STATUS[code];
    const title = problemTitle(code);
    const example = JSON.stringify(exampleProblem(code), null, 2).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<section id="${code}"><h2>${title}</h2><p><code>${status} ${code}</code></p><p>${REMEDIES[code]}</p><pre tabindex="0" aria-label="Example of ${code}"><code>${example}</code></pre></section>`;
  });
  return pageResponse(
    'Errors of the API',
    `<style>${STYLE}</style>
<main>
<h1>Errors of the API</h1>
<p>Every refusal is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of these; <code>detail</code> says what was wrong
with your request, <code>issues</code> where. <a href="/docs">API reference</a> · <a href="/docs/guides/api-conventions">API conventions</a></p>
${sections.join('\n')}
</main>`,
  );
}
