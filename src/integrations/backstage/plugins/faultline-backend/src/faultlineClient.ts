/** Asks Faultline's REST API. The key goes to the configured server alone, and errors say what an operator has to do. */
import { ServiceUnavailableError } from '@backstage/errors';
import type { FaultlineSettings } from './readSettings';

export type Query = Readonly<Record<string, string | number>>;

export interface FaultlineClient {
  /** The parsed answer; null for 404. Throws ServiceUnavailableError. */
  get<Answer>(path: string, query?: Query): Promise<Answer | null>;
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Far longer than any answer takes. */
const DEADLINE_MS = 10_000;

export function faultlineClient({ baseUrl, tenant, key }: FaultlineSettings, ask: typeof fetch = fetch): FaultlineClient {
  return {
    async get<Answer>(path: string, query: Query = {}): Promise<Answer | null> {
      const url = new URL(`${baseUrl}/api/${tenant}${path}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      let response: Response;
      try {
        response = await ask(url, {
          headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
          // A redirect would carry the key elsewhere.
          redirect: 'error',
          signal: AbortSignal.timeout(DEADLINE_MS),
        });
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        throw new ServiceUnavailableError(isLate ? 'Faultline did not answer in time' : `Faultline cannot be reached at ${baseUrl}`);
      }
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok) throw await refusal(response);
      try {
        return (await response.json()) as Answer;
      } catch {
        throw new ServiceUnavailableError(`${baseUrl} does not answer as Faultline does`);
      }
    },
  };
}

/** How long Faultline asks to wait, in milliseconds; undefined if it does not say. */
export class FaultlineBusyError extends ServiceUnavailableError {
  constructor(readonly retryAfterMs: number) {
    super(`Faultline asks to wait for ${Math.ceil(retryAfterMs / 1_000)} s`);
  }
}

async function refusal(response: Response): Promise<ServiceUnavailableError> {
  const problem = (await response.json().catch(() => ({}))) as { code?: unknown; requestId?: unknown };
  const code = typeof problem.code === 'string' ? problem.code : `status ${response.status}`;
  const request = typeof problem.requestId === 'string' ? ` (request ${problem.requestId})` : '';
  switch (response.status) {
    case 401:
      return new ServiceUnavailableError(`Faultline does not accept the key in faultline.key: it is unknown, revoked or expired${request}`);
    case 403:
      return new ServiceUnavailableError(
        `The key in faultline.key may not read the tenant in faultline.tenant: ${code}${request}. It needs the scope read of that tenant`,
      );
    case 429:
    case 503:
      return new FaultlineBusyError(waitOf(response.headers.get('retry-after')));
    default:
      return new ServiceUnavailableError(`Faultline refused: ${code}${request}`);
  }
}

/** Faultline sends whole seconds. */
function waitOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 1_000;
}

/** Every item of a list, page by page. Waits when Faultline asks for it, at most a minute each time. */
export async function* allItems<Item>(
  client: FaultlineClient,
  path: string,
  wait: (milliseconds: number) => Promise<unknown>,
  query: Query = {},
): AsyncGenerator<Item> {
  let cursor: string | null = null;
  do {
    const paged: Query = { ...query, limit: 200, ...(cursor === null ? {} : { cursor }) };
    const page: Page<Item> = await patiently(() => client.get<Page<Item>>(path, paged), wait);
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

const ATTEMPTS = 5;

async function patiently<Answer>(ask: () => Promise<Answer | null>, wait: (milliseconds: number) => Promise<unknown>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await ask();
      if (answer === null) throw new ServiceUnavailableError('Faultline does not know this list; is faultline.baseUrl right?');
      return answer;
    } catch (error) {
      if (!(error instanceof FaultlineBusyError) || attempt === ATTEMPTS) throw error;
      await wait(Math.min(error.retryAfterMs, 60_000));
    }
  }
}
