/** Takes in what a monitoring system has sent in its own words: mapped to signals, which then go the way of all others. */
import { readSource } from '@/contract/signalSources/readSource';
import { mappingFrom, type SignalSourceAnswer, type SignalSourceInput } from '@/contract/signalSources/signalSource';
import { AppError } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '../tenantDb';
import { acceptBatch } from './acceptSignals';

/**
 * 202 as soon as one signal is accepted, or when the payload says nothing about health. Throws `invalid_input` with every alert that could not be mapped or
 * whose component is unknown when nothing was accepted, and what `acceptBatch` throws.
 */
export async function acceptFromSource(
  tenant: TenantDb,
  plan: Plan,
  input: SignalSourceInput,
  payload: unknown,
  now: Date,
): Promise<SignalSourceAnswer> {
  const { signals, issues, ignored } = readSource(input.source, payload, mappingFrom(input));
  if (signals.length === 0) {
    if (issues.length > 0) throw notOneMapped(issues);
    return { results: [], issues, ignored };
  }
  try {
    return { ...(await acceptBatch(tenant, plan, signals, now)), issues, ignored };
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') throw notOneMapped([...issues, ...(error.issues ?? [])]);
    throw error;
  }
}

function notOneMapped(issues: NonNullable<AppError['issues']>): AppError {
  return new AppError(
    'invalid_input',
    `No alert could be turned into a signal; the first: ${issues[0]?.path ?? ''}: ${issues[0]?.message ?? ''}`,
    { issues },
  );
}
