import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { DemoOutageProvider } from './DemoOutageProvider';
import { SCENES, SCENE_MS } from './outageScenes';
import { PlayOutage } from './PlayOutage';

const accepted = { 'health.pushMany': () => ({ results: [] }) };
const stage = (
  <DemoOutageProvider>
    <PlayOutage />
  </DemoOutageProvider>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const told = () => screen.getByRole('status').textContent;

it('reports scene after scene, ends with the recovery, and offers to play again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, callsOf } = renderInTenant(stage, { answers: accepted, tenant: { isDemo: true } });
  await user.click(screen.getByRole('button', { name: 'Play an outage' }));
  for (const [index, { title }] of SCENES.slice(0, -1).entries()) {
    await pass(index === 0 ? 100 : SCENE_MS);
    expect(told()).toBe(`${title} (${index + 1} of ${SCENES.length})`);
  }
  await pass(SCENE_MS);
  expect(screen.getByRole('button', { name: 'Play an outage' })).toBeTruthy();
  expect(callsOf('health.pushMany')).toEqual(SCENES.map(({ signals }) => ({ signals })));
});

it('continues where it was after a reload, so that the recovery is never left out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const first = renderInTenant(stage, { answers: accepted, tenant: { isDemo: true } });
  await first.user.click(screen.getByRole('button', { name: 'Play an outage' }));
  await pass(SCENE_MS + 100);
  first.unmount();
  const second = renderInTenant(stage, { answers: accepted, tenant: { isDemo: true } });
  await pass(100);
  expect(told()).toBe(`${SCENES[1]?.title ?? ''} (2 of ${SCENES.length})`);
  await second.user.click(screen.getByRole('button', { name: 'End the outage' }));
  await pass(100);
  expect(second.callsOf('health.pushMany')).toEqual([{ signals: SCENES.at(-1)?.signals }]);
});

it.each([
  ['a tenant that is not a demo', { isDemo: false }],
  ['a viewer of the demo', { isDemo: true, role: 'Viewer' as const }],
  ['a plan without health signals', { isDemo: true, plan: 'Team' as const }],
])('%s is offered no outage', (_case, tenant) => {
  renderInTenant(stage, { tenant });
  expect(screen.queryByRole('button')).toBeNull();
});
