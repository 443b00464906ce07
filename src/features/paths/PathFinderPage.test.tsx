import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { PathFinderPage } from './PathFinderPage';

const A = '11111111-1111-4111-8111-11111111111a';
const B = '11111111-1111-4111-8111-11111111111b';
const NAMES: Record<string, string> = { [A]: 'Astronomy database', [B]: 'Checkout' };
const end = (name: string) => ({ id: name, technicalName: name, name, kind: 'WebAPI' });
const step = (source: string, target: string, expectedState: string) => ({
  dependencyId: `${source}-${target}`,
  source: end(source),
  target: end(target),
  dependencyType: 'Calls',
  mode: 'Hard',
  required: true,
  expectedState,
});
const SHORT = {
  steps: [step('Catalogue', 'Astronomy database', 'Outage'), { ...step('Checkout', 'Catalogue', 'Degraded'), mode: 'Degraded' }],
  states: ['Outage', 'Outage', 'Degraded'],
};
const LONG = {
  steps: [
    step('Catalogue', 'Astronomy database', 'Outage'),
    step('Search', 'Catalogue', 'Degraded'),
    step('Checkout', 'Search', 'Degraded'),
  ],
  states: ['Outage', 'Outage', 'Degraded', 'Degraded'],
};
const BOTH = `?fromKind=component&from=${A}&to=${B}`;

const EXPLAINED = {
  component: end('Checkout'),
  expectedState: 'Degraded',
  ways: [SHORT],
  hasMoreWays: false,
  gaveWay: [],
  cut: [{ dependencyId: 'x', source: end('Checkout'), target: end('Catalogue') }],
  cutIsLargerThan: null,
  isComplete: true,
  landscapeVersion: 1,
};

const WIDEST = [
  { id: A, technicalName: 'astronomy-db', name: 'Astronomy database', kind: 'Database', affected: 7 },
  { id: B, technicalName: 'banner', name: 'Banner', kind: 'Other', affected: 0 },
];

function show(
  search: string,
  paths: () => unknown = () => ({ expectedState: 'Degraded', paths: [SHORT], hasMore: false }),
  explained: object = EXPLAINED,
) {
  return renderInTenant(<PathFinderPage />, {
    search,
    page: 'paths',
    answers: {
      'impact.paths': paths,
      'impact.explain': () => explained,
      'landscape.names': ({ ids }: { ids: string[] }) => ids.map((id) => ({ id, name: NAMES[id] ?? '?', technicalName: id })),
      'landscape.find': () => [],
      'views.list': () => ({ items: [] }),
      'home.overview': () => ({ size: { components: 2 }, widest: WIDEST }),
    },
  });
}

it('draws the path: each component with its state, and how the failure comes to it', async () => {
  const { callsOf } = show(BOTH);
  expect(await screen.findByRole('heading', { name: 'If Astronomy database fails, Checkout is degraded, 2 hops away' })).toBeTruthy();
  const way = await screen.findByRole('list', { name: 'Path 1: 2 hops' });
  expect([...way.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Astronomy databaseWeb APIOutage',
    'called by · Hard, requiredpasses it onCatalogueWeb APIOutage',
    'called by · Degraded, requiredpasses it on, milderCheckoutWeb APIDegraded',
  ]);
  expect(
    within(way)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Astronomy database', 'Catalogue', 'Checkout']);
  expect(callsOf('impact.paths')).toEqual([{ entityType: 'component', entityId: A, direction: 'downstream', component: B }]);
  expect(screen.getByRole('link', { name: 'See it in the blast radius' }).getAttribute('href')).toBe(
    `/t/${TENANT.tenantId}/blast-radius?entityType=component&entityId=${A}&component=${B}`,
  );
});

it('says with what the first component fails, if that is no component itself', async () => {
  show(`?fromKind=hosting-zone&from=${A}&to=${B}`);
  const way = await screen.findByRole('list', { name: 'Path 1: 2 hops' });
  expect(way.querySelector('li')?.textContent).toBe('Astronomy databaseWeb API · fails with Astronomy databaseOutage');
});

it('shows every path in the answer, the shortest first, and whether there are more', async () => {
  show(BOTH, () => ({ expectedState: 'Degraded', paths: [SHORT, LONG], hasMore: true }));
  expect(await screen.findByRole('list', { name: 'Path 1: 2 hops' })).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Path 2: 3 hops' }).querySelectorAll('li')).toHaveLength(4);
  expect(screen.getByText(/^The 2 shortest paths; there are more\./)).toBeTruthy();
});

it('waits for the paths without showing any', async () => {
  show(BOTH, () => new Promise(() => undefined));
  expect(await screen.findByRole('status', { name: 'Looking for paths' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: /^Path/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true);
});

it('says that the paths could not be loaded, and loads them on request', async () => {
  let isDown = true;
  const { user } = show(BOTH, () => {
    if (isDown) throw refusal('unavailable', 'The service is busy.');
    return { expectedState: 'Degraded', paths: [SHORT], hasMore: false };
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Path 1: 2 hops' })).toBeTruthy();
  expect(screen.getByText(/^There is no other path within \d+ hops\./)).toBeTruthy();
});

it('says that what is reached is part of what fails, and draws no path to it', async () => {
  show(BOTH, () => ({ expectedState: 'Outage', paths: [{ steps: [], states: ['Outage'] }], hasMore: false }), {
    ...EXPLAINED,
    ways: [{ steps: [] }],
  });
  expect(await screen.findByRole('heading', { name: 'Checkout is part of what fails' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: /^Path/ })).toBeNull();
});

it('says that there is no path, and can reverse the question', async () => {
  const { user, callsOf } = show(BOTH, () => {
    throw refusal('not_found', 'The failure does not reach it.');
  });
  expect(await screen.findByText(/^A failure of Astronomy database does not reach Checkout within \d+ hops$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Swap' }));
  await waitFor(() => expect(callsOf('impact.paths')).toHaveLength(2));
  expect(callsOf('impact.paths')[1]).toMatchObject({ entityId: B, component: A });
});

it.each(['', `?fromKind=component&from=${A}`, '?fromKind=component&from=nonsense&to=nonsense'])(
  'sends no request while an end is missing (%s)',
  async (search) => {
    const { callsOf } = show(search);
    expect(await screen.findByText(/^Select what fails, and what it may reach\./)).toBeTruthy();
    expect(callsOf('impact.paths')).toEqual([]);
  },
);

it.each([
  [{}, 'Checkout would stay healthy if this dependency passed nothing on:Checkout on Catalogue'],
  [{ cut: null, cutIsLargerThan: 3 }, 'More than 3 dependencies would have had to pass nothing on.'],
  [
    { cut: null, isComplete: false },
    'There are too many paths to check within a fifth of a second, so it is not known what would have saved Checkout.',
  ],
])('says what would have saved the component, or that this is not known (%o)', async (more, words) => {
  show(BOTH, undefined, { ...EXPLAINED, ...more });
  const saved = await screen.findByRole('region', { name: 'What would have saved it' });
  expect(saved.textContent).toBe(`What would have saved it${words}`);
});

it('offers the widest blast radii to begin with, but nothing that affects nobody', async () => {
  const { user, callsOf } = show('');
  const starts = await screen.findByRole('region', { name: 'Widest blast radii' });
  expect(within(starts).getAllByRole('button')).toHaveLength(1);
  await user.click(within(starts).getByRole('button', { name: 'Astronomy database, affects 7 components' }));
  await waitFor(() => expect(callsOf('landscape.names')).toContainEqual({ kind: 'component', ids: [A] }));
  expect(screen.queryByRole('region', { name: 'Widest blast radii' })).toBeNull();
});
