/** Accepts alerts in the format of a monitoring system: maps them to signals and processes those like all others. */
import { readSource } from '@/contract/signalSources/readSource';
import {
  mappingFrom,
  type SignalSourceAnswer,
  type SignalSourceInput,
  type SourceSignal,
  type UnmatchedAlert,
} from '@/contract/signalSources/signalSource';
import { NOT_RAISED, type RaisedLimits } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { resultOf } from './acceptBatch';
import { acceptSignals, overTheCap, takeSignals, type SignalOutcome, type TellLimit } from './acceptSignals';
import { keepUnmatched } from './unmatchedAlerts';

/**
 * The outcome of each alert. Alerts that match no component are stored in the history as unmatched and count against the limit, but do not
 * fail the request, because sending them again would not help. Throws `invalid_input` if the body is not in the format of the source,
 * `rate_limited` if the limit kept every alert out, `plan_required`, and `unavailable`.
 */
export async function acceptFromSource(
  tenant: TenantDb,
  plan: Plan,
  input: SignalSourceInput,
  payload: unknown,
  now: Date,
  tellLimit: TellLimit = () => undefined,
  raised: RaisedLimits = NOT_RAISED,
): Promise<SignalSourceAnswer> {
  const { isReadable, signals, issues, ignored, unmatched } = readSource(input.source, payload, mappingFrom(input));
  const alerts = signals.map((signal) => ({ ...signal, isAlert: true }));
  const { outcomes, limit } = await acceptSignals(tenant, plan, alerts, now, raised);
  tellLimit(limit);
  if (!isReadable) throw notOfThisSource(input.source, issues);
  const { granted, verdict } = await takeSignals(tenant, plan, unmatched.length, raised);
  tellLimit(verdict);
  const overCap = outcomes.find((outcome) => 'refused' in outcome && outcome.refused.code === 'rate_limited');
  const isAccepted = outcomes.some((outcome) => 'accepted' in outcome) || granted > 0;
  if (!isAccepted && overCap !== undefined && 'refused' in overCap) throw overCap.refused;
  if (!isAccepted && unmatched.length > 0) throw overTheCap(verdict);
  const kept = [...unknownAmong(signals, outcomes), ...unmatched.slice(0, granted)];
  await keepUnmatched(tenant, input.source, kept);
  return { results: outcomes.map(resultOf), issues, ignored, unmatched: kept.length };
}

/** The signals whose component does not exist in the tenant. */
function unknownAmong(signals: readonly SourceSignal[], outcomes: readonly SignalOutcome[]): UnmatchedAlert[] {
  return signals.flatMap(({ component, state, observedAt, message }, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined || !('refused' in outcome) || outcome.refused.code !== 'not_found') return [];
    return [{ name: component, state, observedAt, message, reason: outcome.refused.message }];
  });
}

function notOfThisSource(source: string, issues: NonNullable<AppError['issues']>): AppError {
  const [first] = issues;
  return new AppError('invalid_input', `This body is not in the format of ${source}: ${first?.path ?? ''}: ${first?.message ?? ''}`, {
    issues,
  });
}
