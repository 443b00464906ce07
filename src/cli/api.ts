/** Sends one request to the server: retries where that is safe, and reports every kind of failure plainly. */
import { jsonOrNull } from '@/plain/jsonOrNull';
import type { Connection } from './connection';
import { Failure } from './failure';
import { explainNetworkError, isBrokenConnection } from './networkError';
import { refusalOf } from './refusal';
import type { Terminal } from './terminal';
import type { World } from './world';

export interface ApiRequest {
  method: 'GET' | 'POST';
  /** Below `/api/{tenantId}`, encoded. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: { text: string; contentType: string };
  /** Lets a repeated POST take effect once. Without it, a POST whose connection broke is not repeated. */
  idempotencyKey?: string;
  accept?: string;
  /** Statuses that count as an answer, not as a failure. */
  expected?: readonly number[];
}

export interface ApiAnswer {
  status: number;
  text: string;
  contentType: string;
}

export interface Api {
  request(request: ApiRequest): Promise<ApiAnswer>;
  /** The same, for a JSON answer. */
  json<Body>(request: ApiRequest): Promise<Body>;
}

const MOST_ATTEMPTS = 5;
const LONGEST_WAIT_SECONDS = 60;
const LONGEST_WAIT_IN_ALL_SECONDS = 180;

export function openApi(connection: Connection, world: World, terminal: Terminal): Api {
  const request = (wanted: ApiRequest): Promise<ApiAnswer> => requestWithRetries(connection, world, terminal, wanted);
  return {
    request,
    json: async <Body>(wanted: ApiRequest): Promise<Body> => {
      const answer = await request(wanted);
      return parseAnswer(connection, answer) as Body;
    },
  };
}

function parseAnswer({ origin }: Connection, { text, contentType }: ApiAnswer): unknown {
  const body = jsonOrNull(text);
  if (body !== null) return body;
  const kind = /^\s*</.test(text) ? 'a web page' : `${contentType || 'something'} that is not JSON`;
  throw new Failure(`${origin} answered with ${kind}: this is not the API of Faultline`, {
    code: 'not_the_api',
    hint: 'check --url (FAULTLINE_URL): it is the address without /api/…',
  });
}

async function requestWithRetries(connection: Connection, world: World, terminal: Terminal, wanted: ApiRequest): Promise<ApiAnswer> {
  let waited = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(connection, world, wanted);
    if ('answer' in outcome) return outcome.answer;
    const { failure, retryAfterSeconds } = outcome;
    if (retryAfterSeconds === null || attempt === MOST_ATTEMPTS) throw failure;
    const seconds = retryAfterSeconds ?? 2 ** (attempt - 1);
    if (seconds > LONGEST_WAIT_SECONDS || waited + seconds > LONGEST_WAIT_IN_ALL_SECONDS)
      throw new Failure(`${failure.message} (it can be retried in ${seconds} s, which is longer than this command waits)`, failure.facts);
    terminal.note(
      terminal.noteColours.yellow(
        `${failure.message.replace(/\.$/, '')}; retrying in ${seconds} s (attempt ${attempt + 1} of ${MOST_ATTEMPTS})`,
      ),
    );
    waited += seconds;
    await world.sleep(seconds * 1_000);
  }
}

/** `retryAfterSeconds`: null, do not retry; undefined, retry with the usual delay. */
type Outcome = { answer: ApiAnswer } | { failure: Failure; retryAfterSeconds: number | null | undefined };

async function attemptOnce(connection: Connection, world: World, wanted: ApiRequest): Promise<Outcome> {
  const { method, body, idempotencyKey, accept = 'application/json', expected = [] } = wanted;
  const url = addressOf(connection, wanted);
  let response: Response;
  let text: string;
  try {
    response = await world.fetch(url, {
      method,
      // Following a redirect could send the key elsewhere, or turn a POST into a GET.
      redirect: 'manual',
      signal: world.signal,
      headers: {
        Authorization: `Bearer ${connection.key}`,
        Accept: `${accept}, application/problem+json`,
        'User-Agent': `faultline/${process.env.FAULTLINE_CLI_VERSION ?? '0'}`,
        ...(body === undefined ? {} : { 'Content-Type': body.contentType }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: body.text }),
    });
    text = await response.text();
  } catch (error) {
    world.signal.throwIfAborted();
    const isSafe = method === 'GET' || idempotencyKey !== undefined;
    return {
      failure: explainNetworkError(error, connection.origin),
      retryAfterSeconds: isSafe && isBrokenConnection(error) ? undefined : null,
    };
  }
  const contentType = response.headers.get('content-type') ?? '';
  if (response.ok || expected.includes(response.status)) return { answer: { status: response.status, text, contentType } };
  return { failure: refusalOf(response, text, connection), retryAfterSeconds: retryAfter(response, text) };
}

function addressOf({ origin, tenantId }: Connection, { path, query = {} }: ApiRequest): string {
  const url = new URL(`${origin}/api/${tenantId}${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** The server's Retry-After in seconds; undefined if it does not say; null if a retry is pointless. */
function retryAfter({ status, headers }: Response, text: string): number | null | undefined {
  const isStillRunning = status === 409 && text.includes('"idempotency_in_progress"');
  if (status !== 429 && status !== 503 && !isStillRunning) return null;
  const header = headers.get('retry-after')?.trim();
  if (header === undefined || header === '') return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}
