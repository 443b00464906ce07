/** A running server, asked from outside: by its REST interface, and as the browser of somebody who is signed in. */
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '@/server/procedures/root';

interface Asked {
  address: string;
  tenantId: string;
  key: string;
}

export class Server {
  private cookie = '';

  constructor(private readonly asked: Asked) {}

  /** Throws an Error with the server's answer if it refuses. */
  async signIn(email: string, password: string): Promise<void> {
    const { address } = this.asked;
    const answer = await fetch(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}: ${await answer.text()}`);
    this.cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  /** A GET of the REST interface. */
  async rest(path: string): Promise<unknown> {
    const { address, tenantId, key } = this.asked;
    return bodyOf(await fetch(`${address}/api/${tenantId}${path}`, { headers: { authorization: `Bearer ${key}` } }), path);
  }

  /** All items of a list of the REST interface. */
  async all<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = (await this.rest(`${path}?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)) as {
        items: Item[];
        nextCursor: string | null;
      };
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  }

  /** Every procedure, as a browser calls them. */
  browser(): TRPCClient<AppRouter> {
    const { address, tenantId } = this.asked;
    const headers = () => ({ cookie: this.cookie, origin: address });
    return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${address}/trpc/${tenantId}`, headers })] });
  }

  /** What a page asks for. */
  async page(procedure: string, input: object): Promise<unknown> {
    const { address, tenantId } = this.asked;
    const path = `/trpc/${tenantId}/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const { result } = (await bodyOf(await fetch(`${address}${path}`, { headers: { cookie: this.cookie } }), procedure)) as {
      result: { data: unknown };
    };
    return result.data;
  }
}

async function bodyOf(answer: Response, path: string): Promise<unknown> {
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
