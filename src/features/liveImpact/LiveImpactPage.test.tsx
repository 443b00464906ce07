import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { LiveImpactPage } from './LiveImpactPage';

const SNAPSHOT = {
  version: 3,
  computedAt: '2026-11-20T09:30:00.000Z',
  landscapeVersion: 7,
  pendingSignals: 0,
  oldestReportAt: null,
  states: { Healthy: 2, Warning: 0, Degraded: 0, Outage: 0, unreported: 0 },
  ...{ unhealthy: [], impacted: [], applications: [], capabilities: [], processes: [], audiences: [] },
  ...{ situations: [], maintenance: [], openIncidents: [], groupsNotInService: [] },
};
const NONE = { items: [], nextCursor: null, total: 0 };
const never = () => new Promise(() => undefined);

function show(answers: FakeAnswers = {}) {
  return renderInTenant(<LiveImpactPage />, {
    page: 'live-impact',
    answers: {
      'health.snapshot': () => SNAPSHOT,
      'health.causes': () => ({ version: 3, causes: [], causesOmitted: 0, situations: [] }),
      'health.lanes': never,
      'alerts.list': () => NONE,
      'health.signals': () => NONE,
      ...answers,
    },
  });
}

it('says that nothing is affected, and asks each question once', async () => {
  const { callsOf } = show();
  expect(await screen.findByRole('heading', { name: 'Nothing is affected' })).toBeTruthy();
  expect(screen.getByText(/^All 2 components report\./)).toBeTruthy();
  for (const question of ['health.snapshot', 'health.causes', 'health.lanes']) expect(callsOf(question)).toHaveLength(1);
});

it('does not say that nothing fails, where only nothing is reported to', async () => {
  const states = { ...SNAPSHOT.states, Healthy: 1, unreported: 1 };
  show({ 'health.snapshot': () => ({ ...SNAPSHOT, states }), 'health.lanes': () => ({ causes: [] }) });
  expect(await screen.findByRole('heading', { name: 'Nothing is known to be affected' })).toBeTruthy();
  const picture = await screen.findByRole('region', { name: 'Picture' });
  expect(picture.textContent).toMatch(/^Nothing is reported to fail,/);
});

it('waits for what is wrong and shows nothing as healthy meanwhile', () => {
  show({ 'health.causes': never });
  expect(screen.getByRole('status', { name: 'Live impact is loading' })).toBeTruthy();
  expect(screen.queryByText('Nothing is affected')).toBeNull();
});

it.each(['unavailable', 'role_missing'] as const)('says why it was refused (%s), and tries again on request', async (code) => {
  let isDown = true;
  const { user } = show({
    'health.snapshot': () => {
      if (isDown) throw refusal(code, 'Not now.');
      return SNAPSHOT;
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Nothing is affected' })).toBeTruthy();
});

it('leads an empty tenant to what fills it', async () => {
  show({ 'health.snapshot': () => ({ ...SNAPSHOT, states: { ...SNAPSHOT.states, Healthy: 0 } }) });
  expect(await screen.findByRole('heading', { name: 'Astronomy has no landscape yet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Write a manifest' })).toBeTruthy();
});
