/** Takes in what a monitoring system has sent in its own words: mapped to signals, which then go the way of all others. */
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
import type { TenantDb } from '../tenantDb';
import { resultOf } from './acceptBatch';
import { acceptSignals, overTheCap, takeSignals, type SignalOutcome, type TellLimit } from './acceptSignals';
import { keepUnmatched } from './unmatchedAlerts';

/**
 * What became of each alert. Those that fit no component are kept in the history as unmatched, and count against the cap as signals do: sending them again
 * would change nothing, so that is no refusal. Throws `invalid_input` for what is no payload of the source, `rate_limited` when nothing was taken and the cap
 * is why, `plan_required` and `unavailable`.
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
  const { outcomes, limit } = await acceptSignals(tenant, plan, signals, now, raised);
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

/** The signals whose component the tenant does not have. */
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
