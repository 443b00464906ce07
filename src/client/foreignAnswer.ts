/**
 * Tells the server's answers from those of something in between: a proxy whose server is down, or a network that requires a sign-in first.
 */

/** An answer that did not come from the server. */
export class ForeignAnswer extends Error {
  constructor(
    readonly status: number,
    readonly requestId: string | null,
    /** Seconds to wait before a retry; null if it does not say. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(`answered ${status} by something other than the service`);
    this.name = 'ForeignAnswer';
  }
}

function secondsIn(header: string | null): number | null {
  return header !== null && /^\d{1,5}$/.test(header.trim()) ? Number(header) : null;
}

/** The server's refusals always have a code. */
function isOurRefusal(body: unknown): boolean {
  const { error } = ((Array.isArray(body) ? body[0] : body) ?? {}) as { error?: { data?: { code?: unknown } } };
  return typeof error?.data?.code === 'string';
}

async function isOurs(response: Response): Promise<boolean> {
  if (response.headers.get('content-type')?.includes('json') !== true) return false;
  return (
    response.ok ||
    isOurRefusal(
      await response
        .clone()
        .json()
        .catch(() => null),
    )
  );
}

/** `fetch` for the procedure clients. Throws a `ForeignAnswer`, and whatever `fetch` throws without any answer. */
export async function fetchOrForeignAnswer(address: string | URL | Request, asked?: RequestInit): Promise<Response> {
  const response = await fetch(address, asked);
  if (await isOurs(response)) return response;
  throw new ForeignAnswer(response.status, response.headers.get('x-request-id'), secondsIn(response.headers.get('retry-after')));
}
