/** The present impact as Prometheus metrics, so that a company's alerts and dashboards can follow business impact as well as machines. */
import { Gauge, Registry } from 'prom-client';
import type { ImpactSnapshot } from '@/contract/impactSnapshot';
import type { FileAnswer } from '@/contract/fileAnswer';
import type { Principal } from '@/domain/access';
import { HEALTH_STATES, INCIDENT_STATES } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { readSnapshot } from './readImpact';

/** Healthy is 0, an Outage 3. */
const STATE_HELP = '0 Healthy, 1 Warning, 2 Degraded, 3 Outage';
const valueOf = (state: (typeof HEALTH_STATES)[number]): number => HEALTH_STATES.indexOf(state);

const gaugesOf =
  (registry: Registry) =>
  <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
type AddGauge = ReturnType<typeof gaugesOf>;

function addStates(gauge: AddGauge, snapshot: ImpactSnapshot): void {
  const reported = gauge('faultline_components', 'Components by the state last reported; unreported: no report, or a stale Healthy.', [
    'state',
  ]);
  for (const [state, count] of Object.entries(snapshot.states)) reported.set({ state }, count);

  const component = gauge(
    'faultline_component_state',
    `The state of each component that is not healthy, by its own report or by what it depends on: ${STATE_HELP}.`,
    ['component', 'reported'],
  );
  for (const { technicalName, state } of snapshot.unhealthy) component.set({ component: technicalName, reported: 'true' }, valueOf(state));
  for (const { technicalName, effectiveState } of snapshot.impacted)
    component.set({ component: technicalName, reported: 'false' }, valueOf(effectiveState));

  const application = gauge('faultline_application_state', `The state of each application that is not healthy: ${STATE_HELP}.`, [
    'application',
    'criticality',
    'team',
  ]);
  for (const { technicalName, criticalityTier, ownerTeam, effectiveState } of snapshot.applications)
    application.set({ application: technicalName, criticality: criticalityTier, team: ownerTeam ?? '' }, valueOf(effectiveState));

  const capability = gauge('faultline_capability_state', `The state of each capability that is not healthy: ${STATE_HELP}.`, [
    'capability',
  ]);
  for (const { technicalName, effectiveState } of snapshot.capabilities)
    capability.set({ capability: technicalName }, valueOf(effectiveState));
}

function addCounts(gauge: AddGauge, { openIncidents, pendingSignals }: ImpactSnapshot): void {
  const incidents = gauge('faultline_open_incidents', 'Unresolved incidents, by state.', ['state']);
  const open = INCIDENT_STATES.filter((state) => state === 'Open' || state === 'Acknowledged' || state === 'Monitoring');
  for (const state of open) incidents.set({ state }, openIncidents.filter((incident) => incident.state === state).length);
  gauge('faultline_pending_signals', 'Accepted health signals that are not processed yet.', []).set(pendingSignals);
}

/** One series per situation that has an incident. */
function addSituations(gauge: AddGauge, { situations }: ImpactSnapshot): void {
  const causes = gauge('faultline_situation_causes', 'Causes that belong together, by situation; 0 once all have recovered.', [
    'situation',
  ]);
  const affected = gauge('faultline_situation_affected', 'What is worse than healthy because of a situation.', ['situation', 'kind']);
  const people = gauge('faultline_situation_people', 'People in the segments that a situation affects, where a number is recorded.', [
    'situation',
  ]);
  const exposure = gauge('faultline_situation_exposure_per_hour', 'What a situation costs per hour: expected, and at_risk.', [
    'situation',
    'currency',
    'kind',
  ]);
  for (const { id, causes: listed, causesOmitted, counts, exposure: money } of situations) {
    if (id === null) continue;
    const { people: crowd, audiencesWithoutNumber: _uncounted, ...kinds } = counts;
    causes.set({ situation: id }, listed.length + causesOmitted);
    for (const [kind, count] of Object.entries(kinds)) affected.set({ situation: id, kind }, count);
    if (crowd !== null) people.set({ situation: id }, crowd);
    if (money === undefined) continue;
    exposure.set({ situation: id, currency: money.currency, kind: 'expected' }, money.expectedPerHour);
    exposure.set({ situation: id, currency: money.currency, kind: 'at_risk' }, money.perHour);
  }
}

/** Left out if the caller may not see revenue, since an exposure of 0 would be wrong. */
function addExposure(gauge: AddGauge, { revenueExposure }: ImpactSnapshot): void {
  if (revenueExposure === undefined) return;
  const exposure = gauge(
    'faultline_exposure_per_hour',
    'Revenue affected right now, per hour: expected is the expected cost, at_risk is everything that depends on what is affected.',
    ['currency', 'kind'],
  );
  exposure.set({ currency: revenueExposure.currency, kind: 'expected' }, revenueExposure.expectedPerHour);
  exposure.set({ currency: revenueExposure.currency, kind: 'at_risk' }, revenueExposure.perHour);
}

/**
 * The snapshot as Prometheus text. Healthy components, applications and capabilities have no series, so a series exists only while there is
 * a problem.
 */
export async function impactMetrics(tenant: TenantDb, principal: Principal): Promise<FileAnswer> {
  const snapshot = await readSnapshot(tenant, principal);
  const registry = new Registry();
  for (const add of [addStates, addCounts, addSituations, addExposure]) add(gaugesOf(registry), snapshot);
  return { contentType: registry.contentType, fileName: 'metrics.txt', content: await registry.metrics(), headers: {} };
}
