import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useNow } from './useNow';

function Clock() {
  return <p>{String(useNow(7_000))}</p>;
}

it('a hydrated page shows the current time at once, not 1970 until the first tick', () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  try {
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(<Clock />);
    expect(container.textContent).toBe('null');
    act(() => void render(<Clock />, { container, hydrate: true }));
    expect(screen.getByText('1700000000000')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
