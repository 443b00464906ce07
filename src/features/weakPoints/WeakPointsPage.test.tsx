import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BestFixes, WeakPointSummary } from '@/contract/weakPoints';
import type { FakeAnswers } from '@/test/dom/fakeTransport';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { WeakPointsPage } from './WeakPointsPage';

const named = (name: string) => ({ id: name, technicalName: name, name });
const row = (name: string, ownPerHour: number | null, ...worstComponentIds: string[]) => ({
  ...named(name),
  singlePoints: worstComponentIds.length,
  pairs: 0,
  arePairsComplete: true,
  smallestMargin: null,
  undermined: 0,
  perHour: ownPerHour === null ? null : 1_000,
  ownPerHour,
  isRevenueRecorded: ownPerHour === null ? null : true,
  worstComponentIds,
});

function summaryOf(canSeeRevenue: boolean): WeakPointSummary {
  const amount = (perHour: number) => (canSeeRevenue ? perHour : null);
  return {
    items: [row('Sell', amount(700), 'disk', 'cable', 'till'), row('Ship', amount(300), 'disk', 'cable')],
    nextCursor: null,
    total: 2,
    currency: canSeeRevenue ? 'EUR' : null,
    landscapeVersion: 7,
    isCurrent: true,
    computedAt: '2026-11-20T09:30:00.000Z',
    worstComponents: [
      { ...named('disk'), capabilities: 2, perHour: amount(1_000) },
      { ...named('till'), capabilities: 1, perHour: amount(700) },
      { ...named('cable'), capabilities: 2, perHour: amount(900) },
    ],
    undermined: [],
    underminedOmitted: 0,
    withheld: canSeeRevenue ? [] : ['perHour', 'ownPerHour', 'isRevenueRecorded'],
  };
}

function fixesOf(canSeeRevenue: boolean, count = 1): BestFixes {
  return {
    currency: canSeeRevenue ? 'EUR' : null,
    rankedBy: canSeeRevenue ? 'revenue' : 'reach',
    fixes: Array.from({ length: count }, (_, number) => ({
      kind: 'makeSofter' as const,
      dependencyId: `dependency ${number}`,
      redundancyGroup: null,
      source: named('till'),
      target: named('disk'),
      from: 'Hard',
      to: 'Degraded',
      manifest: 'version: 1',
      protects: named('till'),
      cause: { ...named('disk'), entityType: 'component' as const },
      before: { state: 'Outage' as const, perHour: canSeeRevenue ? 1_000 : null, capabilities: { Outage: 2, Degraded: 0, Warning: 0 } },
      after: { state: 'Degraded' as const, perHour: canSeeRevenue ? 650 : null, capabilities: { Outage: 1, Degraded: 1, Warning: 0 } },
      capabilities: [{ ...named('Sell'), before: 'Outage' as const, after: 'Degraded' as const }],
      capabilitiesOmitted: 0,
    })),
    tried: 12,
    hasCapabilities: true,
    landscapeVersion: 7,
    isCurrent: true,
  };
}

function show(answers: FakeAnswers = {}) {
  return renderInTenant(<WeakPointsPage />, {
    page: 'weak-points',
    answers: {
      'weakPoints.summary': () => summaryOf(true),
      'weakPoints.best': () => fixesOf(true),
      'views.list': () => ({ items: [] }),
      ...answers,
    },
  });
}

const never = () => new Promise(() => undefined);

it('shows the best fixes first: what each saves, and one failure before and after', async () => {
  const { user } = show();
  const best = await screen.findByRole('region', { name: 'The change worth most' });
  await user.click(await within(best).findByRole('button', { name: 'Show the picture' }));
  const [fix] = within(await within(best).findByRole('list', { name: 'Changes, the one worth most first' })).getAllByRole('listitem');
  expect(fix?.textContent).toContain('Saves €350 an hour while disk is down');
  expect(within(best).getByRole('group', { name: 'Today' }).textContent).toBe(
    'TodaydiskOutageHard dependencypasses it ontillOutage2 capabilities are down. An hour costs €1,000.',
  );
  expect(within(best).getByRole('group', { name: 'With the change' }).textContent).toBe(
    'With the changediskOutageDegraded dependencypasses it on, mildertillDegraded1 capability is down, 1 degraded. An hour costs €650.',
  );
  expect(best.textContent).toContain('If disk fails: Sell Degraded instead of Outage.');
  expect(within(best).getByRole('link', { name: 'Weak points of till' }).getAttribute('href')).toBe(
    `/t/${TENANT.tenantId}/weak-points?entityType=component&entityId=till`,
  );
  const matrix = screen.getByRole('region', { name: 'What takes which capability down' });
  expect(best.compareDocumentPosition(matrix) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('says how far failures are followed, and how far a blast radius looks', async () => {
  show();
  expect(await screen.findByText(/Failures are followed any number of hops; a blast radius ends after 10\.$/)).toBeTruthy();
});

it('opens a fix in the manifest editor', async () => {
  const { user, push } = show();
  await user.click(await screen.findByRole('button', { name: 'Open in the manifest' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/t/${TENANT.tenantId}/manifest`));
});

it('lists ten changes, each with a small picture of today and of the change, and opens one large picture at a time by click or arrow key', async () => {
  const { user } = show({ 'weakPoints.best': () => fixesOf(true, 10) });
  const best = await screen.findByRole('region', { name: 'The 10 changes worth most' });
  const rows = within(best)
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement?.getAttribute('aria-label') === 'Changes, the one worth most first');
  expect(rows).toHaveLength(10);
  for (const row of rows)
    expect(
      within(row)
        .getAllByRole('img')
        .map((picture) => picture.getAttribute('aria-label')),
    ).toEqual([
      'Today: disk is down; till is down; 2 capabilities are down; €1,000 an hour.',
      'With it: disk is down; till is degraded; 1 capability is down, 1 degraded; €650 an hour.',
    ]);
  const opened = () => rows.flatMap((row, at) => (within(row).queryByRole('group', { name: 'With the change' }) === null ? [] : [at]));
  expect(opened()).toEqual([]);
  await user.click(within(rows[8]!).getByRole('button', { name: 'Show the picture' }));
  expect(opened()).toEqual([8]);
  await user.keyboard('{ArrowDown}');
  expect(opened()).toEqual([9]);
  await user.keyboard('{ArrowDown}');
  expect(opened()).toEqual([9]);
  await user.keyboard('{Enter}');
  expect(opened()).toEqual([]);
});

it('gives each row its own cost, and components that take down the same rows one column that lists them', async () => {
  const { user } = show();
  const table = await screen.findByRole('table');
  const cells = (name: string) => within(within(table).getByRole('row', { name: new RegExp(`^${name}`) })).getAllByRole('cell');
  expect(cells('Sell').map(({ textContent }) => textContent)).toEqual(['€700', '3', '0', 'none', 'Each of 2 alone', 'till alone']);
  expect(cells('Ship').map(({ textContent }) => textContent)).toEqual(['€300', '2', '0', 'none', 'Each of 2 alone', '']);
  await user.click(within(table).getByRole('button', { name: '2 components' }));
  const alike = await screen.findByRole('list', { name: 'The 2 components of this column' });
  expect([...alike.children].map(({ textContent }) => textContent)).toEqual(['disk€1,000/h', 'cable€900/h']);
});

it.each([
  ['says what a capability costs that is recorded to earn nothing', true, '€0'],
  ['says of a capability that it is not recorded what it earns', false, 'Not recorded'],
])('%s', async (_case, isRevenueRecorded, words) => {
  const summary = summaryOf(true);
  show({ 'weakPoints.summary': () => ({ ...summary, items: [{ ...row('Sell', 0, 'disk'), isRevenueRecorded }] }) });
  const [cost] = within((await screen.findAllByRole('row'))[1]!).getAllByRole('cell');
  expect(cost?.textContent).toBe(words);
});

it('shows no cost, and calls nothing the costliest, where nobody recorded revenue', async () => {
  const free = <Row extends object>(rows: readonly Row[]): Row[] => rows.map((one) => ({ ...one, perHour: 0, ownPerHour: 0 }));
  const summary = summaryOf(true);
  const unrecorded = free(summary.items).map((one) => ({ ...one, singlePoints: 9, isRevenueRecorded: false }));
  const best = fixesOf(true);
  const { user } = show({
    'weakPoints.summary': () => ({ ...summary, items: unrecorded, worstComponents: free(summary.worstComponents) }),
    'weakPoints.best': () => ({
      ...best,
      rankedBy: 'reach',
      fixes: best.fixes.map((fix) => ({ ...fix, before: { ...fix.before, perHour: 0 }, after: { ...fix.after, perHour: 0 } })),
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show the picture' }));
  expect(screen.getByRole('group', { name: 'With the change' }).textContent).toMatch(/1 capability is down, 1 degraded\.$/);
  const matrix = screen.getByRole('region', { name: 'What takes which capability down' });
  expect(matrix.textContent).toContain('The capability that most components take down comes first.');
  expect(matrix.textContent).toContain('Only the 3 components that take down the most have a column');
  expect(document.body.textContent).not.toMatch(/€|the most comes first. Its cost/);
});

it('shows no amounts to those who may not see revenue', async () => {
  show({ 'weakPoints.summary': () => summaryOf(false), 'weakPoints.best': () => fixesOf(false) });
  expect((await screen.findByRole('region', { name: 'The change worth most' })).textContent).toContain(
    'Keeps 1 capability from going down with disk',
  );
  expect(screen.getByRole('table').textContent).not.toMatch(/cost/);
  expect(document.body.textContent).not.toMatch(/€/);
});

it('shows the matrix while fixes are still being tried', async () => {
  show({ 'weakPoints.best': never });
  expect(await screen.findByRole('table')).toBeTruthy();
  expect(screen.getByRole('status', { name: 'Trying changes' })).toBeTruthy();
});

it('waits for the summary without showing any', () => {
  show({ 'weakPoints.summary': never });
  expect(screen.getByRole('status', { name: 'Looking for weak points' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('says that no fix was found', async () => {
  show({ 'weakPoints.best': () => ({ ...fixesOf(true, 0), tried: 0 }) });
  expect(await screen.findByText('No small change was found that keeps a capability up when one thing fails.')).toBeTruthy();
});

it('says why the fixes could not be tried, shows the matrix all the same, and tries again on request', async () => {
  let isDown = true;
  const { user } = show({
    'weakPoints.best': () => {
      if (isDown) throw refusal('unavailable', 'It takes too long at the moment.');
      return fixesOf(true);
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('It takes too long at the moment.');
  expect(screen.getByRole('table')).toBeTruthy();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('img', { name: /^Today: / })).toBeTruthy();
});

it.each(['unavailable', 'role_missing'] as const)('says why the summary was refused (%s), and asks for no fixes', async (code) => {
  const { callsOf } = show({
    'weakPoints.summary': () => {
      throw refusal(code, 'Not now.');
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  expect(callsOf('weakPoints.best')).toEqual([]);
});

it('prints the picture of each change, and what the print is of', async () => {
  show({ 'weakPoints.best': () => fixesOf(true, 3) });
  await screen.findByRole('region', { name: 'The 3 changes worth most' });
  fireEvent(window, new Event('beforeprint'));
  expect(screen.getAllByRole('group', { name: 'Today' })).toHaveLength(3);
  expect(screen.getByText(/^Printed .+ · Landscape version 7 · Digest ([0-9a-f]{4} ){3}[0-9a-f]{4}$/)).toBeTruthy();
  fireEvent(window, new Event('afterprint'));
  expect(screen.queryByRole('group', { name: 'Today' })).toBeNull();
});

it('says how to begin where there are no capabilities, and asks for no fixes', async () => {
  const { callsOf } = show({ 'weakPoints.summary': () => ({ ...summaryOf(true), items: [], total: 0, worstComponents: [] }) });
  expect(await screen.findByText(/^There is no capability yet/)).toBeTruthy();
  expect(callsOf('weakPoints.best')).toEqual([]);
});
