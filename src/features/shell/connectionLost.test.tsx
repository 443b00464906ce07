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
      <input aria-label="Reason" />
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

/** Stops the service and presses the link; resolves to the banner once the link is refused. */
async function pressWhileStopped({ stop }: Awaited<ReturnType<typeof show>>): Promise<HTMLElement> {
  await stop();
  const banner = await screen.findByRole('status');
  expect(fireEvent.click(screen.getByRole('link', { name: 'Incidents' }))).toBe(false);
  await waitFor(() => expect(banner.textContent).toContain('. The page you asked for opens as soon as the server answers.'));
  return banner;
}

it('says since when the service is silent, holds a pressed link, and opens it on a retry once the service answers', async () => {
  const shown = await show();
  const { user, push, start } = shown;
  expect(screen.queryByRole('status')).toBeNull();
  const banner = await pressWhileStopped(shown);
  expect(banner.textContent).toMatch(/^The server cannot be reached\. What you see is as of \d\d:\d\d:\d\d and may have changed since\./);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(push).not.toHaveBeenCalled();
  start();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith(TARGET));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('opens the pressed link by itself once the live feed is back', async () => {
  const shown = await show();
  await pressWhileStopped(shown);
  shown.start();
  await waitFor(() => expect(shown.push).toHaveBeenCalledExactlyOnceWith(TARGET), { timeout: 8_000 });
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('stays where it is if something was typed since the link was pressed', async () => {
  const shown = await show();
  const { user, push, start } = shown;
  const banner = await pressWhileStopped(shown);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'a');
  await waitFor(() => expect(banner.textContent).not.toContain('The page you asked for'));
  start();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(push).not.toHaveBeenCalled();
});

it('holds navigation by code as well', async () => {
  const { user, push, stop } = await show();
  await stop();
  await screen.findByRole('status');
  await user.click(screen.getByRole('button', { name: 'Go by program' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('The page you asked for'));
  expect(push).not.toHaveBeenCalled();
});

it('does not touch links while the server answers, and never links that open elsewhere', async () => {
  const { stop } = await show();
  const click = (init: object) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
    // A test page does not navigate.
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
