import { expect, it } from 'vitest';
import type { ManifestChange } from '@/contract/manifest/plan';
import { planRows } from './planRows';

const change = (op: ManifestChange['op'], kind: ManifestChange['kind'], technicalName: string): ManifestChange => ({
  op,
  kind,
  technicalName,
  fields: [],
});
const changes = [
  change('delete', 'component', 'old'),
  change('create', 'application', 'Shop'),
  change('update', 'component', 'web'),
  change('create', 'component', 'shop-db'),
];
const told = (...input: Parameters<typeof planRows>): string[] =>
  planRows(...input).map((row) => (row.type === 'heading' ? `${row.op} ${row.count}` : row.change.technicalName));

it('groups by operation, in the order create, update, delete', () => {
  expect(told(changes, '', [])).toEqual(['create 2', 'Shop', 'shop-db', 'update 1', 'web', 'delete 1', 'old']);
});

it('filters by name in any case, by kind, and by operation', () => {
  expect(told(changes, ' SHOP ', [])).toEqual(['create 2', 'Shop', 'shop-db']);
  expect(told(changes, 'component', ['delete', 'update'])).toEqual(['update 1', 'web', 'delete 1', 'old']);
  expect(told(changes, 'nothing', [])).toEqual([]);
});
