import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { PathPanel } from './PathPanel';

const ID = '22222222-2222-4222-8222-222222222222';
const answer = { direction: 'downstream', entity: { name: 'Shop' }, components: [], origin: [] } as unknown as BlastRadiusAnswer;
const question = { entity: ID, type: 'component' } as never;

it('shows the current health of the selected component beside the state that the question assumes', async () => {
  renderInTenant(
    <PathPanel question={question} answer={answer} componentId={ID} name="Database" onSelect={() => undefined} onClose={() => undefined} />,
    {
      answers: {
        'impact.path': () => ({ steps: [] }),
        'impact.explain': () => ({ ways: [{ steps: [] }] }),
        'landscape.component': () => ({ live: { health: 'Degraded', isUnderMaintenance: false, isFlapping: true, lastReport: null } }),
      },
    },
  );
  expect((await screen.findByRole('group', { name: 'Health now' })).textContent).toBe('NowDegradedFlapping');
});

it.each([
  ['downstream', 'It fails with Shop.'],
  // Upstream each of its own components is asked about alone, and may do it no harm.
  ['upstream', 'It is one of the components of Shop itself.'],
] as const)('says %s what a component of the entity itself is to it', async (direction, words) => {
  const own = { ...answer, direction, origin: [{ id: ID, name: 'Database', expectedState: 'Healthy' }] } as unknown as BlastRadiusAnswer;
  renderInTenant(
    <PathPanel question={question} answer={own} componentId={ID} name="Database" onSelect={() => undefined} onClose={() => undefined} />,
    { answers: { 'impact.path': () => ({ steps: [] }), 'landscape.component': () => new Promise(() => undefined) } },
  );
  expect(await screen.findByText(words)).toBeTruthy();
});
