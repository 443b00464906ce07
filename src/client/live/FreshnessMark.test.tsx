import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { FreshnessMark } from './FreshnessMark';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const clockWords = (at: number) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function show(answer: { dataUpdatedAt: number; isError: boolean }) {
  vi.useFakeTimers({ now: NOW });
  renderInTenant(<FreshnessMark answer={answer} />);
}

it('says nothing about data that was never loaded', () => {
  show({ dataUpdatedAt: 0, isError: false });
  expect(screen.queryByRole('status')).toBeNull();
});

it('says that it is reconnecting while the feed is down and the page can still load data', () => {
  show({ dataUpdatedAt: NOW - 5_000, isError: false });
  expect(screen.getByRole('status').getAttribute('aria-label')).toMatch(/^Reconnecting\./);
});

it('says since when a page has been stale once loading its data fails', () => {
  show({ dataUpdatedAt: NOW - 5_000, isError: true });
  expect(screen.getByRole('status').getAttribute('aria-label')).toContain(`Stale since ${clockWords(NOW - 5_000)}.`);
});

it('becomes stale as time passes', () => {
  show({ dataUpdatedAt: NOW, isError: false });
  act(() => void vi.advanceTimersByTime(20_000));
  expect(screen.getByRole('status').getAttribute('aria-label')).toMatch(/^Reconnecting\./);
  act(() => void vi.advanceTimersByTime(6_000));
  expect(screen.getByRole('status').getAttribute('aria-label')).toContain(`Stale since ${clockWords(NOW)}.`);
});
