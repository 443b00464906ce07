/**
 * Sends one POST to a foreign server. Connects only to public addresses, and to exactly the address that was checked. Follows no redirects,
 * waits at most ten seconds, and reads no more of the answer than the excerpt.
 */
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { useAgent } from 'request-filtering-agent';
import { isAddressAllowed } from '@/domain/webhooks/targetAddress';
import type { EventMessage } from './messages/eventMessage';
import { resolveHost, type ResolveHost } from './resolveHost';

export const TIMEOUT_MS = 10_000;
export const EXCERPT_BYTES = 1_024;

/** A message for one address. */
export interface Mail {
  to: string;
  /** The same for every attempt, so that mail programs show it once. */
  id: string;
  message: EventMessage;
  /** A sentence below the title, about the mail itself. */
  note?: string | null;
  /** Where its reader can end it. Absent for mail to a webhook, and for one that several subscriptions led to. */
  unsubscribe?: Unsubscribe;
  /** What is told in one mail because it happened at once, each with its own end; `message` is its heading then. */
  together?: readonly { message: EventMessage; unsubscribe: Unsubscribe }[];
}

/** A page for people, and an address that takes one POST (RFC 8058). */
export interface Unsubscribe {
  page: string;
  oneClick: string;
}

export interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For an address that begins with `mailto:`, instead of the rest. */
  mail?: Mail;
}

export interface Sent {
  /** Null if no answer came. */
  statusCode: number | null;
  /** A few words, if no answer came. */
  error: string | null;
  retryAfterSeconds: number | null;
  responseExcerpt: string | null;
  durationMilliseconds: number;
}

export interface SendOptions {
  isLoopbackAllowed: boolean;
  /** Aborts the attempt. It then rejects, because its result is unknown. */
  signal?: AbortSignal;
  resolve?: ResolveHost;
  timeoutMs?: number;
}

export type SendWebhook = (outgoing: Outgoing) => Promise<Sent>;

class ClosedAddress extends Error {}

/** Resolves names and passes on only public addresses. If one of several addresses is not public, all are refused. */
function guardedLookup({ isLoopbackAllowed, resolve = resolveHost }: SendOptions): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (first === undefined || found.some(({ address }) => !isAddressAllowed(address, isLoopbackAllowed)))
          callback(new ClosedAddress(), []);
        else if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host's name could not be found.",
  ENODATA: "The host's name has no address.",
  ESERVFAIL: "The host's name could not be looked up.",
  ETIMEOUT: "The host's name servers took too long.",
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EHOSTUNREACH: 'The host could not be reached.',
  ENETUNREACH: "The host's network could not be reached.",
  ETIMEDOUT: 'The connection took too long.',
  EPIPE: 'The connection was closed.',
};

/** Never contains the address, so that callers cannot find out what names resolve to inside our network. */
function wordsOf(error: unknown): string {
  const { code, message, name } = error as { code?: string; message?: string; name?: string };
  if (error instanceof ClosedAddress || message?.includes('is not allowed. Because') === true)
    return 'The host does not resolve to a public address.';
  if (name === 'TimeoutError' || code === 'ABORT_ERR') return 'No answer arrived in time.';
  if (code !== undefined && (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code) || code === 'EPROTO'))
    return `The TLS connection failed: ${code}.`;
  return WORDS[code ?? ''] ?? 'The request failed before an answer arrived.';
}

function excerptOf(chunks: readonly Buffer[]): string | null {
  const bytes = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES);
  // PostgreSQL cannot store NUL.
  return bytes.length === 0 ? null : bytes.toString('utf8').replaceAll('\u0000', '\uFFFD');
}

/** The first bytes of the answer. If the connection breaks after the status, the status still counts. */
function readExcerpt(response: IncomingMessage): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => resolve(excerptOf(chunks));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= EXCERPT_BYTES) response.destroy();
    });
    response.on('close', done);
    response.on('error', done);
  });
}

function retryAfterOf({ headers }: IncomingMessage): number | null {
  const value = headers['retry-after'];
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/** Single addresses, because the library writes a stack to the console for each range that is of the other family. */
const LOOPBACK = ['127.0.0.1', '::1'];

function start({ url, headers, body }: Outgoing, options: SendOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const agent = useAgent(url, { keepAlive: false, ...(options.isLoopbackAllowed ? { allowIPAddressList: LOOPBACK } : {}) });
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(url, { method: 'POST', headers, agent, signal, lookup: guardedLookup(options) }, resolve);
    request.on('error', reject);
    request.end(body);
  });
}

/** Aborted when the time is up or `signal` is; `release` must be called, since `signal` may live as long as the process. */
function deadline({ signal, timeoutMs = TIMEOUT_MS }: SendOptions): { signal: AbortSignal; isLate: () => boolean; release: () => void } {
  const hangUp = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    hangUp.abort();
  }, timeoutMs);
  const stop = (): void => hangUp.abort(signal?.reason);
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop);
  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  };
  return { signal: hangUp.signal, isLate: () => isLate, release };
}

/** Sends and returns the result. Rejects only if `signal` aborted it. */
export async function sendWebhook(outgoing: Outgoing, options: SendOptions): Promise<Sent> {
  const startedAt = performance.now();
  const { signal, isLate, release } = deadline(options);
  const headers = { ...outgoing.headers, 'content-length': String(Buffer.byteLength(outgoing.body)) };
  const result = { statusCode: null, error: null, retryAfterSeconds: null, responseExcerpt: null };
  const duration = (): number => Math.round(performance.now() - startedAt);
  try {
    const response = await start({ ...outgoing, headers }, options, signal);
    const responseExcerpt = await readExcerpt(response);
    return {
      ...result,
      statusCode: response.statusCode ?? null,
      retryAfterSeconds: retryAfterOf(response),
      responseExcerpt,
      durationMilliseconds: duration(),
    };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { ...result, error: isLate() ? 'No answer arrived in time.' : wordsOf(error), durationMilliseconds: duration() };
  } finally {
    release();
  }
}
