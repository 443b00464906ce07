/** A plan that contains everything: all three operations, obstacles, what breaks and what is fixed. */
import type { ManifestPlan } from '@/contract/manifest/plan';

export const PLAN: ManifestPlan = {
  manifest: 'shop',
  prune: true,
  takeOver: false,
  summary: { create: 2, update: 2, delete: 1, unchanged: 40 },
  changes: [
    {
      op: 'create',
      kind: 'component',
      technicalName: 'ledger',
      fields: [
        { field: 'application', from: null, to: 'ordering' },
        { field: 'name', from: null, to: 'The ledger' },
        { field: 'kind', from: null, to: 'WebAPI' },
      ],
    },
    {
      op: 'create',
      kind: 'dependency',
      technicalName: 'checkout → ledger (Calls)',
      fields: [
        { field: 'source', from: null, to: 'checkout' },
        { field: 'target', from: null, to: 'ledger' },
        { field: 'dependencyType', from: null, to: 'Calls' },
        { field: 'mode', from: null, to: 'Hard' },
      ],
    },
    {
      op: 'update',
      kind: 'component',
      technicalName: 'cart',
      fields: [
        { field: 'description', from: null, to: 'Holds | pipes `and` <b>markup</b>' },
        { field: 'technologies', from: ['redis-7'], to: ['valkey-8'] },
      ],
    },
    {
      op: 'update',
      kind: 'segment',
      technicalName: 'shoppers',
      fields: [
        { field: 'annualRevenue', withheld: true },
        { field: 'people', from: 10, to: null },
      ],
    },
    { op: 'delete', kind: 'hosting-zone', technicalName: 'eu-central-b', fields: [] },
  ],
  warnings: [],
  conflicts: [],
  blocked: [],
  planLimit: null,
  tooManyDeletes: null,
  impact: {
    dependencyCycles: { added: [{ components: ['checkout', 'ledger'] }], removed: [], addedOmitted: 0, removedOmitted: 0 },
    tierInversions: {
      added: [
        {
          dependency: 'checkout → ledger (Calls)',
          source: 'ordering',
          sourceTier: 'MissionCritical',
          target: 'finance',
          targetTier: 'Administrative',
        },
      ],
      removed: [],
      addedOmitted: 0,
      removedOmitted: 0,
    },
    singlePointsOfFailure: {
      added: [],
      removed: [{ capability: 'place-order', component: 'valkey-cart', perHour: 1_600, perHourChange: -1_600 }],
      addedOmitted: 3,
      removedOmitted: 0,
    },
    rollUps: [
      {
        component: 'ledger',
        applications: [{ technicalName: 'ordering', from: null, to: 'Outage' }],
        capabilities: [{ technicalName: 'place-order', from: 'Degraded', to: 'Outage' }],
        audiences: [],
      },
    ],
    impactOmitted: 12,
    currency: 'EUR',
    withheld: [],
    scenarios: [
      {
        technicalName: 'both-stores',
        verdicts: [
          { capability: 'place-order', from: 'Met', to: 'Breached' },
          { capability: 'track-order', from: 'NotSet', to: 'NotSet' },
        ],
        newlyExcess: [{ entityType: 'component', technicalName: 'cart', expectedState: 'Outage', alone: 'Healthy' }],
        excess: { from: 0, to: 1 },
        omitted: 0,
      },
      { technicalName: 'one-zone', verdicts: [], newlyExcess: [], excess: { from: 2, to: 2 }, omitted: 0 },
    ],
    scenariosOmitted: 0,
  },
  digest: 'abc123',
  landscapeVersion: 7,
};

/** A plan that apply would refuse. */
export const BLOCKED_PLAN: ManifestPlan = {
  ...PLAN,
  changes: [],
  summary: { create: 0, update: 0, delete: 1, unchanged: 0 },
  blocked: [{ kind: 'component', technicalName: 'kafka', neededBy: [{ kind: 'dependency', technicalName: 'fraud → kafka (Consumes)' }] }],
  planLimit: { plan: 'Team', limit: 1000, components: 1001 },
  conflicts: [{ manifest: 'payments', kind: 'application', technicalName: 'ordering', field: 'ownerTeam', theirs: 'pay', ours: 'order' }],
  impact: null,
};

/** The manifest behind it. */
export const PLAN_SOURCE = `version: 1
name: shop
applications:
  - technicalName: ordering
    name: Ordering
    components:
      - { technicalName: cart, name: Cart }
      - { technicalName: checkout, name: Checkout }
      - { technicalName: ledger, name: Ledger }
dependencies:
  - { source: ledger, target: cart, dependencyType: Calls }
  - { source: checkout, target: ledger, dependencyType: Calls }
`;
