import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { DataTable } from './DataTable';
import type { Column } from './tableColumns';

interface Planet {
  name: string;
  moons: number;
}

const PLANETS: Planet[] = [
  { name: 'Mars', moons: 2 },
  { name: 'Earth', moons: 1 },
  { name: 'Jupiter', moons: 95 },
];
const COLUMNS: Column<Planet>[] = [
  { key: 'name', title: 'Name', sortBy: ({ name }) => name, render: ({ name }) => name },
  { key: 'moons', title: 'Moons', sortBy: ({ moons }) => moons, render: ({ moons }) => moons, isNumber: true },
  { key: 'note', title: 'Note', render: () => 'a planet' },
];

const many = (count: number): Planet[] => Array.from({ length: count }, (_, index) => ({ name: `Moon ${index + 1}`, moons: 0 }));
const bodyRows = () => screen.getAllByRole('row').slice(1);
const firstCells = () => bodyRows().map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const heading = (name: string) => screen.getByRole('columnheader', { name });
const table = (rows: Planet[], more = {}) => (
  <DataTable label="Planets" columns={COLUMNS} rows={rows} keyOf={({ name }) => name} empty="No planet passes these filters." {...more} />
);

it('sorts by a heading, then the other way, and says so', async () => {
  const { user } = renderInTenant(table(PLANETS));
  expect(firstCells()).toEqual(['Mars', 'Earth', 'Jupiter']);
  expect(heading('Name').getAttribute('aria-sort')).toBe('none');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(firstCells()).toEqual(['Earth', 'Jupiter', 'Mars']);
  expect(heading('Name').getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(firstCells()).toEqual(['Mars', 'Jupiter', 'Earth']);
  expect(heading('Name').getAttribute('aria-sort')).toBe('descending');
});

it('sorts numbers as numbers, the largest first, by keyboard too', async () => {
  const { user } = renderInTenant(
    table([
      { name: 'A', moons: 9 },
      { name: 'B', moons: 10 },
    ]),
  );
  screen.getByRole('button', { name: 'Moons' }).focus();
  await user.keyboard('{Enter}');
  expect(firstCells()).toEqual(['B', 'A']);
});

it('offers no sorting by a column that has no order', () => {
  renderInTenant(table(PLANETS));
  expect(within(heading('Note')).queryByRole('button')).toBeNull();
  expect(heading('Note').getAttribute('aria-sort')).toBeNull();
});

it('begins in the given order', () => {
  renderInTenant(table(PLANETS, { initialSorting: { key: 'moons', order: 'descending' } }));
  expect(firstCells()).toEqual(['Jupiter', 'Mars', 'Earth']);
});

it('marks only the selected row', () => {
  renderInTenant(table(PLANETS, { selectedKey: 'Earth' }));
  expect(bodyRows().map((row) => row.hasAttribute('data-selected'))).toEqual([false, true, false]);
});

it('says that there is nothing, without an empty table', () => {
  renderInTenant(table([]));
  expect(screen.getByText('No planet passes these filters.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('renders a table of 90 rows as a whole', () => {
  renderInTenant(table(many(90)));
  expect(bodyRows()).toHaveLength(90);
});

it('renders only the visible rows of a longer table, and still says how many there are', () => {
  renderInTenant(table(many(1_000)));
  const rows = screen.getAllByRole('row').filter((row) => row.hasAttribute('data-index'));
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.length).toBeLessThan(90);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
  expect(rows.map((row) => row.getAttribute('aria-rowindex'))).toEqual(rows.map((_, index) => String(index + 2)));
});

it('prints a long table whole, and never a part as if it were everything', () => {
  renderInTenant(table(many(100), { all: { count: 250 } }));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(bodyRows()).toHaveLength(100);
  expect(screen.getByText('Showing the first 100 of 250 rows.')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText(/Showing the first/)).toBeNull();
});
