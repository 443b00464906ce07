/** The one-sentence verdict. It never calls something healthy that nobody reported on or that is under maintenance. */
import { isInService } from '@/domain/lifecycle';
import { countUnhealthy, isUnhealthy } from '@/domain/affected';
import { money, peopleLabel } from '@/client/labels/figures';
import { predicateOf, predicateOfAll } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import type { FailureState } from '@/domain/vocabulary';
import type { LiveImpact, Snapshot } from './useLiveImpact';

export interface Verdict {
  /**
   * Healthy only if every component reports, nothing is wrong and nothing is under maintenance; `unclear` if nothing is known to be wrong.
   */
  mark: FailureState | 'Healthy' | 'unclear' | 'maintenance';
  sentence: string;
  detail: string;
}

const MOST_NAMED = 3;

export function verdictOf({ snapshot, impact }: LiveImpact): Verdict {
  const causes = impact.causes.filter(({ isUnderMaintenance }) => !isUnderMaintenance);
  const [worst] = causes;
  const detail = coverageWords(snapshot);
  if (worst === undefined) return quietVerdict(snapshot, impact.causes.length > 0, detail);
  const count = causes.length + impact.causesOmitted;
  const named = causes.slice(0, MOST_NAMED).map(({ name }) => name);
  const sentence =
    count === 1
      ? `${worst.name} ${predicateOf(worst.state)}`
      : `${listed(named, count - named.length)} ${impact.causesOmitted > 0 ? 'are unhealthy' : predicateOfAll(causes.map(({ state }) => state))}`;
  return { mark: worst.state, sentence: `${sentence}. ${affectedWords(snapshot)}`, detail };
}

function quietVerdict({ states, maintenance }: Snapshot, isUnderMaintenance: boolean, detail: string): Verdict {
  const reporting = states.Healthy + states.Warning + states.Degraded + states.Outage;
  if (reporting + states.unreported === 0)
    return { mark: 'unclear', sentence: 'There is nothing to watch yet', detail: 'This landscape has no components.' };
  if (reporting === 0) return { mark: 'unclear', sentence: 'Nothing is known', detail };
  if (isUnderMaintenance) return { mark: 'maintenance', sentence: 'What is wrong is under maintenance', detail };
  if (states.unreported > 0) return { mark: 'unclear', sentence: 'Nothing is known to be affected', detail };
  return { mark: maintenance.length === 0 ? 'Healthy' : 'unclear', sentence: 'Nothing is affected', detail };
}

/** `24 of 26 components report, 2 not reported. Under maintenance: 1.` */
function coverageWords({ states, maintenance }: Snapshot): string {
  const reporting = states.Healthy + states.Warning + states.Degraded + states.Outage;
  const total = reporting + states.unreported;
  const reports =
    reporting === 0
      ? `None of the ${countOf(total, 'component')} reports its health, so their state is unknown`
      : states.unreported === 0
        ? `All ${countOf(total, 'component')} report`
        : `${reporting.toLocaleString('en')} of ${countOf(total, 'component')} ${reporting === 1 ? 'reports' : 'report'}; ${states.unreported.toLocaleString('en')} not reported`;
  return `${reports}.${maintenance.length === 0 ? '' : ` Under maintenance: ${maintenance.length.toLocaleString('en')}.`}`;
}

/** `Affected: 3 applications, 1 audience with 1,200 people. Expected cost per hour: €1,000.` */
function affectedWords({ applications, capabilities, processes, audiences, revenueExposure: revenue }: Snapshot): string {
  const inService = applications.filter(({ lifecycleState }) => isInService(lifecycleState));
  const outside = countUnhealthy(applications) - countUnhealthy(inService);
  const parts = [
    { count: countUnhealthy(inService), one: 'application', many: 'applications' },
    { count: countUnhealthy(capabilities), one: 'capability', many: 'capabilities' },
    { count: countUnhealthy(processes), one: 'process', many: 'processes' },
    { count: countUnhealthy(audiences), one: 'audience', many: 'audiences' },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0)
    return outside === 0 ? 'No application is affected.' : `Affected: ${countOf(outside, 'application')} not in service.`;
  const reached = audiences.filter(isUnhealthy).map(({ people }) => people);
  const people = reached.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const crowd = people === 0 ? '' : ` with ${reached.includes(null) ? 'at least ' : ''}${peopleLabel(people)}`;
  const loss =
    revenue === undefined || revenue.byAudience.length === 0 || revenue.expectedPerHour === 0
      ? ''
      : ` Expected cost per hour: ${money(revenue.expectedPerHour, revenue.currency)}.`;
  const apart = outside === 0 ? '' : ` Also affected: ${countOf(outside, 'application')} not in service.`;
  return `Affected: ${parts.map(({ count, one, many }) => countOf(count, one, many)).join(', ')}${crowd}.${loss}${apart}`;
}

/** `a, b and c`, or `a, b, c and 4 more` */
export function listed(names: readonly string[], more: number): string {
  const parts = more > 0 ? [...names, `${more.toLocaleString('en')} more`] : [...names];
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}
