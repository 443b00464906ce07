/** The procedures as a browser of a signed-in person calls them. */
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { answerBrowser } from '@/doors/browser/browserContext';
import type { AppRouter } from '@/server/procedures/root';

/** `member`: the headers of a session, from `signedInMember`. */
export function browserClient(tenantId: string, member: Headers): TRPCClient<AppRouter> {
  const ask = (input: URL | RequestInfo, init?: RequestInit): Promise<Response> =>
    answerBrowser(
      new Request(input as string, { ...init, headers: { ...init?.headers, ...Object.fromEntries(member) } } as RequestInit),
      tenantId,
    );
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `http://localhost/trpc/${tenantId}`, fetch: ask as typeof fetch })] });
}
