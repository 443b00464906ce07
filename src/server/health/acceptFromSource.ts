/** Accepts alerts in the format of a monitoring system: maps each to a signal and processes those like all others. */
import { createHash } from 'node:crypto';
import type { SourceReading, SourceSignal, UnmatchedAlert } from '@/contract/signalSources/alertSource';
import { ALERT_SOURCES } from '@/contract/signalSources/alertSources';
import {
  mappingFrom,
  sourceName,
  type AlertPart,
  type SignalSourceAnswer,
  type SignalSourceInput,
} from '@/contract/signalSources/signalSource';
import { NOT_RAISED, type RaisedLimits } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { resultOf } from './acceptBatch';
import { acceptSignals, overTheCap, takeSignals, type SignalInput, type SignalOutcome, type TellLimit } from './acceptSignals';
import { MOST_OPEN_ALERTS, noteDelivery, openAmong } from './alertSources';
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
  const source = sourceName(input);
  const reading = ALERT_SOURCES[input.source].read(payload, mappingFrom(input));
  const { isReadable, issues, ignored, unmatched } = reading;
  const open = isReadable ? await noteDelivery(tenant, input) : 0;
  const alerts = reading.signals.map((signal) => ({ ...signal, source, alert: { ...signal.alert, key: shortKey(signal.alert.key) } }));
  const { outcomes, limit } = await acceptWithin(tenant, alerts, open, (within) => acceptSignals(tenant, plan, within, now, raised));
  tellLimit(limit);
  if (!isReadable) throw notOfThisSource(input.source, issues);
  const { granted, verdict } = await takeSignals(tenant, plan, unmatched.length, raised);
  tellLimit(verdict);
  const overCap = outcomes.find((outcome) => 'refused' in outcome && outcome.refused.code === 'rate_limited');
  const isAccepted = outcomes.some((outcome) => 'accepted' in outcome) || granted > 0;
  if (!isAccepted && overCap !== undefined && 'refused' in overCap) throw overCap.refused;
  if (!isAccepted && unmatched.length > 0) throw overTheCap(verdict);
  const kept = [...unknownAmong(alerts, outcomes), ...unmatched.slice(0, granted)];
  await keepUnmatched(tenant, source, kept);
  return {
    results: outcomes.map(resultOf),
    parts: partsOf(reading, outcomes, granted),
    issues,
    ignored: ignored.length,
    unmatched: kept.length,
  };
}

/** Refuses alerts that are new beyond the most that may be open, and passes the others on. */
async function acceptWithin<Alert extends SignalInput & { source: string; alert: { key: string } }, Limit>(
  tenant: TenantDb,
  alerts: readonly Alert[],
  open: number,
  accept: (within: readonly Alert[]) => Promise<{ outcomes: SignalOutcome[]; limit: Limit }>,
): Promise<{ outcomes: SignalOutcome[]; limit: Limit }> {
  if (open < MOST_OPEN_ALERTS) return accept(alerts);
  const known = await openAmong(tenant, alerts);
  const isTaken = ({ state, alert }: Alert): boolean => state === 'Healthy' || known.has(alert.key);
  const { outcomes, limit } = await accept(alerts.filter(isTaken));
  const inTurn = outcomes.values();
  const refused = new AppError(
    'plan_limit',
    `This tenant already has ${MOST_OPEN_ALERTS} open alerts, so this one was refused. Close some first.`,
  );
  return { outcomes: alerts.map((alert) => (isTaken(alert) ? (inTurn.next().value as SignalOutcome) : { refused })), limit };
}

/** Fingerprints stay readable; whatever is long or unusual becomes a digest. */
function shortKey(key: string): string {
  return /^[\x20-\x7e]{1,200}$/.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

/** The signals whose component does not exist in the tenant. */
function unknownAmong(signals: readonly SourceSignal[], outcomes: readonly SignalOutcome[]): UnmatchedAlert[] {
  return signals.flatMap(({ path, component, state, observedAt, message }, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined || !('refused' in outcome) || outcome.refused.code !== 'not_found') return [];
    return [{ path, name: component, state, observedAt, message, reason: outcome.refused.message }];
  });
}

/** What each alert of the payload led to, in their order. `granted`: how many of those that match nothing were within the limit. */
function partsOf({ signals, ignored, unmatched }: SourceReading, outcomes: readonly SignalOutcome[], granted: number): AlertPart[] {
  const parts: AlertPart[] = [
    ...signals.map(({ path }, index) => partOf(path, outcomes[index])),
    ...ignored.map(({ path, reason }): AlertPart => ({ path, outcome: 'Ignored', signalId: null, reason })),
    ...unmatched.map(({ path, reason }, index): AlertPart => ({
      path,
      outcome: index < granted ? 'Unmatched' : 'Refused',
      signalId: null,
      reason,
    })),
  ];
  const placeOf = ({ path }: AlertPart): number => Number(/\d+/.exec(path)?.[0] ?? 0);
  return parts.sort((a, b) => placeOf(a) - placeOf(b));
}

function partOf(path: string, outcome: SignalOutcome | undefined): AlertPart {
  if (outcome !== undefined && 'accepted' in outcome)
    return { path, outcome: 'Accepted', signalId: outcome.accepted.signalId, reason: outcome.accepted.note };
  const isUnknown = outcome?.refused.code === 'not_found';
  return { path, outcome: isUnknown ? 'Unmatched' : 'Refused', signalId: null, reason: outcome?.refused.message ?? null };
}

function notOfThisSource(source: string, issues: NonNullable<AppError['issues']>): AppError {
  const [first] = issues;
  const place = first === undefined || first.path === '' ? 'it' : first.path;
  return new AppError('invalid_input', `This body is not in the format of ${source}: ${place} ${first?.message ?? ''}`, { issues });
}
