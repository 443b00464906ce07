import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BestFix } from './bestFixWords';
import { FixStrip } from './FixStrip';

const effect = (state: 'Outage' | 'Degraded', perHour: number) => ({
  state,
  capabilities: { Outage: state === 'Outage' ? 1 : 0, Degraded: state === 'Degraded' ? 1 : 0, Warning: 0 },
  perHour,
});

function labels(today: number, withIt: number): (string | null)[] {
  const fix = {
    kind: 'makeSofter',
    cause: { name: 'Ledger' },
    protects: { name: 'Till' },
    redundancyGroup: null,
    from: 'Hard',
    to: 'Degraded',
    before: effect('Outage', today),
    after: effect('Degraded', withIt),
  } as unknown as BestFix;
  const { unmount } = render(<FixStrip fix={fix} currency="EUR" />);
  const said = screen.getAllByRole('img').map((line) => line.getAttribute('aria-label'));
  unmount();
  return said;
}

it('says what an hour costs today and with the change, also if the change saves all of it', () => {
  expect(labels(20, 0)).toEqual([
    'Today: Ledger is down; Till is down; 1 capability is down; €20 an hour.',
    'With it: Ledger is down; Till is degraded; 1 capability is degraded; €0 an hour.',
  ]);
});

it('shows no cost where today costs nothing, as where nobody recorded revenue', () => {
  expect(labels(0, 0).join(' ')).not.toContain('€');
});
