import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { ControlsRow } from './ControlsRow';

const row = (isNarrowed: boolean) => (
  <ControlsRow
    lead={<input aria-label="Kind" />}
    rest={<input aria-label="Search" />}
    restLabel="Search and filters"
    isNarrowed={isNarrowed}
  />
);

it('opens what is behind its button, and says whether it is open', async () => {
  const { user } = renderInTenant(row(false));
  const toggle = screen.getByRole('button', { name: 'Search and filters' });
  const rest = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  expect(rest?.contains(screen.getByRole('textbox', { name: 'Search' }))).toBe(true);
  expect([toggle.getAttribute('aria-expanded'), rest?.hasAttribute('data-open')]).toEqual(['false', false]);
  await user.click(toggle);
  expect([toggle.getAttribute('aria-expanded'), rest?.hasAttribute('data-open')]).toEqual(['true', true]);
});

it('says that a hidden control narrows what is shown', () => {
  renderInTenant(row(true));
  expect(screen.getByRole('button', { name: 'Search and filters, filtered' })).toBeTruthy();
});
