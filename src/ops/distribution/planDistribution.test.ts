import { describe, expect, it } from 'vitest';
import { planDistribution, unlisted, type CatalogTable, type PlacedTable } from './planDistribution';

const table = (name: string, references: string[] = [], columns = ['tenantId', 'id']): CatalogTable => ({
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
    const done = [at('user', 'reference', null, 1), at('tenant', 'distributed', 'id'), at('application')];
    expect(planDistribution(TABLES, done).map((step) => step.table)).toEqual(['component', 'dependency', 'membership']);
    const all = [...done, at('component'), at('dependency'), at('membership')];
    expect(planDistribution(TABLES, all)).toEqual([]);
    expect(planDistribution(TABLES, [at('application', 'local', null, null)])).toHaveLength(6);
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
    [
      'keys in a circle',
      [table('component', ['dependency']), table('dependency', ['component'])],
      [],
      'The foreign keys of component, dependency go in a circle',
    ],
  ])('refuses %s', (_, tables, placed, message) => {
    expect(() => planDistribution(tables, placed)).toThrow(message);
  });

  it('finds tables that are in no list', () => {
    expect(unlisted(['component', 'user', '_prisma_migrations', 'mine'], ['_prisma_migrations'])).toEqual(['mine']);
  });
});
