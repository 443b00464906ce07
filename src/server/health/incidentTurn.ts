/** Runs the incident lifecycle of a tenant within a turn, and executes its commands: rows, timelines, and events to send. */
import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@/contract/eventData';
import type { Explanation } from '@/domain/health/explanation';
import type { IncidentReference } from '@/domain/health/healthImpact';
import { endOf, isUnresolved, type IncidentCommand, type TimelineEntry } from '@/domain/health/incident';
import { advanceCosts, type CostedIncident, type CostPart, type IncidentCosts } from '@/domain/health/incidentCost';
import { advanceIncidents, type LifecycleFacts, type LifecycleStep } from '@/domain/health/incidentLifecycle';
import type { Situation } from '@/domain/health/situation';
import { situationIds, withMembers, type MemberIncident } from '@/domain/health/situationIds';
import type { OpenIncidentRow } from '@/domain/health/snapshot';
import type { Transaction } from '@/server/db/transaction';
import { addEntries, lastIncidentNumber, lockLiveIncidents, saveCosts, saveIncidents, type StoredIncident } from './incidentRows';
import { incidentEvents, type IncidentStep } from './incidentEvents';
import { openIncidentRow } from './incidentViews';
import { situationEvents } from './situationEvents';
import { SituationLookup, type StoredSituations } from './storedSituations';

export interface Moment extends Omit<LifecycleFacts, 'now' | 'incidents' | 'applicationOf'> {
  now: Date;
  currency: string;
  /** The situations of the pass, still without incidents, and what nobody monitors. */
  found: StoredSituations;
  /** The situations as the last turn left them; null if it was one of an older version. */
  former: readonly Situation[] | null;
  /** What each incident that was not over had cost by then. */
  formerCosts: IncidentCosts;
}

export interface IncidentTurn extends Pick<LifecycleStep, 'openings' | 'watchChanges'> {
  events: NewEvent[];
  /** When time alone requires another turn. */
  dueAt: Date | null;
  /** The unresolved incidents, oldest first. */
  openIncidents: OpenIncidentRow[];
  /** The incident of each cause, by component id. */
  byCause: Map<string, IncidentReference>;
  situations: StoredSituations;
}

/** Opens, changes and ends incidents as of `now`. Locks the live incidents until the transaction ends. */
export async function advanceTenantIncidents(tx: Transaction, tenantId: string, { now, ...moment }: Moment): Promise<IncidentTurn> {
  const before = await lockLiveIncidents(tx, tenantId);
  const applications = await applicationsOf(tx, tenantId, before, moment.explanation);
  const { commands, nextDueAt, openings, watchChanges } = advanceIncidents({
    ...moment,
    now: now.getTime(),
    incidents: before.map(({ incident }) => incident),
    applicationOf: (componentId) => applications.get(componentId) ?? null,
  });
  const { events, after, situations } = await carryOut(tx, tenantId, before, commands, { now, ...moment });
  const open = after.filter(({ incident }) => isUnresolved(incident)).sort((a, b) => a.number - b.number);
  const ongoing = open.filter(({ incident }) => incident.state !== 'Monitoring');
  return {
    events,
    situations,
    dueAt: nextDueAt === null ? null : new Date(nextDueAt),
    openings,
    watchChanges,
    openIncidents: open.map((stored) => openIncidentRow(stored, moment.stale)),
    byCause: new Map(ongoing.map(({ incident: { id, state, cause } }) => [cause.componentId, { id, state }])),
  };
}

async function applicationsOf(
  tx: Transaction,
  tenantId: string,
  incidents: readonly StoredIncident[],
  { causes }: Explanation,
): Promise<Map<string, string>> {
  // Uses the graph's facts about a cause, because the explanation was made from the graph.
  const known = new Map(causes.map(({ componentId, applicationId }) => [componentId, applicationId] as const));
  const ids = [...new Set(incidents.map(({ incident }) => incident.cause.componentId))].filter((id) => !known.has(id));
  const rows =
    ids.length === 0
      ? []
      : await tx.$queryRaw<{ id: string; applicationId: string }[]>`
    select "id"::text as "id", "applicationId"::text as "applicationId" from "component" where "tenantId" = ${tenantId}::uuid and "id" = any(${ids}::uuid[])`;
  return new Map([...rows.map(({ id, applicationId }) => [id, applicationId] as const), ...known]);
}

/** Executes the commands in order; `after` are the incidents as they are then. */
async function carryOut(
  tx: Transaction,
  tenantId: string,
  before: readonly StoredIncident[],
  commands: readonly IncidentCommand[],
  { now, found, former, formerCosts, currency }: Pick<Moment, 'now' | 'found' | 'former' | 'formerCosts' | 'currency'>,
): Promise<Pick<IncidentTurn, 'events' | 'situations'> & { after: StoredIncident[] }> {
  const after = new Map(before.map((stored) => [stored.incident.id, stored]));
  const touched = new Set<string>();
  const added: { incidentId: string; entry: TimelineEntry }[] = [];
  const steps: (Omit<IncidentStep, 'stored'> & { incidentId: string })[] = [];
  let number = commands.some(({ command }) => command === 'open') ? await lastIncidentNumber(tx, tenantId) : 0;
  for (const command of commands) {
    const stored: StoredIncident =
      command.command === 'open'
        ? {
            incident: { ...command.incident, id: randomUUID() },
            number: (number += 1),
            situationId: null,
            cost: null,
            version: 1,
            updatedAt: now,
          }
        : changed(after.get(command.incident.id), command.incident, now);
    const { id } = stored.incident;
    after.set(id, stored);
    touched.add(id);
    added.push(...command.entries.map((entry) => ({ incidentId: id, entry })));
    if (command.event !== null) steps.push({ event: command.event, incidentId: id, entries: command.entries });
  }
  const joined = withMembers(found.situations, membersOf([...after.values()]));
  const placed = placedIn(joined, after);
  const { costs, final } = advanceCosts(formerCosts, costedIn([...after.values()], before), partsIn(joined), now.getTime());
  const situations = { ...found, situations: joined, costs };
  const isSaved = ({ incident: { id }, situationId }: StoredIncident): boolean =>
    touched.has(id) || situationId !== after.get(id)!.situationId;
  await saveIncidents(tx, tenantId, [...placed.values()].filter(isSaved));
  await addEntries(tx, tenantId, added);
  await saveCosts(tx, tenantId, final);
  const lookup = new SituationLookup(situations);
  const told = steps.map(({ incidentId, ...step }) => ({ ...step, stored: placed.get(incidentId)! }));
  const events = await incidentEvents(tx, tenantId, told, { lookup, currency });
  return { events: [...events, ...situationEvents(former, situations.situations, currency)], after: [...placed.values()], situations };
}

/** The incidents that are not over. */
function membersOf(stored: readonly StoredIncident[]): MemberIncident[] {
  return stored
    .filter(({ incident }) => isUnresolved(incident))
    .map(({ incident: { id, state, cause }, number, situationId }) => {
      return { id, number, causeId: cause.componentId, isRecovered: state === 'Monitoring', situationId };
    });
}

function costedIn(stored: readonly StoredIncident[], before: readonly StoredIncident[]): CostedIncident[] {
  const known = new Set(before.map(({ incident }) => incident.id));
  return stored.map(({ incident, updatedAt }) => ({
    id: incident.id,
    isNew: !known.has(incident.id),
    isOver: !isUnresolved(incident),
    endedAt: endOf(incident, updatedAt.getTime()),
  }));
}

/** What each incident costs from now on. */
function partsIn(situations: readonly Situation[]): Map<string, CostPart> {
  return new Map(
    situations.flatMap(({ causes, notRecorded = [] }) => {
      const isRecorded = !notRecorded.includes('revenue');
      return causes.flatMap(({ incidentId, part }) =>
        incidentId === null ? [] : [[incidentId, { perHour: part.expectedPerHour, isRecorded }] as const],
      );
    }),
  );
}

/** Each incident with the id of its situation. One that is over keeps the one it was last in. */
function placedIn(situations: readonly Situation[], stored: ReadonlyMap<string, StoredIncident>): Map<string, StoredIncident> {
  const ids = situationIds(situations);
  return new Map([...stored].map(([id, incident]) => [id, { ...incident, situationId: ids.get(id) ?? incident.situationId }]));
}

function changed(stored: StoredIncident | undefined, incident: StoredIncident['incident'], now: Date): StoredIncident {
  if (stored === undefined) throw new Error('The lifecycle changed an incident that it was not given.');
  return { ...stored, incident, version: stored.version + 1, updatedAt: now };
}
