/** A server's refusal as a failure: its own sentence, its issues, and what to do about it at a command line. */
import { z } from 'zod';
import { ManifestIssue } from '@/contract/manifest/issue';
import { jsonOrNull } from '@/plain/jsonOrNull';
import type { Connection } from './connection';
import { Failure } from './failure';

const Problem = z.looseObject({
  code: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  issues: z.array(z.looseObject(ManifestIssue.shape)).optional(),
  issuesOmitted: z.int().optional(),
});

/** Members of a problem that have their own place in a failure. */
const TOLD = new Set(['type', 'title', 'status', 'detail', 'code', 'requestId', 'issues', 'issuesOmitted']);

const HINTS: Readonly<Record<string, string>> = {
  unauthenticated: 'the key is unknown, revoked or expired: check FAULTLINE_KEY, or the file of --key-file',
  tenant_mismatch:
    'the key belongs to another tenant than --tenant (FAULTLINE_TENANT); if FAULTLINE_KEY is set, FAULTLINE_KEY_FILE is not read',
  scope_missing: 'preview and push need the scope write, reading needs read, signals need health; no scope includes another',
  revenue_forbidden: 'leave annualRevenue and revenueShare out, or use a key with canSeeRevenue',
  digest_mismatch: 'somebody changed the landscape in the meantime: run the command again to see the new difference',
  too_many_deletes: 'check the deletions with push --preview --prune; if they are intended, add --allow-delete with that number',
  declared_elsewhere: 'check the conflicts with push --preview; if this manifest should win, add --take-over',
  manifest_needs_a_name: 'change `name` in the file, or export again with faultline export --name NAME',
  https_required: 'use https:// in --url (FAULTLINE_URL), and revoke this key: it crossed the network in clear text',
};

export function refusalOf(response: Response, text: string, { origin }: Connection): Failure {
  const { status } = response;
  if (status >= 300 && status < 400) {
    const target = response.headers.get('location') ?? 'somewhere else';
    return new Failure(`${origin} redirects to ${target}`, {
      code: 'redirected',
      status,
      hint: 'give the final address as --url (FAULTLINE_URL)',
    });
  }
  const problem = Problem.safeParse(jsonOrNull(text)).data;
  if (problem === undefined) return notTheApi(origin, status, text);
  const { code, title, detail, requestId, issues, issuesOmitted } = problem;
  const facts = Object.fromEntries(Object.entries(problem).filter(([name]) => !TOLD.has(name)));
  return new Failure(detail ?? title, {
    code,
    status,
    requestId,
    hint: HINTS[code] ?? (status >= 500 ? 'try again; if it keeps failing, tell the operator of the server the request id' : undefined),
    issues: issues?.map((issue) => ({ ...ManifestIssue.strip().parse(issue), file: '' })),
    issuesOmitted,
    facts,
  });
}

function notTheApi(origin: string, status: number, text: string): Failure {
  if (status === 413)
    return new Failure(`a proxy in front of ${origin} refuses what was sent, because it is too large for that proxy`, {
      code: 'too_large_for_proxy',
      status,
      hint: 'ask its operator to allow 34 MiB (nginx: client_max_body_size 34m), or split the manifest; files that work are in src/ops/deploy/proxy',
    });
  const kind = /^\s*</.test(text) ? 'a web page' : 'something that is not a Faultline error';
  const isGateway = status === 502 || status === 503 || status === 504;
  const hint = isGateway
    ? 'a proxy in front of the server answered: the server may be down'
    : 'check --url (FAULTLINE_URL): it is the address without /api/…';
  return new Failure(`${origin} answered ${status} with ${kind}`, { code: isGateway ? 'bad_gateway' : 'not_the_api', status, hint });
}
