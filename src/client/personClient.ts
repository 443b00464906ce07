/** The browser's client for what people do outside any tenant. */
import { createTRPCClient, httpLink } from '@trpc/client';
import type { PersonRouter } from '@/server/procedures/personRouter';
import { fetchOrForeignAnswer } from './foreignAnswer';

export const personClient = createTRPCClient<PersonRouter>({ links: [httpLink({ url: '/trpc/person', fetch: fetchOrForeignAnswer })] });
