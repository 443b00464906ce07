/** Takes in what a monitoring system has sent in its own words: mapped to signals, which then go the way of all others. */
import { readSource } from '@/contract/signalSources/readSource';
import { mappingFrom, type SignalSourceAnswer, type SignalSourceInput } from '@/contract/signalSources/signalSource';
import { AppError } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '../tenantDb';
import { assertOneAccepted, resultOf } from './acceptBatch';
import { acceptSignals, type TellLimit } from './acceptSignals';

/**
 * 202 as soon as one signal is accepted, or when the payload says nothing about health. Throws `invalid_input` with every alert that could not be mapped or
 * whose component is unknown when nothing was accepted, `rate_limited` when the cap had a part in that, and what `acceptSignals` throws.
 */
export async function acceptFromSource(
  tenant: TenantDb,
  plan: Plan,
  input: SignalSourceInput,
  payload: unknown,
  now: Date,
  tellLimit: TellLimit = () => undefined,
): Promise<SignalSourceAnswer> {
  const { signals, issues, ignored } = readSource(input.source, payload, mappingFrom(input));
  const { outcomes, limit } = await acceptSignals(tenant, plan, signals, now);
  tellLimit(limit);
  if (signals.length === 0 && issues.length > 0) throw notOneMapped(issues);
  try {
    assertOneAccepted(outcomes);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') throw notOneMapped([...issues, ...(error.issues ?? [])]);
    throw error;
  }
  return { results: outcomes.map(resultOf), issues, ignored };
}

function notOneMapped(issues: NonNullable<AppError['issues']>): AppError {
  return new AppError(
    'invalid_input',
    `No alert could be turned into a signal; the first: ${issues[0]?.path ?? ''}: ${issues[0]?.message ?? ''}`,
    { issues },
  );
}
