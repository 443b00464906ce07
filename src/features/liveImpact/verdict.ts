/** The one-sentence verdict. It never calls something healthy that nobody reported on or that is under maintenance. */
import { isInService } from '@/domain/lifecycle';
import { countUnhealthy, isUnhealthy } from '@/domain/affected';
import { money, peopleLabel } from '@/client/labels/figures';
import { predicateOf, predicateOfAll } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import type { FailureState, HealthState, LifecycleState } from '@/domain/vocabulary';

export interface Standing {
  states: { Healthy: number; Warning: number; Degraded: number; Outage: number; unreported: number };
  /** Components and applications under maintenance now. */
  maintenanceCount: number;
  causes: readonly { name: string; state: FailureState; isUnderMaintenance: boolean }[];
  causesOmitted: number;
  applications: readonly { effectiveState: HealthState; lifecycleState: LifecycleState }[];
  capabilities: readonly { effectiveState: HealthState }[];
  processes: readonly { effectiveState: HealthState }[];
  audiences: readonly { effectiveState: HealthState; people: number | null }[];
  /** The expected cost per hour; null if this person may not see it or nothing is recorded. */
  revenue: { currency: string; expectedPerHour: number } | null;
}

export interface Verdict {
  /**
   * Healthy only if every component reports, nothing is wrong and nothing is under maintenance; `unclear` if nothing is known to be wrong.
   */
  mark: FailureState | 'Healthy' | 'unclear' | 'maintenance';
  sentence: string;
  detail: string;
}

const MOST_NAMED = 3;

export function verdictOf(standing: Standing): Verdict {
  const causes = standing.causes.filter(({ isUnderMaintenance }) => !isUnderMaintenance);
  const [worst] = causes;
  const detail = coverageWords(standing);
  if (worst === undefined) return quietVerdict(standing, detail);
  const count = causes.length + standing.causesOmitted;
  const named = causes.slice(0, MOST_NAMED).map(({ name }) => name);
  const sentence =
    count === 1
      ? `${worst.name} ${predicateOf(worst.state)}`
      : `${listed(named, count - named.length)} ${standing.causesOmitted > 0 ? 'are unhealthy' : predicateOfAll(causes.map(({ state }) => state))}`;
  return { mark: worst.state, sentence: `${sentence}. ${affectedWords(standing)}`, detail };
}

function quietVerdict({ states, causes, maintenanceCount }: Standing, detail: string): Verdict {
  const reporting = states.Healthy + states.Warning + states.Degraded + states.Outage;
  if (reporting + states.unreported === 0)
    return { mark: 'unclear', sentence: 'There is nothing to watch yet', detail: 'This landscape has no components.' };
  if (reporting === 0) return { mark: 'unclear', sentence: 'Nothing is known', detail };
  if (causes.length > 0) return { mark: 'maintenance', sentence: 'What is wrong is under maintenance', detail };
  if (states.unreported > 0) return { mark: 'unclear', sentence: 'Nothing is known to be affected', detail };
  return { mark: maintenanceCount === 0 ? 'Healthy' : 'unclear', sentence: 'Nothing is affected', detail };
}

/** `24 of 26 components report, 2 not reported. Under maintenance: 1.` */
export function coverageWords({ states, maintenanceCount }: Standing): string {
  const reporting = states.Healthy + states.Warning + states.Degraded + states.Outage;
  const total = reporting + states.unreported;
  const reports =
    reporting === 0
      ? `None of the ${countOf(total, 'component')} reports its health, so their state is unknown`
      : states.unreported === 0
        ? `All ${countOf(total, 'component')} report`
        : `${reporting.toLocaleString('en')} of ${countOf(total, 'component')} ${reporting === 1 ? 'reports' : 'report'}; ${states.unreported.toLocaleString('en')} not reported`;
  const maintenance = maintenanceCount === 0 ? '' : ` Under maintenance: ${maintenanceCount.toLocaleString('en')}.`;
  return `${reports}.${maintenance}`;
}

/** `Affected: 3 applications, 1 audience with 1,200 people. Expected cost per hour: €1,000.` */
function affectedWords({ applications, capabilities, processes, audiences, revenue }: Standing): string {
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
    revenue === null || revenue.expectedPerHour === 0
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
