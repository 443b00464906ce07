/** Takes health signals in: checks them, counts them against the tenant's cap, and answers once they are durable. What they mean is worked out later. */
import { randomUUID } from 'node:crypto';
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import type { HealthSignalResults } from '@/contract/healthSignals';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError, invalidInput } from '@/domain/errors';
import type { HealthState, Plan } from '@/domain/vocabulary';
import { isGuid } from '@/contract/fields';
import { takeTokens, type LimitVerdict } from '../limits/requestLimit';
import { afterCommit, type TenantDb } from '../tenantDb';
import { nudgeConsumer } from '@/server/wake/consumerNudge';
import { storeSignals, type SignalToStore } from './signalQueue';

export interface SignalInput {
  /** GUID or technicalName. */
  component: string;
  state: HealthState;
  observedAt?: string | null | undefined;
  source?: string | null | undefined;
  message?: string | null | undefined;
}

export interface AcceptedSignal {
  signalId: string;
  componentId: string;
  state: HealthState;
  status: 'Queued';
  acceptedAt: string;
}

/** How far a monitoring system's clock may be ahead of ours. */
const MOST_AHEAD_MS = 5 * 60_000;

export type SignalOutcome = { accepted: AcceptedSignal } | { refused: AppError };

/** What a person reports is said by that person: throws `invalid_input` where it names somebody else. A key speaks for whoever it names. */
export function signedBy<Signal extends SignalInput>(
  { type, name }: Pick<Principal, 'type' | 'name'>,
  signal: Signal,
  path = 'source',
): Signal {
  if (type !== 'person') return signal;
  if (signal.source != null && signal.source !== name)
    throw invalidInput(path, 'what a signed-in person reports is said by that person; leave it out, or report with an API key');
  return { ...signal, source: name };
}

/**
 * One signal. Throws 400 for a time too far ahead, 404 for an unknown component, `rate_limited` over the cap, and `unavailable` (503) when it could not be stored.
 */
export async function acceptSignal(tenant: TenantDb, plan: Plan, input: SignalInput, now: Date): Promise<AcceptedSignal> {
  const { outcomes } = await acceptSignals(tenant, plan, [input], now);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('A signal without an outcome.');
  if ('refused' in outcome) throw outcome.refused;
  return outcome.accepted;
}

/**
 * Many signals, each with its own outcome in its place. Those over the cap are refused by `rate_limited` and not stored. Throws `unavailable` when
 * nothing could be stored.
 */
export async function acceptSignals(
  tenant: TenantDb,
  plan: Plan,
  inputs: readonly SignalInput[],
  now: Date,
): Promise<{ outcomes: SignalOutcome[]; limit: LimitVerdict | null }> {
  const checked = inputs.map((input) => ({ input, refused: tooFarAhead(input, now) }));
  const usable = checked.filter(({ refused }) => refused === null).length;
  const perMinute = PLAN_LIMITS[plan].signalsPerMinute;
  const { granted, verdict } = usable === 0 ? { granted: 0, verdict: null } : await takeTokens(tenant, 'signals', perMinute, usable);
  const admitted: { index: number; signal: SignalToStore }[] = [];
  const outcomes = checked.map(({ input, refused }, index): SignalOutcome => {
    if (refused !== null) return { refused };
    if (admitted.length >= granted) return { refused: overTheCap(perMinute, verdict) };
    const signal = signalOf(input);
    admitted.push({ index, signal });
    // Replaced below, once it is known what became of it.
    return { refused: new AppError('internal', '') };
  });
  if (admitted.length > 0) {
    const stored = await storeSignals(
      tenant,
      admitted.map(({ signal }) => signal),
    );
    admitted.forEach(({ index, signal }, place) => {
      const found = stored[place] ?? null;
      outcomes[index] =
        found === null
          ? { refused: new AppError('not_found', `There is no component "${inputs[index]?.component ?? ''}".`) }
          : { accepted: { signalId: signal.signalId, state: signal.state, status: 'Queued', ...found } };
    });
    // Inside somebody else's transaction the signals wait for its commit, and so does the consumer.
    if (tenant.transaction === undefined) nudgeConsumer(tenant.tenantId);
    else afterCommit(tenant.transaction, () => nudgeConsumer(tenant.tenantId));
  }
  return { outcomes, limit: verdict };
}

/**
 * A batch with the result of each in its place. When none was accepted the whole is refused: `rate_limited` where the cap had a part in it, else `invalid_input`
 * with the place of each mistake.
 */
export async function acceptBatch(tenant: TenantDb, plan: Plan, inputs: readonly SignalInput[], now: Date): Promise<HealthSignalResults> {
  const { outcomes } = await acceptSignals(tenant, plan, inputs, now);
  const refusals = outcomes.flatMap((outcome, index) => ('refused' in outcome ? [{ index, refused: outcome.refused }] : []));
  if (refusals.length === outcomes.length) throw refusedAll(refusals);
  return {
    results: outcomes.map((outcome, index) => {
      if ('accepted' in outcome) return { index, status: 202, signalId: outcome.accepted.signalId };
      const { code, message: detail, retryAfterSeconds } = outcome.refused;
      return {
        index,
        status: ERROR_STATUS[code],
        problem: { code, detail, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
      };
    }),
  };
}

function refusedAll(refusals: readonly { index: number; refused: AppError }[]): AppError {
  const overCap = refusals.find(({ refused }) => refused.code === 'rate_limited');
  if (overCap !== undefined) return overCap.refused;
  const issues = refusals.map(({ index, refused }) => {
    const field = refused.code === 'not_found' ? 'component' : 'observedAt';
    return { path: `signals[${index}].${field}`, message: refused.message };
  });
  return new AppError('invalid_input', `None of the signals could be accepted; the first: ${issues[0]?.message ?? ''}`, { issues });
}

function tooFarAhead({ observedAt }: SignalInput, now: Date): AppError | null {
  if (observedAt == null || Date.parse(observedAt) <= now.getTime() + MOST_AHEAD_MS) return null;
  return invalidInput('observedAt', `is more than 5 minutes ahead of the server, whose clock says ${now.toISOString()}`);
}

function overTheCap(perMinute: number, verdict: LimitVerdict | null): AppError {
  const retryAfterSeconds = Math.max(1, verdict?.retryAfterSeconds ?? 1);
  return new AppError(
    'rate_limited',
    `More than ${perMinute} health signals a minute. Wait ${retryAfterSeconds} s, then send this one again.`,
    { retryAfterSeconds },
  );
}

function signalOf(input: SignalInput): SignalToStore {
  const isId = isGuid(input.component);
  return {
    signalId: randomUUID(),
    componentId: isId ? input.component.toLowerCase() : null,
    technicalName: isId ? null : input.component,
    state: input.state,
    observedAt: input.observedAt ?? null,
    source: input.source ?? null,
    message: input.message ?? null,
  };
}
