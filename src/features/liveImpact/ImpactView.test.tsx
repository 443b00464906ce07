import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { ImpactView } from './ImpactView';
import type { LiveImpact } from './useLiveImpact';

const nothing = { count: 0, named: [] };
const named = (name: string) => ({ id: name, technicalName: name, name });
const cause = (name: string) => ({
  ...named(name),
  state: 'Outage',
  since: '2026-11-20T09:30:00.000Z',
  isUnderMaintenance: false,
  isFlapping: false,
  incident: null,
  incidentOpensAt: null,
  componentCount: 0,
  jointlyWith: [],
  ...{ applications: nothing, capabilities: nothing, processes: nothing, audiences: nothing },
});
const counts = { components: 2, applications: 0, capabilities: 0, processes: 0, audiences: 0, people: 0 };
const live = (names: readonly string[]) =>
  ({
    snapshot: {
      computedAt: '2026-11-20T09:30:00.000Z',
      pendingSignals: 0,
      oldestReportAt: null,
      states: { Healthy: 1, Warning: 0, Degraded: 0, Outage: 4, unreported: 0 },
      ...{ unhealthy: [], impacted: [], applications: [], capabilities: [], processes: [], audiences: [] },
      situations: [{ id: 's', causes: [named('broker-1'), named('broker-2')], causesOmitted: 0, counts, incidents: [], notRecorded: [] }],
      ...{ maintenance: [], openIncidents: [], groupsNotInService: [], groupsNotInServiceOmitted: 0 },
    },
    impact: { causes: names.map(cause), causesOmitted: 0 },
  }) as unknown as LiveImpact;
const never = () => new Promise(() => undefined);

it('tints what it says while something is wrong, and is as it was once all has recovered', () => {
  const answers = { 'alerts.list': never, 'health.signals': never };
  const { rerender } = renderInTenant(<ImpactView live={live(['db'])} columns={undefined} />, { answers });
  const status = screen.getByRole('region', { name: 'Status' });
  expect([status.style.background, status.hasAttribute('data-tinted')]).toEqual(['var(--state-Outage-soft)', true]);
  rerender(<ImpactView live={live([])} columns={undefined} />);
  expect([status.style.background, status.hasAttribute('data-tinted')]).toEqual(['', false]);
});

it('takes the card of a cause away once it has recovered, also where causes before and after a situation stand apart', () => {
  const answers = { 'alerts.list': never, 'health.signals': never };
  const { rerender } = renderInTenant(<ImpactView live={live(['db', 'broker-1', 'broker-2', 'logs'])} columns={undefined} />, { answers });
  const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  expect(cards()).toEqual(['db', 'broker-1', 'broker-2', 'logs']);
  rerender(<ImpactView live={live(['broker-1', 'broker-2', 'logs'])} columns={undefined} />);
  expect(cards()).toEqual(['broker-1', 'broker-2', 'logs']);
});
