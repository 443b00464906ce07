import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { NothingChosen } from './NothingChosen';

const start = (name: string, affected: number) => ({
  id: name,
  technicalName: name,
  name,
  kind: 'Database',
  application: 'Catalogue',
  criticalityTier: 'MissionCritical',
  affected,
  applications: 2,
  capabilities: 1,
  people: 240_000,
  revenue: { currency: 'EUR', perHour: 2_000, expectedPerHour: 2_000 },
});
const overview = (more: object = {}) => ({
  size: { components: 26, dependencies: 40, applications: 7 },
  widest: [start('Astronomy database', 7), start('Banner', 0)],
  capabilities: [{ id: 'place', technicalName: 'place', name: 'Place an order', people: null, components: 9 }],
  ...more,
});
const show = (answer: () => unknown) => renderInTenant(<NothingChosen />, { page: 'blast-radius', answers: { 'home.overview': answer } });

it('offers what affects the most, with how much that is', async () => {
  show(() => overview());
  const starts = await screen.findByRole('region', { name: 'What affects the most' });
  expect(
    within(starts)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Astronomy databaseCatalogue · 240,000 people · expected cost per hour €2,0007 components']);
  // The count includes what only degrades a capability.
  const exposed = screen.getByRole('region', { name: 'What could affect these' });
  expect(within(exposed).getByRole('link', { name: /Place an order/ })).toHaveProperty(
    'href',
    expect.stringContaining('direction=upstream'),
  );
});

it('says so where no failure would spread to another component, and where there is nothing yet', async () => {
  const { unmount } = show(() => overview({ widest: [] }));
  await screen.findByText('No dependency passes a failure on to another component.');
  unmount();
  show(() => overview({ size: { components: 0, dependencies: 0, applications: 0 }, widest: [], capabilities: [] }));
  await screen.findByRole('region', { name: 'Astronomy has no landscape yet' });
});

it('says that nothing could fail where applications are recorded, but no component', async () => {
  show(() => overview({ size: { components: 0, dependencies: 0, applications: 1 }, widest: [], capabilities: [] }));
  await screen.findByText('No component is recorded yet, so there is nothing that could fail.');
  expect(screen.queryByText(/No dependency passes|no landscape yet/)).toBeNull();
});

it('a failure to load offers to try again', async () => {
  show(() => {
    throw refusal('internal', 'No answer');
  });
  await screen.findByText('The suggestions could not be loaded');
});
