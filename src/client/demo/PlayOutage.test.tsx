import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { DemoOutageProvider } from './DemoOutageProvider';
import { OutageGuide } from './OutageGuide';
import { RECOVERY, SCENES, SCENE_MS } from './outageScenes';
import { PlayOutage } from './PlayOutage';

const answers = {
  'health.pushMany': () => ({ results: [] }),
  'incidents.list': () => ({ items: [{ id: 'i4' }], nextCursor: null, total: 1 }),
};
const stage = (
  <DemoOutageProvider>
    <OutageGuide />
    <PlayOutage />
  </DemoOutageProvider>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const told = () => screen.getByRole('status', { name: 'Demo outage' }).textContent;
const play = () => screen.getByRole('button', { name: 'Play an outage' });
const home = `/t/${TENANT.tenantId}`;

it('lasts 90 seconds: three captions that lead through landscape, live impact and incident, then the recovery', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, callsOf } = renderInTenant(stage, { answers, tenant: { isDemo: true } });
  await user.click(play());
  const led: (string | null)[] = [];
  for (const [index, { caption, link }] of SCENES.entries()) {
    await pass(index === 0 ? 100 : SCENE_MS);
    await pass(100);
    expect(told()).toBe(`${index + 1} of 3 ${caption}`);
    led.push(screen.getByRole('link', { name: link }).getAttribute('href'));
  }
  expect(led).toEqual([`${home}/landscape`, `${home}/live-impact`, `${home}/incidents/i4`]);
  await pass(SCENE_MS);
  expect(play()).toBeTruthy();
  expect(callsOf('health.pushMany')).toEqual([...SCENES.map(({ signals }) => ({ signals })), { signals: RECOVERY }]);
  expect(SCENES.length * SCENE_MS).toBe(90_000);
});

it('continues where it was after a reload, so that the recovery is never left out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const first = renderInTenant(stage, { answers, tenant: { isDemo: true } });
  await first.user.click(play());
  await pass(SCENE_MS + 100);
  first.unmount();
  const second = renderInTenant(stage, { answers, tenant: { isDemo: true } });
  await pass(100);
  expect(told()).toBe(`2 of 3 ${SCENES[1]?.caption ?? ''}`);
  await second.user.click(screen.getAllByRole('button', { name: 'End the outage' })[0]!);
  await pass(100);
  expect(second.callsOf('health.pushMany')).toEqual([{ signals: RECOVERY }]);
});

it('offers no link to the incident until that is known', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answer: (list: ReturnType<(typeof answers)['incidents.list']>) => void = () => undefined;
  const slow = { ...answers, 'incidents.list': () => new Promise((resolve) => (answer = resolve)) };
  const { user } = renderInTenant(stage, { answers: slow, tenant: { isDemo: true } });
  await user.click(play());
  for (const ms of [100, SCENE_MS, SCENE_MS]) await pass(ms + 100);
  expect(told()).toContain('3 of 3');
  expect(screen.queryByRole('link')).toBeNull();
  answer(answers['incidents.list']());
  await pass(100);
  expect(screen.getByRole('link', { name: 'See the incident' }).getAttribute('href')).toBe(`${home}/incidents/i4`);
});

it('offers no link to the page that is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = renderInTenant(stage, { answers, page: 'landscape', tenant: { isDemo: true } });
  await user.click(play());
  await pass(100);
  expect(told()).toContain('The astronomy database is down.');
  expect(screen.queryByRole('link')).toBeNull();
});

it.each([
  ['a tenant that is not a demo', { isDemo: false }],
  ['a viewer of the demo', { isDemo: true, role: 'Viewer' as const }],
  ['a plan without health signals', { isDemo: true, plan: 'Team' as const }],
])('%s is offered no outage', (_case, tenant) => {
  renderInTenant(stage, { tenant });
  expect(screen.queryByRole('button')).toBeNull();
});
