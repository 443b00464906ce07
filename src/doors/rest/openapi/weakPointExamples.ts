/** Examples of answers about weak points, checked against the schemas they illustrate. */
import { CHECKOUT, id, named, ORDER_DB, TAKE_ORDERS } from './examples';

export const WEAK_POINTS_EXAMPLE: Record<string, unknown> = {
  entity: { ...TAKE_ORDERS, type: 'capability' },
  state: 'Outage',
  order: 2,
  currency: 'EUR',
  ownComponents: 1,
  singlePoints: [
    { ...CHECKOUT, kind: 'WebAPI', applicationId: id('1'), isOwn: true, perHour: 800 },
    { ...named('9', 'astronomy-db', 'Astronomy database'), kind: 'Database', applicationId: id('1'), isOwn: false, perHour: 800 },
  ],
  cutSets: [
    {
      members: [
        { ...named('a', 'cart-store-1', 'Cart store 1'), isOwn: false },
        { ...named('b', 'cart-store-2', 'Cart store 2'), isOwn: false },
      ],
      perHour: 800,
    },
  ],
  margins: [
    {
      source: named('c', 'cart', 'Cart'),
      redundancyGroup: 'cart-store',
      redundancyMinimum: 1,
      targets: 2,
      failuresLeft: 1,
      sharedCauses: [{ entityType: 'hosting-zone', ...named('6', 'eu-central-a', 'Frankfurt A'), takes: 2 }],
      sharedCausesOmitted: 0,
      notInService: [],
    },
  ],
  fixes: [
    {
      kind: 'separate',
      dependencyId: null,
      redundancyGroup: 'cart-store',
      source: named('c', 'cart', 'Cart'),
      target: named('a', 'cart-store-1', 'Cart store 1'),
      from: 'eu-central-a',
      to: null,
      removesSinglePoints: 1,
      removesPerHour: 400,
    },
  ],
  completeness: { order: 2, isComplete: true, omitted: 0, withheld: [] },
  landscapeVersion: 42,
};

export const WEAK_POINT_SUMMARY_EXAMPLE: Record<string, unknown> = {
  items: [
    {
      ...TAKE_ORDERS,
      singlePoints: 2,
      pairs: 1,
      arePairsComplete: true,
      smallestMargin: 1,
      undermined: 1,
      perHour: 800,
      ownPerHour: 500,
      isRevenueRecorded: true,
      worstComponentIds: [id('a')],
    },
  ],
  nextCursor: null,
  total: 1,
  currency: 'EUR',
  landscapeVersion: 42,
  isCurrent: true,
  computedAt: '2026-11-20T09:30:00.000Z',
  worstComponents: [{ ...ORDER_DB, capabilities: 3, perHour: 800 }],
  undermined: [
    {
      source: named('c', 'cart', 'Cart'),
      redundancyGroup: 'cart stores',
      redundancyMinimum: 1,
      targets: 2,
      failuresLeft: 1,
      sharedCauses: [{ entityType: 'hosting-zone', ...named('e', 'east-a', 'East A'), takes: 2 }],
      sharedCausesOmitted: 0,
      capabilities: 2,
    },
  ],
  underminedOmitted: 0,
  withheld: [],
};

const recorded = { recordedAt: '2026-11-20T00:00:12.000Z', landscapeVersion: 42, components: 33, dependencies: 53 };

export const TREND_EXAMPLE: Record<string, unknown> = {
  currency: 'EUR',
  since: '2026-11-19',
  days: [
    {
      ...recorded,
      day: '2026-11-19',
      recordedAt: '2026-11-19T00:00:09.000Z',
      landscapeVersion: 41,
      singlePoints: 13,
      missionCriticalSinglePoints: 9,
      dearestPerHour: 2_000,
      registered: 40,
      registeredPercent: 75.4,
    },
    {
      ...recorded,
      day: '2026-11-20',
      singlePoints: 12,
      missionCriticalSinglePoints: 8,
      dearestPerHour: 800,
      registered: 46,
      registeredPercent: 86.7,
    },
  ],
  withheld: [],
};

const cart = { ...named('c', 'cart', 'Cart'), kind: 'WebAPI' };
const store = { ...named('a', 'cart-store-1', 'Cart store 1'), kind: 'Cache' };

export const IMPACT_EXPLANATION_EXAMPLE: Record<string, unknown> = {
  component: cart,
  expectedState: 'Outage',
  ways: [
    {
      steps: [
        {
          dependencyId: id('d'),
          source: cart,
          target: store,
          dependencyType: 'ReadsWrites',
          mode: 'Hard',
          required: true,
          expectedState: 'Outage',
        },
      ],
    },
  ],
  hasMoreWays: false,
  gaveWay: [],
  cut: [{ dependencyId: id('d'), source: cart, target: store }],
  cutIsLargerThan: null,
  isComplete: true,
  landscapeVersion: 42,
};
