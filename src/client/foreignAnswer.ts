/** Tells answers of the service from those that something else gave in its place: a proxy before a server that is away, a network that wants a sign-in first. */

/** What came instead of an answer of the service. */
export class ForeignAnswer extends Error {
  constructor(
    readonly status: number,
    readonly requestId: string | null,
    /** When to come again, in seconds; null where it does not say. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(`answered ${status} by something other than the service`);
    this.name = 'ForeignAnswer';
  }
}

function secondsIn(header: string | null): number | null {
  return header !== null && /^\d{1,5}$/.test(header.trim()) ? Number(header) : null;
}

/** A refusal of the service always says its code. */
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

/** `fetch` for the clients of the procedures. Throws a `ForeignAnswer`, and whatever `fetch` throws where there is no answer at all. */
export async function fetchOrForeignAnswer(address: string | URL | Request, asked?: RequestInit): Promise<Response> {
  const response = await fetch(address, asked);
  if (await isOurs(response)) return response;
  throw new ForeignAnswer(response.status, response.headers.get('x-request-id'), secondsIn(response.headers.get('retry-after')));
}
