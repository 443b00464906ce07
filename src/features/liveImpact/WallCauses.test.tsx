import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import type { LiveImpact } from './useLiveImpact';
import { WallCauses } from './WallCauses';

const alone = { currency: 'EUR', expectedPerHour: 900, perHour: 900, contributed: { expectedPerHour: 900, perHour: 900 } };
const causeOf = (technicalName: string, more: object = {}) => ({
  id: technicalName,
  technicalName,
  name: technicalName.toUpperCase(),
  state: 'Outage',
  since: '2026-11-20T09:30:00.000Z',
  isUnderMaintenance: false,
  isFlapping: false,
  incident: null,
  ...more,
});
const memberOf = (technicalName: string) => ({ technicalName, part: { expectedPerHour: 400, perHour: 500 } });
const situation = { causes: [memberOf('a'), memberOf('b')], causesOmitted: 0, exposure: { currency: 'EUR' } };

it('says of each cause its part of what its situation costs, or what it costs alone, and nothing where revenue may not be seen', () => {
  const causes = [causeOf('a', { revenue: alone }), causeOf('b', { revenue: alone }), causeOf('c', { revenue: alone })];
  const live = { impact: { causes, causesOmitted: 0 }, snapshot: { situations: [situation] } } as unknown as LiveImpact;
  const { rerender } = renderInTenant(<WallCauses live={live} />);
  const costs = () => screen.getAllByRole('article').map(({ textContent }) => /expected cost per hour €[\d,]+$/.exec(textContent)?.[0]);
  expect(costs()).toEqual(['€400', '€400', '€900'].map((amount) => `expected cost per hour ${amount}`));
  const withheld = { impact: { causes: [causeOf('d')], causesOmitted: 0 }, snapshot: { situations: [] } } as unknown as LiveImpact;
  rerender(<WallCauses live={withheld} />);
  expect(costs()).toEqual([undefined]);
});
