/** Provides one tenant's procedures and query cache; another tenant gets another cache. */
'use client';

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { useState, type ReactNode } from 'react';
import type { AppRouter } from '@/server/procedures/root';
import { DemoOutageProvider } from './demo/DemoOutageProvider';
import { failureOf, isWorthRetrying } from './failure';
import { LiveFeedProvider } from './live/LiveFeedProvider';
import { NavigationGuard } from './live/NavigationGuard';
import { fetchOrForeignAnswer } from './foreignAnswer';
import { noteSessionEnd } from './sessionEnd';
import { TenantContext, type Membership } from './tenantContext';
import { TRPCProvider } from './trpc';
import { withoutDirection } from './withoutDirection';

const FRESH_FOR_MS = 15_000;

/** The frame then asks the person to sign in again, and returns to this view. */
function noteWhenSignedOut(error: unknown): void {
  if (failureOf(error).code === 'unauthenticated') noteSessionEnd();
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteWhenSignedOut }),
    mutationCache: new MutationCache({ onError: noteWhenSignedOut }),
    defaultOptions: {
      queries: { staleTime: FRESH_FOR_MS, retry: (count, error) => count < 2 && isWorthRetrying(error) },
      // Without a network a change fails at once, and is never sent later unnoticed.
      mutations: { networkMode: 'always' },
    },
  });
}

/** Their answers can be large: anything batched with them would have to wait. */
const LARGE: ReadonlySet<string> = new Set([
  'landscape.contents',
  'landscape.rows',
  'landscape.picture',
  'landscape.pictureMarks',
  'landscape.group',
  'impact.blastRadius',
  'impact.lanes',
  'health.snapshot',
  'securityRegister.list',
]);

/** Small queries are batched. Each change is sent alone, so that the version it expects (`context: { ifMatch }`) refers to that change. */
function createClients(tenantId: string) {
  const url = `/trpc/${tenantId}`;
  const trpcClient = createTRPCClient<AppRouter>({
    links: [
      withoutDirection,
      splitLink({
        condition: ({ type, path }) => type === 'mutation' || LARGE.has(path),
        true: httpLink({
          url,
          fetch: fetchOrForeignAnswer,
          headers: ({ op }) => (typeof op.context.ifMatch === 'string' ? { 'If-Match': op.context.ifMatch } : {}),
        }),
        false: httpBatchLink({ url, fetch: fetchOrForeignAnswer, maxURLLength: 6_000 }),
      }),
    ],
  });
  return { queryClient: createQueryClient(), trpcClient };
}

export function TenantProvider({ tenant, children }: { tenant: Membership; children: ReactNode }) {
  return (
    <TenantContext value={tenant}>
      <ClientsOf key={tenant.tenantId} tenantId={tenant.tenantId}>
        {children}
      </ClientsOf>
    </TenantContext>
  );
}

function ClientsOf({ tenantId, children }: { tenantId: string; children: ReactNode }) {
  const [{ queryClient, trpcClient }] = useState(() => createClients(tenantId));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <LiveFeedProvider tenantId={tenantId}>
          <NavigationGuard>
            <DemoOutageProvider>{children}</DemoOutageProvider>
          </NavigationGuard>
        </LiveFeedProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
