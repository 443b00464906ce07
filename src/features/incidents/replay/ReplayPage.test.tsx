/** The replay of an incident as people meet it: while it loads, refused, no longer kept, and from the failure on. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { IncidentReplay } from '@/contract/replay';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { ReplayPage } from './ReplayPage';

const signal = (at: string, componentId: string, name: string) => ({
  signalId: `${componentId} ${at}`,
  at: `2026-11-20T${at}.000Z`,
  componentId,
  name,
  state: 'Outage' as const,
  message: null,
  source: null,
});

/** Twenty seconds; the other cause of its situation had failed before. */
const SHORT: IncidentReplay = {
  number: 2,
  cause: 'Event broker',
  causeId: 'c1',
  stepSeconds: 1,
  from: '2026-11-20T03:12:00.000Z',
  to: '2026-11-20T03:12:30.000Z',
  keptSince: '2026-09-01T00:00:00.000Z',
  signals: [signal('03:12:02', 'c2', 'Session cache'), signal('03:12:05', 'c1', 'Event broker'), signal('03:12:09', 'c3', 'Billing')],
  signalsOmitted: 0,
};
const NOTHING_WRONG = {
  keptSince: SHORT.keptSince,
  reporting: [],
  lanes: { causes: [], causesOmitted: 0, cards: [], others: { applications: 0 } },
};

function show(replay: () => unknown, search = '') {
  return renderInTenant(<ReplayPage id="i2" />, {
    answers: { 'incidents.replay': replay, 'health.past': ({ at }: { at: string }) => ({ ...NOTHING_WRONG, at }) },
    search,
  });
}

it('says that it is loading', () => {
  show(() => new Promise(() => undefined));
  expect(screen.getByRole('status', { name: 'The replay is loading' })).toBeTruthy();
});

it('says why there is none', async () => {
  show(() => {
    throw refusal('not_found', 'There is no incident with the id i2.');
  });
  expect((await screen.findByRole('alert')).textContent).toContain('This incident cannot be replayed');
});

it('says if its signals are no longer kept', async () => {
  show(() => ({ ...SHORT, to: SHORT.from }));
  expect((await screen.findByText(/The signals of this incident are no longer kept/)).textContent).toMatch(/1 Sept? 2026/);
});

it('starts when its own cause fails, and moves by seconds where it was short', async () => {
  const { user, callsOf } = show(() => SHORT);
  expect(await screen.findByRole('heading', { level: 1, name: 'Replay of incident 2: Event broker' })).toBeTruthy();
  await screen.findByText('Nothing was reported to be wrong at this moment.');
  expect(callsOf('health.past')).toEqual([{ at: '2026-11-20T03:12:05.000Z' }]);
  const bar = screen.getByRole('group', { name: 'Replay' });
  expect(within(bar).getByRole('status').textContent).toMatch(/^20 Nov 2026, \d\d:12:05$/);
  await user.click(within(bar).getByRole('button', { name: 'Forward one step' }));
  expect(await within(bar).findByText(/:12:06$/)).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: 'Next change' }));
  expect(await within(bar).findByText(/:12:09$/)).toBeTruthy();
});

it('lists the signals of all causes, and leads to the landscape of the moment in the address', async () => {
  show(() => SHORT, 'at=2026-11-20T03:12:09.000Z');
  const signals = within(await screen.findByRole('region', { name: 'Signals' })).getAllByRole('listitem');
  expect(signals.map(({ textContent }) => textContent.replace(/^20 Nov 2026, \d\d:/, ''))).toEqual([
    '12:02Session cache Outage',
    '12:05Event broker Outage',
    '12:09Billing Outage',
  ]);
  const then = screen.getByRole('link', { name: 'Show the landscape at that moment' });
  expect(then.getAttribute('href')).toBe(`/t/${TENANT.tenantId}/landscape?at=${encodeURIComponent('2026-11-20T03:12:09.000Z')}`);
});
