import { expect, it } from 'vitest';
import type { EntityStanding } from '@/contract/entityStanding';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { StandingCell } from './StandingCell';

const cost = (expectedPerHour: number, isRecorded = true) => ({ currency: 'EUR', expectedPerHour, isRecorded });
const standing = (more: Partial<EntityStanding> = {}): EntityStanding => ({
  id: 'a',
  health: 'Healthy',
  isUnderMaintenance: false,
  ...more,
});

it.each([
  ['health', standing({ health: 'Outage' }), 'Outage'],
  ['health', standing({ health: 'Unreported' }), 'Not reported'],
  ['health', standing({ isUnderMaintenance: true }), 'Maintenance'],
  ['health', undefined, ''],
  ['exposure', standing({ exposure: cost(2_000) }), '€2,000'],
  ['exposure', standing({ exposure: cost(0) }), '€0'],
  ['exposure', standing({ exposure: cost(0, false) }), 'Not recorded'],
  ['exposure', standing(), ''],
  ['exposure', undefined, ''],
])('the column %s of %j reads %j', (column, told, text) => {
  renderInTenant(
    <div data-testid="cell">
      <StandingCell column={column} standing={told} />
    </div>,
  );
  expect(document.querySelector('[data-testid="cell"]')?.textContent).toBe(text);
});
