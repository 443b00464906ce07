import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { CauseCard } from './CauseCard';
import type { Cause } from './liveCause';

const nothing = { count: 0, named: [] };
const cause = {
  id: 'c1',
  technicalName: 'db',
  name: 'Database',
  state: 'Outage',
  since: '2026-11-20T09:30:00.000Z',
  isUnderMaintenance: false,
  isFlapping: true,
  incident: null,
  incidentOpensAt: null,
  jointlyWith: [],
  applications: nothing,
  capabilities: nothing,
  processes: nothing,
  audiences: nothing,
} as unknown as Cause;

it('says beside the health of a cause that it is flapping, and only then', () => {
  const { rerender } = renderInTenant(<CauseCard cause={cause} />);
  expect(screen.getByText('Flapping')).toBeTruthy();
  rerender(<CauseCard cause={{ ...cause, isFlapping: false }} />);
  expect(screen.queryByText('Flapping')).toBeNull();
});
