import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { FormerNames } from './FormerNames';

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

it('lists former names, and whether health signals under them are still accepted', async () => {
  renderInTenant(<FormerNames kind="component" id="c1" />, {
    answers: {
      'landscape.formerNames': () => [
        { technicalName: 'cart', since: day(-1), signalsUntil: day(89) },
        { technicalName: 'trolley', since: day(-100), signalsUntil: null },
      ],
    },
  });
  const section = await screen.findByRole('region', { name: 'Former names' });
  const [cart, trolley] = [...section.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(cart).toMatch(/^cart until .*, accepts health signals until /);
  expect(trolley).toMatch(/^trolley until /);
  expect(trolley).not.toContain('signals');
});
