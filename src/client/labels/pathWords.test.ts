import { expect, it } from 'vitest';
import type { ImpactPathStep } from '@/contract/impactPath';
import { pathLines } from './pathWords';

const end = (name: string) => ({ id: name.toLowerCase(), technicalName: name.toLowerCase(), name, kind: 'WebAPI' as const });
const step = (source: string, target: string, more: Partial<ImpactPathStep> = {}): ImpactPathStep => ({
  dependencyId: `${source}>${target}`,
  source: end(source),
  target: end(target),
  dependencyType: 'Calls',
  mode: 'Hard',
  required: true,
  expectedState: 'Outage',
  ...more,
});

it('downstream each step says who depends on what, how, and what it falls to', () => {
  const steps = [
    step('Catalogue', 'Database', { dependencyType: 'Reads' }),
    step('Frontend', 'Catalogue', { mode: 'Soft', required: false, expectedState: 'Warning' }),
  ];
  expect(pathLines(steps, 'downstream')).toEqual([
    { id: 'Catalogue>Database', componentId: 'catalogue', text: 'Catalogue reads from Database (Hard, required), so it is down.' },
    { id: 'Frontend>Catalogue', componentId: 'frontend', text: 'Frontend calls Catalogue (Soft, optional), so it has a warning.' },
  ]);
});

it('a step that alone does less harm than its component suffers is not named as the reason', () => {
  const told = (steps: ImpactPathStep[], from?: 'Degraded') => pathLines(steps, 'downstream', from).map(({ text }) => text);
  expect(told([step('Frontend', 'Catalogue', { mode: 'Soft', required: false, expectedState: 'Outage' })])).toEqual([
    'Frontend calls Catalogue (Soft, optional). Because of what else fails, it is down.',
  ]);
  // What a step passes on depends on the state after the previous step.
  const second = step('Frontend', 'Catalogue', { mode: 'Soft', expectedState: 'Degraded' });
  expect(told([step('Catalogue', 'Database'), second])[1]).toBe('Frontend calls Catalogue (Soft, required), so it is degraded.');
  expect(told([step('Catalogue', 'Database', { mode: 'Degraded', expectedState: 'Degraded' }), second])[1]).toBe(
    'Frontend calls Catalogue (Soft, required). Because of what else fails, it is degraded.',
  );
  // And on the state of the start itself.
  expect(told([second], 'Degraded')).toEqual(['Frontend calls Catalogue (Soft, required). Because of what else fails, it is degraded.']);
});

it('upstream each step leads to what the previous component depends on', () => {
  expect(pathLines([step('Frontend', 'Catalogue')], 'upstream')).toEqual([
    { id: 'Frontend>Catalogue', componentId: 'catalogue', text: 'Frontend calls Catalogue (Hard, required).' },
  ]);
});
