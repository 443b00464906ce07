/** Puts together what the card shows of one entity: four questions to Faultline, cut to what a card holds. */
import type {
  AffectedEntity,
  AffectingIncident,
  BlastRadius,
  FaultlineAnswer,
  FaultlineNames,
  HealthState,
  LiveState,
} from '@faultline/backstage-plugin-common';
import { ServiceUnavailableError } from '@backstage/errors';
import { allItems, type FaultlineClient, type Page } from './faultlineClient';
import type { FaultlineSettings } from './readSettings';

/** How many applications and capabilities a card names. */
const NAMED = 5;
const MOST_INCIDENTS = 1_000;
const UNRESOLVED = 'Open,Acknowledged,Monitoring';
const SEVERITY: readonly HealthState[] = ['Outage', 'Degraded', 'Warning', 'Healthy'];

interface Found {
  id: string;
  technicalName: string;
  name: string;
}

interface Snapshot {
  computedAt: string;
  unhealthy: (Found & { state: HealthState; since: string; isUnderMaintenance: boolean })[];
  impacted: (Found & { applicationId: string; effectiveState: HealthState; causes: string[]; isUnderMaintenance: boolean })[];
  applications: (Found & { effectiveState: HealthState })[];
  maintenance: { kind: string; id: string }[];
}

interface Incident {
  id: string;
  number: number;
  state: string;
  severity: string;
  cause: string;
  causeId: string;
  symptoms: string[];
  openedAt: string;
}

export interface TenantNow {
  snapshot: Snapshot;
  /** Unresolved, newest first. */
  incidents: Incident[];
  /** Whether there are more than were read. */
  hasMoreIncidents: boolean;
}

interface Radius {
  /** What is reached, also where it stays Healthy. */
  counts: BlastRadius['counts'];
  /** What falls below Healthy. Older servers do not say. */
  affectedCounts?: BlastRadius['counts'];
  applications: (AffectedEntity & { depth: number })[];
  capabilities: (AffectedEntity & { depth: number })[];
  revenueExposure?: { currency: string; expectedPerHour: number; perHour: number };
  completeness: { beyondDepth: number; notRecorded?: string[] };
}

export interface ImpactQuestion {
  client: FaultlineClient;
  settings: FaultlineSettings;
  /** The impact of the whole tenant, which many cards share. */
  now: () => Promise<TenantNow>;
}

/** What is wrong in the whole tenant. Throws ServiceUnavailableError. */
export async function readTenantNow(client: FaultlineClient): Promise<TenantNow> {
  const snapshot = await client.get<Snapshot>('/impact/snapshot');
  if (snapshot === null) throw new ServiceUnavailableError('Faultline has no impact snapshot; is faultline.baseUrl right?');
  const incidents: Incident[] = [];
  for await (const incident of allItems<Incident>(client, '/incidents', refuseToWait, { state: UNRESOLVED })) {
    if (incidents.length === MOST_INCIDENTS) return { snapshot, incidents, hasMoreIncidents: true };
    incidents.push(incident);
  }
  return { snapshot, incidents, hasMoreIncidents: false };
}

/** Throws ServiceUnavailableError if Faultline does not answer. Exposure is included wherever the key may see it. */
export async function readImpact(names: FaultlineNames, { client, settings, now }: ImpactQuestion): Promise<FaultlineAnswer> {
  const { kind, technicalNames } = names;
  const found = await findEntity(client, names);
  if (found === null) return { isKnown: false, kind, technicalNames };
  const { id, technicalName, name } = found;
  const [tenant, members, radius, lastSignalAt] = await Promise.all([
    now(),
    kind === 'application' ? componentsOf(client, id) : Promise.resolve([found]),
    known(client.get<Radius>('/blast-radius', { entityType: kind, entityId: id, direction: 'downstream', componentLimit: 0 })),
    kind === 'component' ? readLastSignal(client, id) : Promise.resolve(undefined),
  ]);
  const live = kind === 'component' ? liveComponent(tenant.snapshot, id) : liveApplication(tenant.snapshot, id);
  const page = `${settings.publicUrl}/t/${settings.tenant}`;
  return {
    isKnown: true,
    kind,
    technicalName,
    name,
    computedAt: tenant.snapshot.computedAt,
    live: { ...live, ...(lastSignalAt === undefined ? {} : { lastSignalAt }) },
    incidents: affecting(tenant.incidents, live, members, page),
    hasMoreIncidents: tenant.hasMoreIncidents,
    blastRadius: cutRadius(radius),
    links: {
      blastRadius: `${page}/blast-radius?${new URLSearchParams({ entityType: kind, entityId: id }).toString()}`,
      liveImpact: `${page}/live-impact`,
    },
  };
}

async function findEntity(client: FaultlineClient, { kind, technicalNames }: FaultlineNames): Promise<Found | null> {
  for (const name of technicalNames) {
    const found = await client.get<Found>(`/${kind}s/${encodeURIComponent(name)}`);
    if (found !== null) return found;
  }
  return null;
}

/** What was there a moment ago. Throws ServiceUnavailableError if it has gone since. */
async function known<Answer>(asked: Promise<Answer | null>): Promise<Answer> {
  const answer = await asked;
  if (answer === null) throw new ServiceUnavailableError('The entity has just been removed from Faultline');
  return answer;
}

/** A person waits for the card, so a busy Faultline is told at once. */
function refuseToWait(): Promise<never> {
  return Promise.reject(new ServiceUnavailableError('Faultline is busy; the card tries again soon'));
}

async function componentsOf(client: FaultlineClient, applicationId: string): Promise<Found[]> {
  const components: Found[] = [];
  for await (const component of allItems<Found>(client, '/components', refuseToWait, { applicationId })) components.push(component);
  return components;
}

/** Incidents that these components cause or are symptoms of, and those of what causes their state. */
function affecting(incidents: readonly Incident[], live: LiveState, members: readonly Found[], page: string): AffectingIncident[] {
  const ids = new Set(members.map((member) => member.id));
  const names = new Set(members.map((member) => member.technicalName));
  const causes = new Set(live.causes);
  return incidents
    .filter(({ cause, causeId, symptoms }) => ids.has(causeId) || causes.has(cause) || symptoms.some((symptom) => names.has(symptom)))
    .map(({ id, number, state, severity, cause, causeId, openedAt }) => {
      return { id, number, state, severity, cause, isCause: ids.has(causeId), openedAt, url: `${page}/incidents/${id}` };
    });
}

async function readLastSignal(client: FaultlineClient, component: string): Promise<string | null> {
  const processed = { component, status: 'Applied,Superseded', limit: 1 };
  const { items } = await known(client.get<Page<{ observedAt: string }>>('/health-signals', processed));
  return items[0]?.observedAt ?? null;
}

function liveComponent(now: Snapshot, id: string): LiveState {
  const isUnderMaintenance = now.maintenance.some((window) => window.id === id);
  const reported = now.unhealthy.find((one) => one.id === id);
  const impacted = now.impacted.find((one) => one.id === id);
  const state = worst([reported?.state, impacted?.effectiveState]);
  return {
    state,
    causes: impacted?.causes ?? (reported === undefined ? [] : [reported.technicalName]),
    since: reported !== undefined && reported.state === state ? reported.since : null,
    isUnderMaintenance: isUnderMaintenance || reported?.isUnderMaintenance === true || impacted?.isUnderMaintenance === true,
  };
}

function liveApplication(now: Snapshot, id: string): LiveState {
  const application = now.applications.find((one) => one.id === id);
  const members = now.impacted.filter(({ applicationId }) => applicationId === id);
  return {
    state: application?.effectiveState ?? 'Healthy',
    causes: [...new Set(members.flatMap(({ causes }) => causes))].sort(),
    since: null,
    isUnderMaintenance: now.maintenance.some((window) => window.id === id),
  };
}

function worst(states: readonly (HealthState | undefined)[]): HealthState {
  return SEVERITY.find((state) => states.includes(state)) ?? 'Healthy';
}

function cutRadius({ counts, affectedCounts = counts, applications, capabilities, revenueExposure, completeness }: Radius): BlastRadius {
  return {
    counts: affectedCounts,
    applications: worstFirst(applications),
    capabilities: worstFirst(capabilities),
    exposure:
      revenueExposure === undefined || completeness.notRecorded?.includes('revenue')
        ? null
        : {
            currency: revenueExposure.currency,
            expectedPerHour: revenueExposure.expectedPerHour,
            perHour: revenueExposure.perHour,
          },
    beyondDepth: completeness.beyondDepth,
  };
}

/** Of what is affected, the worst, then the nearest. */
function worstFirst(entities: readonly (AffectedEntity & { depth: number })[]): AffectedEntity[] {
  return entities
    .filter(({ expectedState }) => expectedState !== 'Healthy')
    .sort((a, b) => SEVERITY.indexOf(a.expectedState) - SEVERITY.indexOf(b.expectedState) || a.depth - b.depth)
    .slice(0, NAMED)
    .map(({ technicalName, name, expectedState }) => ({ technicalName, name, expectedState }));
}
