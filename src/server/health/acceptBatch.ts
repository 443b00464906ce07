/** Accepts many signals in one request. Each has its own result, and a wrong one does not keep the others from being accepted. */
import type { HealthSignalInput, HealthSignalResults } from '@/contract/healthSignals';
import { ERROR_STATUS } from '@/contract/errorStatus';
import type { Principal, RaisedLimits } from '@/domain/access';
import { AppError, type Issue } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignals, signedBy, type SignalOutcome, type TellLimit } from './acceptSignals';

/** An item of a batch, or the reason why it could not be read. */
export type BatchItem = { item: HealthSignalInput } | { refused: AppError };

type Result = HealthSignalResults['results'][number];

/**
 * The results in the order of the items: 202, 400, 404 or 429. If none was accepted, throws: `rate_limited` if an item exceeded the limit,
 * otherwise `invalid_input` with the position of each mistake. Throws `plan_required` and `unavailable` as `acceptSignals` does.
 */
export async function acceptBatch(
  tenant: TenantDb,
  { plan, raised, principal }: { plan: Plan; raised?: RaisedLimits; principal: Pick<Principal, 'type' | 'name'> },
  items: readonly BatchItem[],
  now: Date,
  tellLimit: TellLimit,
): Promise<HealthSignalResults> {
  const signed = items.map((read): BatchItem => ('item' in read ? sign(principal, read.item) : read));
  const usable = signed.flatMap((read) => ('item' in read ? [read.item] : []));
  const { outcomes, limit } = await acceptSignals(tenant, plan, usable, now, raised);
  tellLimit(limit);
  const inTurn = outcomes.values();
  const all = signed.map((read): SignalOutcome => ('item' in read ? (inTurn.next().value as SignalOutcome) : read));
  assertOneAccepted(all);
  return { results: all.map(resultOf) };
}

function sign(principal: Pick<Principal, 'type' | 'name'>, signal: HealthSignalInput): BatchItem {
  try {
    return { item: signedBy(principal, signal) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error };
    throw error;
  }
}

/** The result of one signal as the API answers it. */
export function resultOf(outcome: SignalOutcome, index: number): Result {
  if ('refused' in outcome) {
    const { code, message: detail, retryAfterSeconds } = outcome.refused;
    return { index, status: ERROR_STATUS[code], problem: { code, detail, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } };
  }
  const { signalId, reportedAt, isLate, formerName, note } = outcome.accepted;
  return {
    index,
    status: 202,
    signalId,
    ...(reportedAt !== null && { reportedAt }),
    ...(isLate && { isLate }),
    ...(formerName !== undefined && { formerName }),
    ...(note !== null && { note }),
  };
}

function assertOneAccepted(outcomes: readonly SignalOutcome[]): void {
  const refusals = outcomes.flatMap((outcome, index) => ('refused' in outcome ? [{ index, refused: outcome.refused }] : []));
  if (outcomes.length === 0 || refusals.length < outcomes.length) return;
  const overCap = refusals.find(({ refused }) => refused.code === 'rate_limited');
  if (overCap !== undefined) throw overCap.refused;
  const issues = refusals.flatMap(({ index, refused }) => issuesOf(index, refused));
  throw new AppError('invalid_input', `None of the signals could be accepted; the first: ${issues[0]?.message ?? ''}`, { issues });
}

function issuesOf(index: number, { code, message, issues }: AppError): Issue[] {
  const item = `signals[${index}]`;
  if (code === 'not_found') return [{ path: `${item}.component`, message }];
  return (issues ?? []).map((issue) => ({ ...issue, path: issue.path === '' ? item : `${item}.${issue.path}` }));
}
