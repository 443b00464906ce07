/** How many processes an installation has, and which part of its settings each of them gets. */
import { describe, expect, it, test } from 'vitest';
import { availableCores } from './availableCores';
import { childEnvironment, childrenOf, ownFacts } from './childEnvironment';
import { defaultProcesses, planProcesses } from './processPlan';
import { MOST_EARLY_ENDS, RestartRule, SETTLED_MS } from './restartRule';

const BOTH = ['web', 'worker'] as const;
const onFour = { FAULTLINE_ROLES: BOTH, isDevelopment: false, cores: 4 };

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [5, 4],
  [64, 4],
])('%i cores have %i processes by default', (cores, processes) => {
  expect(defaultProcesses(cores)).toBe(processes);
});

describe('availableCores', () => {
  it.each([
    ['max 100000', 8],
    ['400000 100000', 4],
    ['1600000 100000', 8],
    ['150000 100000', 1],
    ['50000 100000', 1],
    ['', 8],
    ['nonsense', 8],
    ['0 0', 8],
  ])('a container limited to "%s" on 8 cores has %i', (limit, cores) => {
    expect(availableCores(() => limit, 8)).toBe(cores);
  });

  it('are those of the machine without such limits', () => {
    const missing = (): never => {
      throw new Error('no such file');
    };
    expect(availableCores(missing, 3)).toBe(3);
  });
});

describe('planProcesses', () => {
  it.each([
    ['one process does everything', { cores: 2 }, { web: 1, worker: 0, ownRoles: new Set(BOTH) }],
    ['one as asked', { FAULTLINE_PROCESSES: 1 }, { web: 1, worker: 0, ownRoles: new Set(BOTH) }],
    ['by cores', {}, { web: 3, worker: 1, ownRoles: null }],
    ['more than cores', { FAULTLINE_PROCESSES: 16 }, { web: 16, worker: 1, ownRoles: null }],
    ['answers only', { FAULTLINE_ROLES: ['web'], FAULTLINE_PROCESSES: 2 }, { web: 2, worker: 0, ownRoles: null }],
    ['answers only, in one', { FAULTLINE_ROLES: ['web'], FAULTLINE_PROCESSES: 1 }, { web: 1, worker: 0, ownRoles: new Set(['web']) }],
    ['background work only', { FAULTLINE_ROLES: ['worker'], FAULTLINE_PROCESSES: 8 }, { web: 0, worker: 1, ownRoles: new Set(['worker']) }],
    ['development', { isDevelopment: true, FAULTLINE_PROCESSES: 8 }, { web: 1, worker: 0, ownRoles: new Set(BOTH) }],
  ] as const)('%s', (_, wanted, plan) => {
    expect(planProcesses({ ...onFour, ...wanted })).toEqual(plan);
  });
});

describe('the children', () => {
  const plan = planProcesses({ ...onFour, FAULTLINE_PROCESSES: 2 });
  const children = childrenOf(plan);

  it('have one role and a name each', () => {
    expect(children).toEqual([
      { name: 'worker', role: 'worker', webProcesses: 2 },
      { name: 'web-1', role: 'web', webProcesses: 2 },
      { name: 'web-2', role: 'web', webProcesses: 2 },
    ]);
  });

  it('divide the resources of the installation', () => {
    const told = children.map((child) => childEnvironment(child, plan, { DATABASE_POOL_SIZE: 20, GRAPH_CACHE_MEGABYTES: 1_024 }, 3_000));
    expect(told.map(({ FAULTLINE_CHILD, ...variables }) => variables)).toEqual(
      children.map(({ role }) => ({ FAULTLINE_ROLES: role, PORT: '3000', DATABASE_POOL_SIZE: '6', GRAPH_CACHE_MEGABYTES: '341' })),
    );
    expect(told.map(ownFacts)).toEqual(children);
  });

  it('get at least what one process needs', () => {
    const many = planProcesses({ ...onFour, FAULTLINE_PROCESSES: 16 });
    const [child] = childrenOf(many);
    expect(childEnvironment(child!, many, { DATABASE_POOL_SIZE: 2, GRAPH_CACHE_MEGABYTES: 16 }, 1)).toMatchObject({
      DATABASE_POOL_SIZE: '2',
      GRAPH_CACHE_MEGABYTES: '16',
    });
  });

  it.each([{}, { FAULTLINE_CHILD: '' }, { FAULTLINE_CHILD: '{"name":"web-1","role":"owner","webProcesses":2}' }])(
    'do not start without a valid role: %j',
    (environment) => {
      expect(() => ownFacts(environment)).toThrow();
    },
  );
});

describe('RestartRule', () => {
  it('waits longer each time, and gives up after the fifth early exit in a row', () => {
    const rule = new RestartRule();
    expect(Array.from({ length: MOST_EARLY_ENDS }, () => rule.ended(SETTLED_MS - 1))).toEqual([200, 400, 800, 1_600, null]);
  });

  it('resets once a child has run long enough', () => {
    const rule = new RestartRule();
    for (let round = 0; round < 10; round++) {
      expect([rule.ended(0), rule.ended(0), rule.ended(0), rule.ended(0)]).toEqual([200, 400, 800, 1_600]);
      expect(rule.ended(SETTLED_MS)).toBe(200);
    }
  });
});
