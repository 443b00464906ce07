import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { UnsubscribePage } from './UnsubscribePage';

afterEach(() => void vi.unstubAllGlobals());

function answer(status: number, body: object): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

it('ends the subscription with one button, and not by being opened', async () => {
  const fetch = answer(200, { result: { data: { name: 'Sell' } } });
  const { user } = renderInTenant(<UnsubscribePage token="abc" name="Sell" />);
  expect(screen.getByText('You get messages about Sell.')).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText('You get no more messages about Sell.')).toBeTruthy();
  expect(fetch).toHaveBeenCalledOnce();
});

it('says why it did not work, and can be tried again', async () => {
  answer(503, { error: { message: 'The tenant is being moved.', code: -32_603, data: { code: 'unavailable', issues: [] } } });
  const { user } = renderInTenant(<UnsubscribePage token="abc" name="Sell" />);
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByText(/The tenant is being moved/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toHaveProperty('disabled', false);
});

it('says so if there is nothing to end', () => {
  renderInTenant(<UnsubscribePage token="abc" name={null} />);
  expect(screen.getByRole('heading', { name: 'There is nothing to unsubscribe from' })).toBeTruthy();
});
