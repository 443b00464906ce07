import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderToString } from 'react-dom/server';
import { Elapsed } from './Elapsed';
import { Timestamp } from './Timestamp';
import { useEscape } from './useEscape';
import { useFocusBack } from './useFocusBack';
import { useNow } from './useNow';
import { usePrinting } from './usePrinting';

describe('useEscape', () => {
  const press = (target: Element = document.body, more = {}) => fireEvent.keyDown(target, { key: 'Escape', ...more });

  it('closes on Escape, with the latest handler', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender } = renderHook(({ leave }) => useEscape(leave), { initialProps: { leave: first } });
    rerender({ leave: second });
    press();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  });

  it.each(['dialog', 'menu', 'listbox'])('leaves the key to an open %s above it', (role) => {
    const leave = vi.fn();
    renderHook(() => useEscape(leave));
    const { unmount } = render(<div role={role} />);
    press();
    expect(leave).not.toHaveBeenCalled();
    unmount();
    press();
    expect(leave).toHaveBeenCalledOnce();
  });

  it('leaves the key to a field with typed text, and to an input method', () => {
    const leave = vi.fn();
    renderHook(() => useEscape(leave));
    render(<input aria-label="Name" />);
    press(screen.getByRole('textbox'));
    press(document.body, { isComposing: true });
    expect(leave).not.toHaveBeenCalled();
  });

  it('no longer listens once it is unmounted', () => {
    const leave = vi.fn();
    renderHook(() => useEscape(leave)).unmount();
    press();
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('useFocusBack', () => {
  function Dialog() {
    useFocusBack();
    return <input aria-label="In the dialog" />;
  }
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(!isOpen)}>Open</button>
        <input aria-label="Elsewhere" />
        {isOpen && <Dialog />}
      </>
    );
  }
  const opener = () => screen.getByRole('button', { name: 'Open' });

  it('returns the focus to what opened a dialog', () => {
    render(<Page />);
    opener().focus();
    act(() => opener().click());
    screen.getByRole('textbox', { name: 'In the dialog' }).focus();
    act(() => screen.getByRole('textbox', { name: 'In the dialog' }).blur());
    act(() => opener().click());
    expect(document.activeElement).toBe(opener());
  });

  it('leaves the focus alone if it has moved on', () => {
    render(<Page />);
    opener().focus();
    act(() => opener().click());
    screen.getByRole('textbox', { name: 'Elsewhere' }).focus();
    act(() => opener().click());
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Elsewhere' }));
  });
});

describe('useNow', () => {
  it('ticks at its own pace, and stops without listeners', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { result, unmount } = renderHook(() => useNow(1_000));
    expect(result.current).toBe(1_000_000);
    act(() => void vi.advanceTimersByTime(3_500));
    expect(result.current).toBe(1_003_000);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows the current time at once to a component that comes after a pause', () => {
    vi.useFakeTimers({ now: 2_000_000 });
    renderHook(() => useNow()).unmount();
    vi.advanceTimersByTime(60_000);
    expect(renderHook(() => useNow()).result.current).toBe(2_060_000);
  });

  it('counts up a running duration, and stops at its end', () => {
    vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') });
    render(
      <>
        <Elapsed at="2026-03-01T11:58:00Z" />
        <Elapsed at="2026-03-01T11:00:00Z" until="2026-03-01T11:30:00Z" />
      </>,
    );
    const words = () => screen.getAllByRole('time').map(({ textContent }) => textContent);
    expect(words()).toEqual(['2 min', '30 min']);
    act(() => void vi.advanceTimersByTime(5_000));
    expect(words()).toEqual(['2 min 5 s', '30 min']);
  });
});

it('a time that the server writes is in UTC, because it does not know where the reader is', () => {
  const [start, end] = ['2026-03-01T11:58:00Z', '2026-03-01T12:00:00Z'];
  expect(renderToString(<Timestamp at={start} hasSeconds />)).toMatch(
    /title="Sunday,? 1 March 2026 at 11:58:00 UTC".*>1 Mar 2026, 11:58:00 UTC</,
  );
  expect(renderToString(<Elapsed at={start} />)).toContain('>…<');
  expect(renderToString(<Elapsed at={start} until={end} />)).toContain('>2 min<');
});

it('usePrinting draws for paper before the browser prints the page', () => {
  const { result } = renderHook(() => usePrinting());
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(result.current).toBe(true);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(result.current).toBe(false);
});
