/** Examples of scenario questions and answers. */
import { BLAST_RADIUS_EXAMPLE, CHECKOUT, id, named, ORDER_DB, pageOf, TAKE_ORDERS } from './examples';

const { origin, components, applications, capabilities, processes, audiences, revenueExposure, completeness } =
  BLAST_RADIUS_EXAMPLE as Record<string, object[]>;
const REPLICA = named('f', 'order-db-2', 'Order database, second');
const JOINTLY = { alone: 'Healthy', isExcess: true };
const excess = (rows: readonly object[] = []): object[] => rows.map((row) => ({ ...row, ...JOINTLY }));

const SCENARIO_REQUEST_EXAMPLE = {
  failures: [
    { entityType: 'component', entity: 'order-db' },
    { entityType: 'component', entity: 'order-db-2', state: 'Outage' },
  ],
  durationMinutes: 240,
};

const SCENARIO_ANSWER_EXAMPLE: Record<string, unknown> = {
  failures: [
    { entityType: 'component', ...ORDER_DB, state: 'Outage' },
    { entityType: 'component', ...REPLICA, state: 'Outage' },
  ],
  baseline: { kind: 'clean', at: null },
  durationMinutes: 240,
  origin: [...(origin ?? []), { ...origin?.[0], ...REPLICA }],
  components: excess(components),
  applications: excess(applications),
  capabilities: excess(capabilities),
  processes: excess(processes),
  audiences: excess(audiences),
  revenueExposure,
  counts: { components: 1, applications: 1, capabilities: 1, processes: 1, audiences: 1 },
  excess: { components: 1, applications: 1, capabilities: 1, processes: 1, audiences: 1 },
  gaveWay: [
    {
      source: CHECKOUT,
      redundancyGroup: 'order-replicas',
      redundancyMinimum: 1,
      targets: 2,
      working: 0,
      lost: [ORDER_DB, REPLICA],
    },
  ],
  tolerances: [
    {
      ...TAKE_ORDERS,
      expectedState: 'Outage',
      maximumTolerableDowntimeMinutes: 30,
      verdict: 'Breached',
    },
  ],
  completeness,
  landscapeVersion: 42,
  digest: 'vXb0mSx3c4h9QdM0l2x1q8m2o5m0p6bq9yQmY3f6n3k',
};

const SCENARIO = {
  id: id('6'),
  name: 'Both order databases',
  technicalName: 'both-order-databases',
  description: null,
  failures: [
    { entityType: 'component', id: ORDER_DB.id, technicalName: ORDER_DB.technicalName, state: 'Outage' },
    { entityType: 'component', id: REPLICA.id, technicalName: REPLICA.technicalName, state: 'Outage' },
  ],
  withheldDependencies: [],
  baseline: 'clean',
  durationMinutes: 240,
  missing: [],
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  version: 1,
};
const { failures: NAMED, durationMinutes } = SCENARIO_REQUEST_EXAMPLE;
const { counts, excess: inExcess, digest, landscapeVersion } = SCENARIO_ANSWER_EXAMPLE;
const RAN = {
  id: id('7'),
  scenarioId: SCENARIO.id,
  at: '2026-11-20T10:00:00.000Z',
  actor: { type: 'key', id: id('8'), name: 'CI' },
  landscapeVersion,
  missing: [],
  breached: 1,
};
const RUN = {
  ...RAN,
  answer: SCENARIO_ANSWER_EXAMPLE,
  omitted: {
    failures: 0,
    origin: 0,
    components: 0,
    applications: 0,
    capabilities: 0,
    processes: 0,
    audiences: 0,
    gaveWay: 0,
    tolerances: 0,
  },
};
const COMPARED = { at: RAN.at, landscapeVersion, digest, counts, missing: [] };

/** By procedure. */
export const SCENARIO_EXAMPLES: Readonly<Record<string, { request?: unknown; response: unknown }>> = {
  'scenarios.evaluate': { request: SCENARIO_REQUEST_EXAMPLE, response: SCENARIO_ANSWER_EXAMPLE },
  'scenarios.create': {
    request: { technicalName: SCENARIO.technicalName, name: SCENARIO.name, failures: NAMED, durationMinutes },
    response: SCENARIO,
  },
  'scenarios.list': { response: pageOf(SCENARIO) },
  'scenarios.get': { response: SCENARIO },
  'scenarios.update': { request: { durationMinutes: 60 }, response: { ...SCENARIO, durationMinutes: 60, version: 2 } },
  'scenarios.delete': {
    response: { deleted: [{ kind: 'scenario', id: SCENARIO.id, technicalName: SCENARIO.technicalName }], unlinked: [] },
  },
  'scenarios.run': { response: RUN },
  'scenarios.listRuns': { response: pageOf({ ...RAN, digest, counts, excess: inExcess }) },
  'scenarios.getRun': { response: RUN },
  'scenarios.compare': {
    response: {
      scenario: { id: SCENARIO.id, technicalName: SCENARIO.technicalName, name: SCENARIO.name },
      from: { run: RAN.id, ...COMPARED },
      to: { run: null, ...COMPARED, landscapeVersion: 43, digest: 'q9yQmY3f6n3kvXb0mSx3c4h9QdM0l2x1q8m2o5m0p6b' },
      isSame: false,
      newlyAffected: [{ entityType: 'component', ...CHECKOUT, from: 'Healthy', to: 'Degraded' }],
      noLongerAffected: [],
      worse: [],
      milder: [],
      verdicts: [{ ...TAKE_ORDERS, from: 'Met', to: 'Breached' }],
      omitted: 0,
      haveRulesChanged: false,
      isPartial: false,
    },
  },
};
