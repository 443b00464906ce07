import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { EntitySearch } from './EntitySearch';

const entity = (name: string) => ({ id: `id-${name}`, kind: 'component', name, technicalName: name });

/** The service answers when the test says so. */
function show() {
  const waiting = new Map<string, (found: unknown[]) => void>();
  const onChoose = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const shown = renderInTenant(
    <form onSubmit={onSubmit}>
      <EntitySearch id="some-search" label="What fails" placeholder="Search" onChoose={onChoose} />
    </form>,
    {
      answers: {
        'landscape.find': ({ search }: { search: string }) => new Promise((resolve) => void waiting.set(search, resolve)),
      },
    },
  );
  const answer = async (search: string, found: unknown[]): Promise<void> => {
    await waitFor(() => expect(waiting.has(search)).toBe(true));
    await act(async () => {
      waiting.get(search)?.(found);
      await Promise.resolve();
    });
  };
  return { ...shown, onChoose, onSubmit, answer, waiting, field: screen.getByRole('combobox', { name: 'What fails' }) };
}
const chosenNames = (onChoose: ReturnType<typeof vi.fn>) => onChoose.mock.calls.map(([chosen]) => (chosen as { name: string }).name);

it('chooses the first match when it arrives, if Enter was pressed before', async () => {
  const { user, field, onChoose, onSubmit, answer } = show();
  await user.type(field, 'checkout{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
  await answer('checkout', [entity('checkout'), entity('checkout-db')]);
  await waitFor(() => expect(chosenNames(onChoose)).toEqual(['checkout']));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field).toHaveProperty('value', '');
});

it('chooses nothing if more was typed or Escape was pressed meanwhile', async () => {
  const { user, field, onChoose, answer, waiting } = show();
  await user.type(field, 'check{Enter}out');
  await answer('checkout', [entity('checkout')]);
  await screen.findByRole('option', { name: /checkout/ });
  expect(onChoose).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, 'cart{Enter}');
  await waitFor(() => expect(waiting.has('cart')).toBe(true));
  await user.keyboard('{Escape}');
  await answer('cart', [entity('cart')]);
  expect(onChoose).not.toHaveBeenCalled();
});

it('chooses nothing if nothing is found', async () => {
  const { user, field, onChoose, answer } = show();
  await user.type(field, 'nowhere{Enter}');
  await answer('nowhere', []);
  expect(await screen.findByText('No matches for “nowhere”.')).toBeTruthy();
  expect(onChoose).not.toHaveBeenCalled();
});

it('marks the option that Enter would choose, while typing and when arrows move it', async () => {
  const { user, field, onChoose, answer } = show();
  await user.type(field, 'c');
  await answer('c', [entity('cart'), entity('currency')]);
  await screen.findByRole('option', { name: /currency/ });
  const named = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  await waitFor(() => expect(named()).toContain('cart'));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(named()).toContain('currency'));
  await user.keyboard('{Enter}');
  expect(chosenNames(onChoose)).toEqual(['currency']);
});
