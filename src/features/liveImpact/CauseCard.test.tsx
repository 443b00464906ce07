import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { CauseCard } from './CauseCard';
import type { Cause, Columns } from './useLiveImpact';

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
  componentCount: 0,
  jointlyWith: [],
  applications: nothing,
  capabilities: nothing,
  processes: nothing,
  audiences: nothing,
} as unknown as Cause;

it('says beside the health of a cause that it is flapping, and only if it is', () => {
  const { rerender } = renderInTenant(<CauseCard cause={cause} />);
  expect(screen.getByText('Flapping')).toBeTruthy();
  rerender(<CauseCard cause={{ ...cause, isFlapping: false }} />);
  expect(screen.queryByText('Flapping')).toBeNull();
});

it('says who owns it, who handles it, and what its last signal said', () => {
  const incident = { id: 'i1', number: 1, state: 'Acknowledged' as const, acknowledgedBy: 'Ada' };
  const told = { ownerTeam: 'Storage', lastMessage: 'Disk is full' } as Columns['causes'][number];
  renderInTenant(<CauseCard cause={{ ...cause, incident }} told={told} />);
  expect(screen.getByText(/Storage · owner: Ada/)).toBeTruthy();
  expect(screen.getByText('“Disk is full”')).toBeTruthy();
});

it('adds the cause to a scenario, and names it', () => {
  renderInTenant(<CauseCard cause={cause} />);
  expect(screen.getByRole('button', { name: 'Add Database to scenario' }).textContent).toBe('Add to scenario');
});
