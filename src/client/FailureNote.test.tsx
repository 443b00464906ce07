import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { noAnswer, refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { FailureNote } from './FailureNote';
import { RefusalNote } from './RefusalNote';

const failures = [
  ['403', refusal('role_missing', 'This needs the Editor role.', { requestId: 'r-403' }), 'This needs the Editor role.'],
  [
    '429',
    refusal('rate_limited', 'Too many requests. Try again in 3 seconds.', { requestId: 'r-429' }),
    'Too many requests. Try again in 3 seconds.',
  ],
  ['503', refusal('unavailable', 'The database is away.', { requestId: 'r-503' }), 'The database is away.'],
  ['no answer', noAnswer(), 'The server cannot be reached. Check your connection and try again.'],
  ['an error of the page', new Error('x is undefined'), 'Something went wrong on this page. Reload it.'],
] as const;

it.each(failures)('a page says why it cannot be shown: %s', (_name, error, words) => {
  renderInTenant(<FailureNote title="The keys cannot be shown" error={error} onRetry={() => undefined} />);
  const note = screen.getByRole('alert', { name: 'The keys cannot be shown' });
  expect(note.textContent).toContain(words);
});

it('a page tries again when asked to', async () => {
  const onRetry = vi.fn();
  const { user } = renderInTenant(<FailureNote title="No keys" error={noAnswer()} onRetry={onRetry} />);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it.each([
  ['503', 'unavailable', true],
  ['500', 'internal', true],
  ['403', 'role_missing', false],
  ['429', 'rate_limited', false],
] as const)('a refused action shows the request id only if the service is at fault: %s', (_status, code, isNamed) => {
  renderInTenant(<RefusalNote error={refusal(code, 'Not done.', { requestId: 'r-1' })} />);
  const note = screen.getByRole('alert');
  expect(note.textContent).toContain('Not done.');
  expect(note.textContent?.includes('r-1')).toBe(isNamed);
});
