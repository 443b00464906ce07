/**
 * The demo's history: an incident of yesterday, a situation of two open ones, a maintenance window, an alert that still holds under a report that
 * all is well, and a component that nobody has looked at since yesterday. All of it goes through the normal use cases with
 * times in the past; this file writes no rows.
 */
import type { Principal } from '@/domain/access';
import type { HealthState } from '@/domain/vocabulary';
import { acceptFromSource } from '@/server/health/acceptFromSource';
import { acceptSignals } from '@/server/health/acceptSignals';
import { acknowledge, comment } from '@/server/health/actOnIncident';
import { claimWork } from '@/server/health/claimWork';
import { listSignals } from '@/server/health/listSignals';
import { createWindow } from '@/server/health/maintenanceWindows';
import { listIncidents } from '@/server/health/listIncidents';
import { runTurn } from '@/server/health/recompute';
import { findEntities } from '@/server/landscape/findEntities';
import type { TenantDb } from '@/server/db/tenantDb';

/** The source of the demo's health signals. */
export const SAMPLE_SOURCE = 'sample data';

interface Report {
  component: string;
  state: HealthState;
  message?: string;
}

const MINUTE = 60_000;
/** What was observed more than 24 hours before it arrives opens no incident. */
const YESTERDAY = 22 * 60;

/** Each story by how many minutes ago its reports were made. */
const PAYMENT_FAILS: readonly Report[] = [{ component: 'payment', state: 'Outage', message: 'Both card providers refuse connections' }];
const CHECKOUT_SUFFERS: readonly Report[] = [{ component: 'checkout', state: 'Degraded', message: 'Orders fail at the payment step' }];
const ALL_RECOVER: readonly Report[] = ['payment', 'checkout'].map((component) => ({
  component,
  state: 'Healthy',
  message: 'Works again',
}));
/** Two of three brokers must work, so two full disks are one situation. */
const DISKS_FILL: readonly Report[] = ['kafka-broker-1', 'kafka-broker-2'].map((component) => ({
  component,
  state: 'Degraded',
  message: 'The disk is 97 % full; writes are throttled',
}));
const EVENTS_LAG: readonly Report[] = [
  { component: 'kafka', state: 'Degraded', message: 'Consumers lag by 12 minutes, and the lag grows' },
  { component: 'accounting', state: 'Degraded', message: 'Orders are booked 12 minutes late' },
];
/** Nobody has connected its monitoring yet, so it is impacted without being a symptom. */
const NOT_MONITORED = 'fraud-detection';
const MAINTAINED = 'opensearch';
const LOGS_STOP: readonly Report[] = [{ component: MAINTAINED, state: 'Outage', message: 'Stopped for the upgrade' }];

/** The alert still fires while a simpler check says that all is well. */
const loadDrops = (startsAt: Date) => ({
  version: '4',
  alerts: [
    {
      status: 'firing',
      fingerprint: 'sample-load',
      startsAt: startsAt.toISOString(),
      labels: { alertname: 'LoadBelowPlan', severity: 'warning', component: 'load-generator' },
      annotations: { summary: 'Half of the planned requests are sent' },
    },
  ],
});
const LOAD_LOOKS_WELL: readonly Report[] = [{ component: 'load-generator', state: 'Healthy', message: 'The process runs' }];

/** Does nothing if anything was ever reported or an incident exists, so that it never changes what somebody did with the demo. */
export async function ensureDemoHistory(tenant: TenantDb, person: Principal, now: Date): Promise<void> {
  if ((await listIncidents(tenant, { limit: 1 }, now)).total > 0) return;
  if ((await listSignals(tenant, { limit: 1 })).total > 0) return;
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE);
  const turn = (minutes: number, reports: readonly Report[] = []) => takeTurn(tenant, reports, ago(minutes), now);

  const components = await findEntities(tenant, { search: '', kinds: ['component'], limit: 100 });
  const monitored = components.filter(({ technicalName }) => technicalName !== NOT_MONITORED);
  const allHealthy = monitored.map(({ technicalName }): Report => ({ component: technicalName, state: 'Healthy' }));
  await turn(YESTERDAY + 30, allHealthy);
  await turn(YESTERDAY, PAYMENT_FAILS);
  await turn(YESTERDAY - 2, CHECKOUT_SUFFERS);
  await respond(tenant, person, ago(YESTERDAY - 3), ago(YESTERDAY - 11));
  await turn(YESTERDAY - 21, ALL_RECOVER);
  // It was quiet for as long as the settings require, so time alone resolves it.
  await turn(YESTERDAY - 30);

  await turn(27, DISKS_FILL);
  await turn(25, EVENTS_LAG);
  if (components.some(({ technicalName }) => technicalName === MAINTAINED)) await planMaintenance(tenant, person, ago(40), now);
  await turn(5, LOGS_STOP);
  await acceptFromSource(tenant, 'Enterprise', { source: 'alertmanager' }, loadDrops(ago(4)), now);
  await turn(4);
  await turn(3, LOAD_LOOKS_WELL);
}

/**
 * One turn of the consumer as it would have run at `at`. Does nothing if another process is faster; then the next turn processes the
 * signals.
 */
async function takeTurn(tenant: TenantDb, reports: readonly Report[], at: Date, now: Date): Promise<void> {
  const signals = reports.map((report) => ({ ...report, source: SAMPLE_SOURCE, observedAt: at.toISOString() }));
  if (signals.length > 0) await acceptSignals(tenant, 'Enterprise', signals, now);
  const claim = await claimWork(tenant.tenantId);
  if (claim !== null) await runTurn(claim, at);
}

/** What a person on call did about yesterday's incident. */
async function respond(tenant: TenantDb, person: Principal, acknowledgedAt: Date, commentedAt: Date): Promise<void> {
  const { items } = await listIncidents(tenant, { limit: 1, component: 'payment' }, acknowledgedAt);
  const [incident] = items;
  if (incident === undefined) return;
  await acknowledge(tenant, person, incident.id, acknowledgedAt);
  await comment(tenant, person, incident.id, 'Our certificate has expired. A new one is in place within ten minutes.', commentedAt);
}

/** Already started, and ends in half a day. */
async function planMaintenance(tenant: TenantDb, person: Principal, startsAt: Date, now: Date): Promise<void> {
  const window = {
    kind: 'component' as const,
    entity: MAINTAINED,
    reason: 'Sample: upgrade of the log store',
    startsAt: startsAt.toISOString(),
    endsAt: new Date(now.getTime() + 12 * 60 * MINUTE).toISOString(),
  };
  await createWindow(tenant, person, window, now);
}
