import { screen, within } from '@testing-library/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ComponentPlace } from '@/contract/landscapePicture';
import { renderInTenant } from '@/test/dom/renderInTenant';
import type { Prefetch } from '@/features/landscape/data/useLandscape';
import { ComponentPanel } from './ComponentPanel';

const ID = '22222222-2222-4222-8222-222222222222';
const place = (live: ComponentPlace['live']) =>
  ({
    isError: false,
    data: {
      component: { id: ID, technicalName: 'db', name: 'Database', kind: 'Database', isExternal: false, applicationId: ID },
      live,
      application: {
        id: ID,
        technicalName: 'shop',
        name: 'Shop',
        criticalityTier: 'MissionCritical',
        lifecycleState: 'Production',
        ownerTeam: null,
      },
      capabilities: [],
      dependencies: [],
      dependents: [],
      counts: { dependencies: 0, dependents: 0 },
      hostingZones: [],
      technologies: [],
      datasets: [],
    } satisfies ComponentPlace,
  }) as unknown as UseQueryResult<ComponentPlace, unknown>;
const nothing = () => undefined;
const prefetch: Prefetch = { picture: nothing, component: nothing, group: nothing } as unknown as Prefetch;

function healthNow(live: ComponentPlace['live']): string | null {
  renderInTenant(
    <ComponentPanel
      place={place(live)}
      isInFocus
      onSelect={nothing}
      change={nothing}
      onFound={nothing}
      onClose={nothing}
      prefetch={prefetch}
      neighboursOf={() => ({})}
    />,
    {
      answers: {
        'components.get': () => ({ description: null, contact: null, references: [], applicationId: ID }),
        'applications.get': () => ({ contact: null, references: [] }),
      },
    },
  );
  return within(screen.getByRole('group', { name: 'Health now' })).getByText('Now').parentElement?.textContent ?? null;
}

it('shows the current health of the component', () => {
  expect(healthNow({ health: 'Outage', isUnderMaintenance: false, isFlapping: false, lastReport: null })).toBe('NowOutage');
});

it('tells a stale report, and how old it is', () => {
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const lastReport = { state: 'Healthy' as const, at, isStale: true };
  expect(healthNow({ health: 'Unreported', isUnderMaintenance: false, isFlapping: false, lastReport })).toContain('Stale');
  expect(screen.getByRole('group', { name: 'Health now' }).textContent).toMatch(/Last reported Healthy .+ ago/);
});

it('says that the component is flapping', () => {
  expect(healthNow({ health: 'Healthy', isUnderMaintenance: false, isFlapping: true, lastReport: null })).toBe('NowHealthyFlapping');
});
