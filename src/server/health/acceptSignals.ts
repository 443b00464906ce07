/**
 * Accepts health signals: checks them, counts them against the tenant's limit, and answers once they are durable. Their effect is computed
 * later.
 */
import { randomUUID } from 'node:crypto';
import type { SourceAlert } from '@/contract/signalSources/alertSource';
import { heldBy, severityOf } from '@/domain/health/openAlerts';
import { isOldOnArrival, OLD_ON_ARRIVAL_HOURS } from '@/domain/health/reportAge';
import { limitsOf, NOT_RAISED, type Principal, type RaisedLimits } from '@/domain/access';
import type { AcceptedSignal } from '@/contract/healthSignals';
import { isGuid } from '@/contract/values/guid';
import { AppError, invalidInput } from '@/domain/errors';
import type { HealthState, Plan } from '@/domain/vocabulary';
import { takeTokens, type LimitVerdict } from '@/server/limits/requestLimit';
import { afterCommit } from '@/server/db/write';
import type { TenantDb } from '@/server/db/tenantDb';
import { nudgeConsumer } from '@/server/wake/nudges';
import { storeSignals, type SignalToStore, type Stored } from './signalQueue';

export interface SignalInput {
  /** GUID or technicalName. */
  component: string;
  state: HealthState;
  observedAt?: string | null | undefined;
  source?: string | null | undefined;
  message?: string | null | undefined;
  /** Set for an alert. Its tool reads nothing but the status, so one from ahead of our clock counts as of now instead of being refused. */
  alert?: SourceAlert;
}

/** How far a monitoring system's clock may be ahead of the server's, in milliseconds. */
const MOST_AHEAD_MS = 5 * 60_000;

export type SignalOutcome = { accepted: AcceptedSignal } | { refused: AppError };

/** Receives what is left of the tenant's limit as soon as it is known, whether or not anything was accepted. */
export type TellLimit = (limit: LimitVerdict) => void;

/** A person's signals have that person as their source; throws `invalid_input` if another is named. A key may name any source. */
export function signedBy<Signal extends SignalInput>(
  { type, name }: Pick<Principal, 'type' | 'name'>,
  signal: Signal,
  path = 'source',
): Signal {
  if (type !== 'person') return signal;
  if (signal.source != null && signal.source !== name)
    throw invalidInput(path, 'must be left out, because the source is the person who is signed in; to name another source, use an API key');
  return { ...signal, source: name };
}

/**
 * Accepts one signal. Throws 400 for a time too far ahead, 404 for an unknown component, `plan_required`, `rate_limited` over the limit,
 * and `unavailable` (503) if it could not be stored.
 */
export async function acceptSignal(
  tenant: TenantDb,
  plan: Plan,
  input: SignalInput,
  now: Date,
  tellLimit: TellLimit = () => undefined,
  raised: RaisedLimits = NOT_RAISED,
): Promise<AcceptedSignal> {
  const { outcomes, limit } = await acceptSignals(tenant, plan, [input], now, raised);
  tellLimit(limit);
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('A signal without an outcome.');
  if ('refused' in outcome) throw outcome.refused;
  return outcome.accepted;
}

/**
 * Accepts many signals and returns their outcomes in order. Signals over the limit are refused with `rate_limited` and not stored. Throws
 * `plan_required` on a plan without signals, and `unavailable` if nothing could be stored.
 */
export async function acceptSignals(
  tenant: TenantDb,
  plan: Plan,
  inputs: readonly SignalInput[],
  now: Date,
  raised: RaisedLimits = NOT_RAISED,
): Promise<{ outcomes: SignalOutcome[]; limit: LimitVerdict }> {
  const checked = inputs.map((input) => ({ input, refused: tooFarAhead(input, now) }));
  const usable = checked.filter(({ refused }) => refused === null);
  const { granted, verdict } = await takeSignals(tenant, plan, usable.length, raised);
  const admitted = usable.slice(0, granted).map(({ input }) => signalOf(input));
  const stored = admitted.length === 0 ? [] : await storeSignals(tenant, admitted);
  const inTurn = admitted.entries();
  const outcomes = checked.map(({ input: { component }, refused }): SignalOutcome => {
    if (refused !== null) return { refused };
    const next = inTurn.next();
    if (next.done === true) return { refused: overTheCap(verdict) };
    const [at, signal] = next.value;
    const found = stored[at] ?? null;
    return found === null ? { refused: noSuchComponent(component) } : { accepted: acceptedOf(signal, found) };
  });
  if (admitted.length > 0)
    // Inside a caller's transaction, the signals become visible only when it commits, so the consumer is not notified here.
    if (tenant.transaction === undefined) nudgeConsumer(tenant.tenantId);
    else afterCommit(tenant.transaction, () => nudgeConsumer(tenant.tenantId));
  return { outcomes, limit: verdict };
}

function noSuchComponent(component: string): AppError {
  const words = `There is no component "${component}". Use its id or its exact technicalName, which is case-sensitive.`;
  return new AppError('not_found', words);
}

/** Takes up to `wanted` signals from the tenant's limit for this minute. Throws `plan_required` if the plan has no signals. */
export async function takeSignals(
  tenant: TenantDb,
  plan: Plan,
  wanted: number,
  raised: RaisedLimits,
): Promise<{ granted: number; verdict: LimitVerdict }> {
  const perMinute = limitsOf(plan, raised).signalsPerMinute;
  if (perMinute === 0) throw new AppError('plan_required', `Health signals need the Business plan or above; this tenant has ${plan}.`);
  return takeTokens(tenant, 'signals', perMinute, wanted);
}

function acceptedOf(signal: SignalToStore, stored: Stored): AcceptedSignal {
  const { signalId, state } = signal;
  const { formerName, holder: _holder, ...found } = stored;
  return { signalId, state, status: 'Queued', ...found, ...(formerName === null ? {} : { formerName }), note: noteOf(signal, stored) };
}

/** What the sender should know beyond "accepted"; null if there is nothing. */
function noteOf(
  { state, alert }: SignalToStore,
  { isLate, reportedAt, formerName, holder, observedAt, acceptedAt }: Stored,
): string | null {
  const said = [
    ...(reportedAt === null
      ? []
      : [`Your clock is ahead of ours: observedAt was ${reportedAt}, so the signal counts as observed when it was accepted.`]),
    ...(formerName === null
      ? []
      : [`The component is now called ${formerName.presentName}; its former name is accepted until ${formerName.until.slice(0, 10)}.`]),
    ...(isLate ? ['A later observation of this component already counts: this signal is kept in the history and changes nothing.'] : []),
    ...(alert === null && state !== 'Healthy' && isOldOnArrival({ observedAt: Date.parse(observedAt), acceptedAt: Date.parse(acceptedAt) })
      ? [
          `It was observed more than ${OLD_ON_ARRIVAL_HOURS} hours ago: it sets the state but opens no incident until a newer report repeats it.`,
        ]
      : []),
    ...(holder !== null && alert === null && severityOf(holder.state) > severityOf(state) ? [heldBy(holder)] : []),
  ];
  return said.length === 0 ? null : said.join(' ');
}

function tooFarAhead({ observedAt, alert }: SignalInput, now: Date): AppError | null {
  if (alert !== undefined || observedAt == null || Date.parse(observedAt) <= now.getTime() + MOST_AHEAD_MS) return null;
  return invalidInput('observedAt', `is more than 5 minutes ahead of the server's clock, which shows ${now.toISOString()}`);
}

/** The refusal of a signal over the limit, which says when to send it again. */
export function overTheCap({ perMinute, resetSeconds, ...verdict }: LimitVerdict): AppError {
  const retryAfterSeconds = Math.max(1, verdict.retryAfterSeconds);
  return new AppError(
    'rate_limited',
    `More than ${perMinute} health signals a minute. Wait ${retryAfterSeconds} s, then send this one again.`,
    { retryAfterSeconds, facts: { perMinute, resetSeconds } },
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
    alert: input.alert ?? null,
  };
}
