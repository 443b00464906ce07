/** Renders part of a page as in the app: with theme, URL, tenant and API client, over a network that the test answers. */
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event';
import { createTRPCClient } from '@trpc/client';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { vi, type Mock } from 'vitest';
import { TenantContext, type Membership } from '@/client/tenantContext';
import { createQueryClient } from '@/client/TenantProvider';
import { TRPCProvider } from '@/client/trpc';
import type { AppRouter } from '@/server/procedures/root';
import { cssVariables, theme } from '@/ui/theme';
import { fakeTransport, type Call, type FakeAnswers } from './fakeTransport';
import { TENANT } from './tenant';

export { TENANT };

interface Options {
  answers?: FakeAnswers;
  tenant?: Partial<Membership>;
  /** The path below the tenant, such as `api-keys`. */
  page?: string;
  /** The query string of the URL. */
  search?: string;
}

export interface Shown {
  user: UserEvent;
  calls: Call[];
  callsOf(path: string): unknown[];
  queryClient: QueryClient;
  /** Records where the page navigated. */
  push: Mock<(href: string) => void>;
  rerender(content: ReactNode): void;
  unmount(): void;
}

/** As in the app, but without automatic retries, because a test states each answer. */
function testQueryClient(): QueryClient {
  const client = createQueryClient();
  const { queries, ...rest } = client.getDefaultOptions();
  client.setDefaultOptions({ ...rest, queries: { ...queries, retry: false } });
  return client;
}

export function renderInTenant(content: ReactNode, { answers = {}, tenant = {}, page = '', search = '' }: Options = {}): Shown {
  const { link, calls, callsOf } = fakeTransport(answers);
  const queryClient = testQueryClient();
  const push = vi.fn<(href: string) => void>();
  const router = { push, replace: push, refresh: vi.fn(), back: vi.fn(), forward: vi.fn(), prefetch: vi.fn() };
  const member = { ...TENANT, ...tenant };
  const around = ({ children }: { children: ReactNode }) => (
    <AppRouterContext value={router as never}>
      <PathnameContext value={`/t/${member.tenantId}/${page}`}>
        <MantineProvider env="test" theme={theme} cssVariablesResolver={cssVariables}>
          <Notifications transitionDuration={0} />
          <NuqsTestingAdapter searchParams={search} hasMemory>
            <TenantContext value={member}>
              <QueryClientProvider client={queryClient}>
                <TRPCProvider trpcClient={createTRPCClient<AppRouter>({ links: [link] })} queryClient={queryClient}>
                  {children}
                </TRPCProvider>
              </QueryClientProvider>
            </TenantContext>
          </NuqsTestingAdapter>
        </MantineProvider>
      </PathnameContext>
    </AppRouterContext>
  );
  // There are no style sheets here, and checking for one costs more than the press itself.
  const user = userEvent.setup({
    pointerEventsCheck: PointerEventsCheckLevel.Never,
    advanceTimers: (ms) => void (vi.isFakeTimers() && vi.advanceTimersByTime(ms)),
  });
  const { rerender, unmount } = render(content, { wrapper: around });
  return { user, calls, callsOf, queryClient, push, rerender, unmount };
}
