/** What the list of affected components says of those that report nothing wrong. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { ComponentTable } from './ComponentTable';
import type { Snapshot } from './useLiveImpact';

const COUNTS = { Warning: 0, Degraded: 0, Outage: 1 };
const AFFECTED = { ...{ id: 'web', technicalName: 'web', name: 'Web', cause: 'db' }, causes: ['db'], effectiveState: 'Outage' };

it.each([
  [{ Healthy: 0, unreported: 5 }, 'Not reported'],
  [{ Healthy: 3, unreported: 2 }, 'Healthy or not reported'],
  [{ Healthy: 5, unreported: 0 }, 'Nothing wrong'],
])('with the counts %j, a component that is only affected is “%s”', async (counts, word) => {
  const snapshot = { impacted: [AFFECTED], unhealthy: [], states: { ...COUNTS, ...counts } } as unknown as Snapshot;
  renderInTenant(<ComponentTable snapshot={snapshot} />, { answers: {} });
  expect(await screen.findByRole('cell', { name: word })).toBeTruthy();
});
