import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConnectionBanner } from './ConnectionBanner';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { LiveFeedProvider } from '@/client/live/LiveFeedProvider';
import { NavigationGuard, useGo } from '@/client/live/NavigationGuard';

const TARGET = `/t/${TENANT.tenantId}/incidents?state=Open`;

/** A service that stops and comes back as the test says. */
function stage() {
  let isUp = true;
  let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    if (!isUp) return Promise.reject(new TypeError('Failed to fetch'));
    if (address === '/api/health') return Promise.resolve(new Response('{}'));
    return Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array>({
          start: (stream) => {
            streams.push(stream);
            stream.enqueue(new TextEncoder().encode('id: 1\n\n'));
          },
        }),
      ),
    );
  });
  return {
    stop: () =>
      act(async () => {
        isUp = false;
        for (const stream of streams) stream.error(new Error('reset'));
        streams = [];
        await Promise.resolve();
      }),
    start: () => void (isUp = true),
  };
}

function Page() {
  const go = useGo();
  return (
    <>
      <a href={TARGET}>Incidents</a>
      <button type="button" onClick={() => go(TARGET)}>
        Go by program
      </button>
      <ConnectionBanner />
    </>
  );
}

async function show() {
  const service = stage();
  const shown = renderInTenant(
    <LiveFeedProvider tenantId={TENANT.tenantId}>
      <NavigationGuard>
        <Page />
      </NavigationGuard>
    </LiveFeedProvider>,
  );
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
  return { ...shown, ...service };
}

afterEach(() => vi.unstubAllGlobals());

it('says since when nothing is heard, keeps a pressed link inside, and opens it on a retry once the service answers', async () => {
  const { user, push, stop, start } = await show();
  expect(screen.queryByRole('status')).toBeNull();
  await stop();
  const banner = await screen.findByRole('status');
  expect(banner.textContent).toMatch(/^The server cannot be reached\. What you see is as of \d\d:\d\d:\d\d and may have changed since\./);
  expect(fireEvent.click(screen.getByRole('link', { name: 'Incidents' }))).toBe(false);
  await waitFor(() => expect(banner.textContent).toContain('The page you asked for can be opened once the server answers.'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(push).not.toHaveBeenCalled();
  start();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith(TARGET));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('keeps what goes by program inside as well', async () => {
  const { user, push, stop } = await show();
  await stop();
  await screen.findByRole('status');
  await user.click(screen.getByRole('button', { name: 'Go by program' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('The page you asked for'));
  expect(push).not.toHaveBeenCalled();
});

it('does not touch links while the server answers, and never those that open elsewhere', async () => {
  const { stop } = await show();
  const click = (init: object) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
    // The page itself goes nowhere in a test.
    const link = screen.getByRole('link', { name: 'Incidents' });
    let isKept = false;
    const look = (): void => void (isKept = event.defaultPrevented);
    window.addEventListener('click', look, { once: true });
    link.addEventListener('click', (own) => own.preventDefault(), { once: true });
    link.dispatchEvent(event);
    window.removeEventListener('click', look);
    return isKept;
  };
  expect(click({ ctrlKey: true })).toBe(true);
  await stop();
  await screen.findByRole('status');
  expect(screen.getByRole('status').textContent).not.toContain('The page you asked for');
});
