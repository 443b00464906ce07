import { describe, expect, it } from 'vitest';
import { faultsIn, isForcing, planDistribution, planRetreat, type CatalogTable, type PlacedTable } from './planDistribution';

const table = (name: string, references: string[] = [], columns = name === 'user' ? ['id'] : ['tenantId', 'id']): CatalogTable => ({
  name,
  references,
  columns,
  isRowSecurityForced: name !== 'user',
});

const TABLES = [
  table('dependency', ['component', 'tenant']),
  table('component', ['application']),
  table('application', ['application']),
  table('membership', ['user']),
  table('tenant'),
  table('user'),
];

const at = (
  name: string,
  kind: PlacedTable['kind'] = 'distributed',
  column: string | null = 'tenantId',
  colocation: number | null = 7,
): PlacedTable => ({
  name,
  kind,
  column,
  colocation,
});

const DONE = [at('user', 'reference', null, 1), at('tenant', 'distributed', 'id'), at('application')];
const ALL = [...DONE, at('component'), at('dependency'), at('membership')];

describe('the plan of a distribution', () => {
  it('puts tables copied to all nodes first, then the tenants, then each table after those that its keys refer to', () => {
    expect(planDistribution(TABLES, []).map((step) => step.table)).toEqual([
      'user',
      'tenant',
      'application',
      'component',
      'dependency',
      'membership',
    ]);
  });

  it('lifts forced row security while rows are moved, and puts everything on the node of its tenant', () => {
    const [user, tenant, application] = planDistribution(TABLES, []);
    expect(user?.statements).toEqual([`select create_reference_table('"user"')`]);
    expect(tenant?.statements[1]).toBe(`select create_distributed_table('"tenant"', 'id')`);
    expect(application?.statements).toEqual([
      'alter table "application" no force row level security',
      `select create_distributed_table('"application"', 'tenantId', colocate_with => '"tenant"')`,
      'alter table "application" force row level security',
    ]);
  });

  it('skips what is already in place, and has nothing to do the second time', () => {
    expect(planDistribution(TABLES, DONE).map((step) => step.table)).toEqual(['component', 'dependency', 'membership']);
    expect(planDistribution(TABLES, ALL)).toEqual([]);
  });

  it('makes what the coordinator alone has known to the other nodes', () => {
    const records = [...TABLES, { ...table('_prisma_migrations', [], ['id']), isRowSecurityForced: false }];
    expect(planDistribution(records, ALL)).toEqual([
      { table: '_prisma_migrations', statements: [`select citus_add_local_table_to_metadata('"_prisma_migrations"')`] },
    ]);
    expect(planDistribution(records, [...ALL, at('_prisma_migrations', 'local', null, null)])).toEqual([]);
  });

  it('closes a table whose rows an interrupted run left open to their owner', () => {
    const open = TABLES.map((one) => (one.name === 'component' ? { ...one, isRowSecurityForced: false } : one));
    const steps = planDistribution(open, ALL);
    expect(steps).toEqual([{ table: 'component', statements: ['alter table "component" force row level security'] }]);
    expect(steps.every(isForcing)).toBe(true);
    expect(planDistribution(TABLES, []).some(isForcing)).toBe(false);
  });

  it('brings back what is neither spread nor plain, with its rows in sight', () => {
    expect(planRetreat(TABLES, ALL)).toBeNull();
    const { table: half, statements } = planRetreat(TABLES, [at('membership', 'local', null, null)])!;
    expect([half, statements.at(-1)]).toEqual([
      'membership',
      `select undistribute_table('"membership"', cascade_via_foreign_keys => true)`,
    ]);
    expect(statements).toContain('alter table "membership" no force row level security');
    expect(planDistribution(TABLES, [at('membership', 'local', null, null)])).toHaveLength(6);
  });

  it.each<[string, CatalogTable[], PlacedTable[], string]>([
    [
      'a table distributed by something else',
      TABLES,
      [at('component', 'distributed', 'id')],
      'component is spread by id and has to be spread by tenantId. Undo that first',
    ],
    [
      'a tenant table on every node',
      TABLES,
      [at('component', 'reference', null)],
      'component is whole on every node and has to be spread by tenantId',
    ],
    ['people distributed over nodes', TABLES, [at('user', 'distributed', 'id')], 'user is spread by id and has to be whole on every node'],
    [
      'tables that are not colocated',
      TABLES,
      [at('tenant', 'distributed', 'id', 7), at('component', 'distributed', 'tenantId', 8)],
      'component does not stand beside tenant',
    ],
    [
      'a key from a table on all nodes to a distributed one',
      [table('user', ['component']), table('component')],
      [],
      'user must be complete on every node, but its foreign keys refer to component',
    ],
    ['a tenant table without its tenant column', [table('component', [], ['id'])], [], 'component has no column tenantId to be spread by'],
    ['a table in no list', [table('mine')], [], 'Nobody said where mine belongs'],
    ['a schema that is not migrated', [table('tenant')], [], '_prisma_migrations'],
    [
      'what the coordinator alone has on every node',
      TABLES,
      [at('replica', 'reference', null)],
      'replica is whole on every node and belongs',
    ],
  ])('names %s as a fault', (_, tables, placed, message) => {
    expect(faultsIn(tables, placed).join('\n')).toContain(message);
  });

  it('refuses keys in a circle', () => {
    const circle = [table('component', ['dependency']), table('dependency', ['component'])];
    expect(() => planDistribution(circle, [])).toThrow('The foreign keys of component, dependency go in a circle');
  });
});
