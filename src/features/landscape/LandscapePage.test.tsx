import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { packMarks, packPicture } from '@/contract/values/packPicture';
import type { Picture } from '@/contract/picture';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { pictureRow } from '@/test/pictureRow';
import { LOOK_COOKIE, readLook } from './address/keptLook';
import { LandscapePage } from './LandscapePage';

const ID = '22222222-2222-4222-8222-222222222222';
const box = { x: 0, y: 0, width: 200, height: 100 };
const look = { dependencyType: 'Calls' as const, mode: 'Hard' as const, required: true, propagates: true };
const dependency = (place: number) => ({
  id: `d${place}`,
  source: { id: ID, name: `Web ${place}` },
  target: { id: ID, name: `Store ${place}` },
  look,
});
const card = (id: string, title: string): Picture['cards'][number] => ({
  id,
  group: id,
  kind: 'application',
  title,
  count: 1,
  isOpen: false,
  box,
  rows: [pictureRow({ id: `${id} row`, of: ID, name: `Row of ${title}` })],
  titleHeight: 30,
  more: null,
  shares: null,
});
const cards: Picture = {
  landscapeVersion: 3,
  grouping: 'application',
  level: 'cards',
  levels: ['components', 'cards', 'map'],
  size: { width: 500, height: 200 },
  cards: [card('shop', 'Shop'), card('bank', 'Bank')],
  headings: [],
  boxes: [],
  stacks: [],
  lines: [
    {
      id: 'l',
      from: 'shop',
      to: 'bank',
      count: 2,
      look,
      dependencies: [dependency(1), dependency(2)],
      points: [
        { x: 0, y: 5 },
        { x: 9, y: 5 },
      ],
    },
  ],
  omitted: { components: 0, lines: 0, dependencies: 0, within: 0 },
  counts: { components: 2, applications: 2, dependencies: 2 },
  matching: { components: 2, dependencies: 2, groups: 2 },
};
const map = packPicture({
  ...cards,
  grouping: 'team',
  level: 'map',
  levels: ['map'],
  cards: [{ ...card('team a', 'Payments'), kind: 'team', shares: box }],
  lines: [],
  matching: { components: 2, dependencies: 2, groups: 1 },
});
const marks = packMarks({
  landscapeVersion: 3,
  colourBy: 'tier',
  marks: [],
  legend: [{ colour: 'MissionCritical', label: 'Mission critical', count: 2 }],
  failing: [],
  withheld: false,
});
const answers = (picture: () => unknown) => ({
  'landscape.picture': picture,
  'landscape.pictureMarks': () => marks,
  'landscape.filterChoices': () => ({ teams: [], zones: [], technologies: [] }),
  'views.list': () => ({ items: [] }),
});

/** Nothing is laid out here, so nothing would report the size of the stage. */
class SizeAtOnce {
  constructor(private readonly measure: (entries: readonly never[]) => void) {}
  observe(): void {
    queueMicrotask(() => this.measure([]));
  }
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => vi.stubGlobal('ResizeObserver', SizeAtOnce));
afterEach(() => vi.restoreAllMocks());

it('while it is read, the page says so', async () => {
  renderInTenant(<LandscapePage kept={null} />, { answers: answers(() => new Promise(() => undefined)) });
  expect(await screen.findByLabelText('Loading the landscape')).toBeDefined();
});

it('a refusal is shown with a way to try again', async () => {
  let isRefused = true;
  const { user } = renderInTenant(<LandscapePage kept={null} />, {
    answers: answers(() => {
      if (isRefused) throw refusal('unavailable', 'The database is not there.');
      return map;
    }),
  });
  const note = await screen.findByRole('alert');
  expect(note.textContent).toContain('The landscape could not be loaded');
  isRefused = false;
  await user.click(within(note).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('application')).toBeDefined();
});

it('a map says how it is grouped and coloured, although nobody chose that', async () => {
  renderInTenant(<LandscapePage kept={null} />, { answers: answers(() => map) });
  expect((await screen.findByRole('application')).getAttribute('aria-label')).toMatch(
    /^Landscape with 2 components and 2 dependencies in 1 group by team\./,
  );
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Group' }).value).toBe('Team');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Colour by' }).value).toBe('Criticality'));
});

it('a line that was chosen lists its dependencies, each of which leads to its components', async () => {
  const { user, callsOf } = renderInTenant(<LandscapePage kept={null} />, {
    answers: answers(() => packPicture(cards)),
    search: '?line=l',
  });
  const panel = await screen.findByRole('region', { name: 'Dependencies from Shop on Bank' });
  expect(
    within(panel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^Web 1Calls · .*Store 1$/), expect.stringMatching(/^Web 2Calls · .*Store 2$/)]);
  await user.click(within(panel).getByRole('button', { name: 'Store 2' }));
  await waitFor(() => expect(callsOf('landscape.component')).toEqual([{ component: ID }]));
});

it('the page opens as it was looked at last, unless its address says otherwise', async () => {
  const kept = vi.spyOn(document, 'cookie', 'set');
  const keptNow = () => readLook(new RegExp(`^${LOOK_COOKIE}=([^;]+)`).exec(kept.mock.lastCall?.[0] ?? '')?.[1]);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  const first = renderInTenant(<LandscapePage kept={null} />, { answers: answers(() => map) });
  await screen.findByRole('application');
  await first.user.click(screen.getByRole('combobox', { name: 'Group' }));
  await first.user.click(await screen.findByRole('option', { name: 'Hosting zone' }));
  await waitFor(() => expect(keptNow()).toEqual({ size: { width: 1_000, height: 700 }, scheme: 'light', grouping: 'hosting-zone' }));
  first.unmount();
  const asked = (calls: unknown[]) => new Set(calls.map((input) => (input as { grouping: string | null }).grouping));
  const again = renderInTenant(<LandscapePage kept={keptNow()} />, { answers: answers(() => map) });
  await screen.findByRole('application');
  expect(asked(again.callsOf('landscape.picture'))).toEqual(new Set(['hosting-zone']));
  again.unmount();
  const linked = renderInTenant(<LandscapePage kept={keptNow()} />, { answers: answers(() => map), search: '?grouping=tier' });
  await screen.findByRole('application');
  expect(asked(linked.callsOf('landscape.picture'))).toEqual(new Set(['tier']));
});

it('loads other groupings before they are chosen, one after the other, so that the chosen one waits for one at most', async () => {
  const loading: (() => void)[] = [];
  const { user, callsOf } = renderInTenant(<LandscapePage kept={null} />, {
    answers: answers(() => (loading.length === 0 ? map : new Promise((resolve) => loading.push(() => resolve(map))))),
  });
  await screen.findByRole('application');
  loading.push(() => undefined);
  const asked = () => new Set(callsOf('landscape.picture').map((input) => (input as { grouping: string | null }).grouping));
  const before = asked().size;
  await user.click(screen.getByRole('combobox', { name: 'Group' }));
  await waitFor(() => expect(asked().size).toBe(before + 1));
  loading.at(-1)?.();
  await waitFor(() => expect(asked().size).toBe(before + 2));
  await user.click(await screen.findByRole('option', { name: 'Lifecycle' }));
  await waitFor(() => expect(asked()).toContain('lifecycle'));
  loading.forEach((answer) => answer());
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Group' }).value).toBe('Lifecycle'));
  expect(asked().size).toBe(before + 3);
});

it('shares the picture as it is looked at, with money only where colours show it', async () => {
  const { user, callsOf } = renderInTenant(<LandscapePage kept={null} />, {
    tenant: { role: 'Editor' },
    page: 'landscape?grouping=team&colour=exposure&kinds=Database&focus=team+a&hops=2',
    answers: {
      ...answers(() => map),
      'landscape.pictureMarks': () => ({ ...marks, colourBy: 'exposure' }),
      'shareLinks.create': () => {
        throw refusal('conflict', 'Switched off.');
      },
    },
  });
  const share = await screen.findByRole('button', { name: 'Share this view with somebody without an account' });
  await waitFor(() => expect(share).toHaveProperty('disabled', false));
  await user.click(share);
  await user.click(await screen.findByRole('checkbox', { name: 'With money' }));
  await user.click(screen.getByRole('button', { name: 'Make the link' }));
  await screen.findByText(/Switched off/);
  const [asked] = callsOf('landscape.pictureMarks') as object[];
  expect(callsOf('shareLinks.create')).toEqual([{ what: { page: 'landscape', question: asked }, hasRevenue: true, days: 7 }]);
});

it.each(['landscape.picture', 'landscape.pictureMarks'] as const)('while only %s is late, the picture before stays whole', async (late) => {
  let arrive = (): void => undefined;
  const isOf = (grouping: string, asked: unknown): boolean => (asked as { grouping: string | null }).grouping === grouping;
  const given = {
    'landscape.picture': (asked: unknown) => (isOf('lifecycle', asked) ? { ...map, grouping: 'lifecycle' } : map),
    'landscape.pictureMarks': (asked: unknown) => ({ ...marks, legend: isOf('lifecycle', asked) ? [] : marks.legend }),
  };
  const { user } = renderInTenant(<LandscapePage kept={null} />, {
    answers: {
      ...answers(() => map),
      ...given,
      [late]: (asked: unknown) =>
        isOf('lifecycle', asked) ? new Promise((resolve) => (arrive = () => resolve(given[late](asked)))) : given[late](asked),
    },
  });
  const picture = await screen.findByRole('application', { name: /1 group by team\./ });
  await screen.findByText(/Mission critical/);
  await user.click(screen.getByRole('combobox', { name: 'Group' }));
  await user.click(await screen.findByRole('option', { name: 'Lifecycle' }));
  await waitFor(() => expect(picture.closest('[aria-busy][data-covered]')?.getAttribute('aria-busy')).toBe('true'));
  expect(picture.getAttribute('aria-label')).toContain('1 group by team.');
  expect(screen.getByText(/Mission critical/)).toBeDefined();
  arrive();
  await screen.findByRole('application', { name: /1 group by lifecycle\./ });
  expect(screen.queryByText(/Mission critical/)).toBeNull();
});
