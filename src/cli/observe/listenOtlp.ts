/** Takes traces from exporters for a while, as a collector would: OTLP over HTTP, in JSON or protobuf, packed by gzip or not. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { SpanTable } from '@/domain/observe/spanTable';
import { OtlpReader } from '@/sources/otlp/readOtlp';
import { Failure } from '@/cli/failure';
import { reasonOf } from '@/cli/reasonOf';

const MOST_BYTES = 16 * 1_048_576;
const MOST_UNPACKED_BYTES = 64 * 1_048_576;
/** A landscape needs a few thousand; these fit into some hundred megabytes. */
export const MOST_SPANS = 2_000_000;
/** Whoever also sends metrics and logs to the same address shall not try again and again. */
const OTHER_PATHS = new Set(['/v1/metrics', '/v1/logs']);

export interface Listening {
  /** Such as 127.0.0.1:4318; port 0 takes a free one. */
  address: string;
  /** Attributes of resources to read besides those on the list. */
  ownKeys: readonly string[];
  /** Ends it: after a while, or when somebody has seen enough. */
  signal: AbortSignal;
  onStart(url: string): void;
  onSpans(count: number): void;
}

export interface Heard {
  table: SpanTable;
  /** Spans beyond the limit, and requests that were no traces. */
  dropped: number;
  refused: number;
}

/** Resolves once the signal is aborted. Throws Failure if nobody can listen there. */
export async function listenOtlp({ address, ownKeys, signal, onStart, onSpans }: Listening): Promise<Heard> {
  const { host, port } = readAddress(address);
  const heard: Heard = { table: new SpanTable(), dropped: 0, refused: 0 };
  const server = createServer((request, response) => {
    void take(request, heard, ownKeys).then(
      (answer) => {
        send(response, request, answer);
        onSpans(heard.table.size);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((done, fail) => {
    server.once('error', (error) =>
      fail(
        new Failure(`cannot listen on ${address}: ${reasonOf(error)}`, {
          code: 'cannot_listen',
          hint: 'give another address with --listen',
        }),
      ),
    );
    server.listen(port, host, done);
  });
  onStart(`http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`);
  if (!signal.aborted) await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  return heard;
}

function readAddress(address: string): { host: string; port: number } {
  const [, host, port] = /^(\[[0-9a-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(address) ?? [];
  if (host === undefined || port === undefined || Number(port) > 65_535)
    throw new Failure(`${address} is not an address to listen on`, { code: 'usage', hint: 'give one such as 127.0.0.1:4318' });
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

interface Answer {
  status: number;
  message: string;
}

async function take(request: IncomingMessage, heard: Heard, ownKeys: readonly string[]): Promise<Answer> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const body = await bodyOf(request);
  if (request.method !== 'POST') return { status: 405, message: 'send traces with POST' };
  if (OTHER_PATHS.has(path)) return { status: 200, message: '' };
  if (path !== '/v1/traces') return { status: 404, message: 'send traces to /v1/traces' };
  if (body === null) {
    heard.refused += 1;
    return { status: 413, message: 'a request may be at most 16 MiB, and 64 MiB unpacked: send smaller batches' };
  }
  const reader = new OtlpReader((span) => {
    if (heard.table.size < MOST_SPANS) heard.table.add(span);
    else heard.dropped += 1;
  }, ownKeys);
  if (body !== 'damaged') reader.push(body);
  if (body === 'damaged' || reader.end() === null) {
    heard.refused += 1;
    return { status: 400, message: 'this is not OTLP' };
  }
  return { status: 200, message: '' };
}

/** Null for a body that is too large. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | 'damaged' | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= MOST_BYTES) parts.push(part);
  }
  if (size > MOST_BYTES) return null;
  const whole = Buffer.concat(parts);
  if (request.headers['content-encoding'] !== 'gzip') return whole;
  try {
    return await promisify(gunzip)(whole, { maxOutputLength: MOST_UNPACKED_BYTES });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? null : 'damaged';
  }
}

/** In the words of the protocol: an empty message means that everything was taken. */
function send(response: ServerResponse, request: IncomingMessage, { status, message }: Answer): void {
  const isJson = /json/.test(request.headers['content-type'] ?? '') || status !== 200;
  response.writeHead(status, { 'content-type': isJson ? 'application/json' : 'application/x-protobuf' });
  response.end(isJson ? JSON.stringify(status === 200 ? {} : { message }) : '');
}
