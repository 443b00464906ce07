import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { formatTimestamp } from '@/ui/formatTimestamp';
import { BestFixes } from '@/client/fixes/BestFixes';
import { HomePage } from './HomePage';

const ID = '22222222-2222-4222-8222-222222222222';
const SET_UP = { hasHealth: true, hasKey: true, hasWebhook: true, hasOtherMember: true };
const OVERVIEW = {
  landscapeVersion: 7,
  size: { components: 26, dependencies: 46, applications: 7 },
  widest: [
    {
      id: ID,
      technicalName: 'astronomy-db',
      name: 'Astronomy database',
      kind: 'Database',
      application: 'Catalogue',
      criticalityTier: 'BusinessCritical',
      affected: 7,
      applications: 5,
      capabilities: 4,
      people: 240_000,
      revenue: { currency: 'EUR', perHour: 2_000, expectedPerHour: 2_000 },
    },
  ],
  capabilities: [
    {
      id: ID,
      technicalName: 'place-order',
      name: 'Place an order',
      people: 240_000,
      revenuePerHour: { currency: 'EUR', perHour: 1_600 },
      components: 14,
    },
  ],
  register: { registered: 12, total: 46, percent: 26, unprotected: 1 },
  changes: {
    since: '2026-03-01T00:00:00.000Z',
    total: 1,
    latest: [
      {
        changeSetId: ID,
        at: '2026-03-02T10:00:00.000Z',
        actor: { type: 'person', id: 'p', name: 'Ada' },
        manifest: 'shop',
        landscapeVersion: 7,
        created: 2,
        updated: 1,
        deleted: 0,
        first: { kind: 'component', technicalName: 'web' },
      },
    ],
  },
  setUp: SET_UP,
};
const CAUSE = {
  id: ID,
  technicalName: 'kafka',
  name: 'Order events',
  state: 'Degraded',
  since: '2026-03-02T10:00:00.000Z',
  isUnderMaintenance: false,
  criticalityTier: 'BusinessCritical',
  componentCount: 2,
  jointlyWith: [],
  incidentOpensAt: null,
  isFlapping: false,
  incident: { id: ID, number: 2, state: 'Open', acknowledgedBy: null },
  applications: { count: 2, named: [{ name: 'Fulfilment' }, { name: 'Fraud control' }] },
  capabilities: { count: 0, named: [] },
  processes: { count: 0, named: [] },
  audiences: { count: 1, named: [{ name: 'Shoppers', people: 240_000 }] },
};
const NONE = { items: [], nextCursor: null, total: 0 };

const dayOf = (day: string, more: object = {}) => ({
  day,
  recordedAt: `${day}T00:00:10.000Z`,
  landscapeVersion: 7,
  components: 26,
  singlePoints: 12,
  missionCriticalSinglePoints: 4,
  dearestPerHour: 2_000,
  dependencies: 46,
  registered: 12,
  registeredPercent: 26,
  ...more,
});
const TREND = {
  currency: 'EUR',
  since: '2026-02-27',
  days: [
    dayOf('2026-02-27', { singlePoints: 15, dearestPerHour: 2_500 }),
    dayOf('2026-02-28'),
    dayOf('2026-03-01', { registeredPercent: 28.2 }),
  ],
  withheld: [],
};
const BEST = { currency: 'EUR', rankedBy: 'revenue', fixes: [], tried: 0, hasCapabilities: true, landscapeVersion: 7, isCurrent: true };

function show({ overview = {}, causes = [] as unknown[], tenant = {}, answers = {} } = {}) {
  return renderInTenant(<HomePage fixes={<BestFixes />} />, {
    tenant,
    answers: {
      'home.overview': () => ({ ...OVERVIEW, ...overview }),
      'home.trend': () => TREND,
      'weakPoints.best': () => BEST,
      'health.causes': () => ({ version: 1, causes, causesOmitted: 0, situations: [] }),
      'incidents.list': () => NONE,
      'maintenance.list': () => NONE,
      'views.list': () => ({ items: [] }),
      ...answers,
    },
  });
}
const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');

it('leads from each row to its picture', async () => {
  show({ causes: [CAUSE] });
  expect(await screen.findByRole('heading', { name: 'Order events is degraded' })).toBeTruthy();
  expect(hrefOf(/^Degraded\s*Order events/)).toBe(`/t/${TENANT.tenantId}/blast-radius?entityType=component&entityId=${ID}&state=Degraded`);
  expect(hrefOf(/^Incident 2/)).toBe(`/t/${TENANT.tenantId}/incidents/${ID}`);
  expect(hrefOf(/^Astronomy database/)).toBe(`/t/${TENANT.tenantId}/blast-radius?entityType=component&entityId=${ID}`);
  expect(hrefOf(/^Place an order/)).toBe(`/t/${TENANT.tenantId}/blast-radius?entityType=capability&entityId=${ID}&direction=upstream`);
  expect(hrefOf(/^Manifest shop applied/)).toBe(`/t/${TENANT.tenantId}/audit-log?changeSetId=${ID}`);
  expect(hrefOf(/^34 gaps/)).toBe(`/t/${TENANT.tenantId}/security-register?status=gap`);
});

it('says how many components, applications and people a cause affects, and what it costs if that is known', async () => {
  const { unmount } = show({ causes: [CAUSE] });
  expect(await screen.findByText('2 other components affected · 2 applications · 240,000 people')).toBeTruthy();
  unmount();
  const alone = { expectedPerHour: 50, perHour: 100, contributed: { expectedPerHour: 800, perHour: 1_600 }, currency: 'EUR' };
  show({ causes: [{ ...CAUSE, revenue: alone }] });
  expect(
    await screen.findByText('2 other components affected · 2 applications · 240,000 people · expected cost per hour €800'),
  ).toBeTruthy();
});

it('calls nothing healthy that never reported', async () => {
  const { unmount } = show();
  await screen.findByText('No component that reports is unhealthy.');
  const quiet = screen.getByRole('region', { name: 'Right now' });
  // How many report is not known here, so nothing is green.
  expect(quiet.querySelector('svg')).toBeNull();
  unmount();
  show({ overview: { setUp: { ...SET_UP, hasHealth: false } } });
  expect(await screen.findByText(/^No component has reported its health yet/)).toBeTruthy();
  expect(screen.queryByText(/^No component that reports/)).toBeNull();
});

it.each([
  ['what is wrong, if anything is', [CAUSE], 'Order events is degraded'],
  [
    'how many causes there are, if it is more than one',
    [CAUSE, { ...CAUSE, id: TENANT.tenantId, name: 'Payment' }],
    '2 causes are degraded',
  ],
  ['the changes worth most, if nothing is', [], 'The changes worth most'],
] as const)('begins with %s', async (_, causes, first) => {
  show({ causes: [...causes] });
  await screen.findAllByText(/^No component that reports is|2 other components affected/);
  await screen.findByText(/^No small change was found/);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    ...new Set([first, 'The changes worth most']),
    'Over the weeks',
    'Widest blast radii',
    'Most exposed capabilities',
    'This week',
  ]);
  expect(screen.getByText('Components whose failure would affect the most others.')).toBeTruthy();
  expect(screen.getByText('What depends on each, and how many components could take it down or degrade it.')).toBeTruthy();
});

it('says what to describe where no capability is recorded, in place of half-empty cards', async () => {
  show({ overview: { widest: [], capabilities: [] }, answers: { 'weakPoints.best': () => ({ ...BEST, hasCapabilities: false }) } });
  const text = await screen.findByText(/no capability is recorded/);
  expect(within(text).getByRole('link').getAttribute('href')).toBe(`/t/${TENANT.tenantId}/manifest`);
  expect(screen.queryByText('Widest blast radii')).toBeNull();
  expect(screen.queryByText('Most exposed capabilities')).toBeNull();
});

it('names maintenance and incidents that are over below the changes of the week', async () => {
  const window = { id: ID, name: 'New disks', status: 'Planned', startsAt: '2026-03-05T10:00:00.000Z', endsAt: '2026-03-05T12:00:00.000Z' };
  const over = { id: ID, number: 3, cause: 'kafka', startedAt: '2026-03-01T10:00:00.000Z', endedAt: '2026-03-01T10:05:00.000Z' };
  show({
    answers: { 'maintenance.list': () => ({ ...NONE, items: [window] }), 'incidents.list': () => ({ ...NONE, items: [over] }) },
  });
  const week = await screen.findByRole('region', { name: 'This week' });
  expect(await within(week).findByRole('link', { name: 'New disks' })).toBeTruthy();
  expect(within(week).getByText(/^lasted/).textContent).toBe('lasted 5 min');
  expect(within(week).queryByText(/^and /)).toBeNull();
});

it('says how much more there is than it lists', async () => {
  const window = { id: ID, name: 'New disks', status: 'Planned', startsAt: '2026-03-05T10:00:00.000Z', endsAt: '2026-03-05T12:00:00.000Z' };
  const over = { id: ID, number: 3, cause: 'kafka', startedAt: '2026-03-01T10:00:00.000Z', endedAt: '2026-03-01T10:05:00.000Z' };
  const view = (at: number) => ({
    id: `${at}`,
    name: `View ${at}`,
    path: '/inventory',
    page: 'inventory',
    owner: { isYou: true },
    isShared: false,
  });
  show({
    answers: {
      'maintenance.list': () => ({ ...NONE, items: [window], total: 2 }),
      'incidents.list': () => ({ ...NONE, items: [over], total: 20 }),
      'views.list': () => ({ items: Array.from({ length: 13 }, (_none, at) => view(at)) }),
    },
  });
  const week = await screen.findByRole('region', { name: 'This week' });
  expect(await within(week).findByRole('link', { name: 'and 1 more window' })).toBeTruthy();
  expect(within(week).getByRole('link', { name: 'and 19 more incidents' }).getAttribute('href')).toMatch(/\/incidents$/);
  expect(await screen.findByText(/^The first 12 of 13;/)).toBeTruthy();
});

it('waits for the overview', () => {
  show({ answers: { 'home.overview': () => new Promise(() => undefined) } });
  expect(screen.getByRole('status', { name: 'The overview is loading' })).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

it.each(['unavailable', 'role_missing'] as const)('says why the overview was refused (%s), and tries again on request', async (code) => {
  let isDown = true;
  const { user } = show({
    answers: {
      'home.overview': () => {
        if (isDown) throw refusal(code, 'Not now.');
        return OVERVIEW;
      },
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Widest blast radii' })).toBeTruthy();
});

describe('the trend', () => {
  const partOf = () => screen.findByRole('region', { name: 'Over the weeks' });
  const figure = async (name: string) => (await within(await partOf()).findByRole('region', { name })).textContent;

  it('says what each figure is now, and since when it differs', async () => {
    show();
    expect(await figure('Single points')).toBe(
      'Single points123 fewer than on 27 Feb 202627 Feb 2026from 0 to 151 Mar 2026Each takes down a capability alone. 4 of them take down a mission-critical one.',
    );
    expect(await figure('Costliest single point, per hour')).toMatch(
      /^Costliest single point, per hour€2,000€500 less than on 27 Feb 2026/,
    );
    expect(await figure('Security register complete')).toContain('28.2%2.2 percentage points more than on 27 Feb 2026');
    expect((await partOf()).textContent).toContain(
      `Recorded once a day since 27 Feb 2026. The figures are those of ${formatTimestamp('2026-03-01T00:00:10.000Z')}.`,
    );
  });

  it('gives every day in numbers, the latest first', async () => {
    const { user } = show();
    const part = await partOf();
    await user.click(await within(part).findByText('Every day in numbers'));
    const rows = within(await within(part).findByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DaySingle pointsCostliest single point, per hourSecurity register complete',
      '1 Mar 202612€2,00028.2%',
      '28 Feb 202612€2,00026%',
      '27 Feb 202615€2,50026%',
    ]);
  });

  it.each([
    [0, 'Recorded once a day from now on; the lines begin with the second day.'],
    [
      1,
      `Recorded since 27 Feb 2026, once a day: the lines begin with the second day. The figures are those of ${formatTimestamp('2026-02-27T00:00:10.000Z')}.`,
    ],
  ])('says with %i days that there is no line yet', async (count, words) => {
    show({ answers: { 'home.trend': () => ({ ...TREND, since: count === 0 ? null : TREND.since, days: TREND.days.slice(0, count) }) } });
    const part = await partOf();
    expect(await within(part).findByText(words)).toBeTruthy();
    expect(within(part).queryByText(/^from 0 to/)).toBeNull();
    expect(within(part).queryByText('Every day in numbers')).toBeNull();
    expect(within(part).getByRole('link', { name: '34 gaps in the register now' })).toBeTruthy();
  });

  it('shows no money to those who may not see it, and says what is not recorded', async () => {
    const nothing = { singlePoints: null, missionCriticalSinglePoints: null, dearestPerHour: null };
    const { unmount } = show({ answers: { 'home.trend': () => ({ ...TREND, currency: null, days: [dayOf('2026-03-01', nothing)] }) } });
    expect(await figure('Single points')).toBe('Single pointsNot recordedDescribe capabilities, and which applications support them.');
    expect(screen.queryByRole('region', { name: 'Costliest single point, per hour' })).toBeNull();
    unmount();
    show({ answers: { 'home.trend': () => ({ ...TREND, days: [dayOf('2026-03-01', nothing)] }) } });
    expect(await figure('Costliest single point, per hour')).toMatch(
      /^Costliest single point, per hourNot recordedGive segments an annual revenue/,
    );
  });

  it('explains no figure of what there is none of', async () => {
    const nothing = { singlePoints: 0, missionCriticalSinglePoints: 0, dearestPerHour: 0 };
    show({ answers: { 'home.trend': () => ({ ...TREND, days: [dayOf('2026-03-01', nothing)] }) } });
    expect(await figure('Single points')).toBe('Single points0No component takes down a capability alone.');
    expect(await figure('Costliest single point, per hour')).toMatch(/€0No single point costs anything\.$/);
  });

  it('says why it could not be loaded, and tries again on request', async () => {
    let isDown = true;
    const { user } = show({
      answers: {
        'home.trend': () => {
          if (isDown) throw refusal('unavailable', 'Not now.');
          return TREND;
        },
      },
    });
    expect((await within(await partOf()).findByRole('alert')).textContent).toContain('Not now.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await figure('Single points')).toContain('3 fewer');
  });
});

it.each([
  ['Viewer', []],
  ['Editor', ['Report health', 'Connect what you run']],
  ['Admin', ['Report health', 'Create an API key', 'Add a webhook', 'Invite a colleague', 'Connect what you run']],
] as const)('shows a %s the next steps that this role may take', async (role, steps) => {
  show({ tenant: { role }, overview: { setUp: { hasHealth: false, hasKey: false, hasWebhook: false, hasOtherMember: false } } });
  await screen.findByRole('heading', { name: 'Widest blast radii' });
  const list = screen.queryByRole('region', { name: 'Set up' });
  expect(
    list === null
      ? []
      : within(list)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
  ).toEqual(steps);
});

it('leads from what is left to set up to connecting what runs', async () => {
  show({ overview: { setUp: { ...SET_UP, hasKey: false } } });
  const list = await screen.findByRole('region', { name: 'Set up' });
  expect(within(list).getByRole('link', { name: 'Connect what you run' }).getAttribute('href')).toBe(`/t/${TENANT.tenantId}/connect`);
});
