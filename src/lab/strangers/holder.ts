/** Holds connections open in a separate process, so that only the server's side is measured. */
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface HoldOrder {
  port: number;
  /** Connections that stay idle after one answer. */
  idle: number;
  /** Requests for live feeds: path and key. */
  feeds: readonly (readonly [path: string, key: string])[];
}

const AT_ONCE = 100;

function idleConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'));
    socket.once('error', reject);
    socket.once('data', () => resolve(socket));
  });
}

/** Resolves with the status once the first part of an answer has arrived. */
function feed(port: number, path: string, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${key}` }, agent: false }, (response) => {
      response.once('data', () => resolve(response.statusCode ?? 0));
      response.on('error', () => undefined).resume();
    });
    request.on('error', reject);
  });
}

async function inPortions<Result>(count: number, one: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < count; from += AT_ONCE)
    results.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => one(from + index)))));
  return results;
}

process.on('message', ({ port, idle, feeds }: HoldOrder) => {
  void (async () => {
    const connections = await inPortions(idle, () => idleConnection(port));
    const statuses = await inPortions(feeds.length, (index) => feed(port, feeds[index]?.[0] ?? '', feeds[index]?.[1] ?? ''));
    process.send?.({ idle: connections.length, open: statuses.filter((status) => status === 200).length });
  })().catch((error: unknown) => process.send?.({ error: String(error) }));
});
process.send?.('ready');
