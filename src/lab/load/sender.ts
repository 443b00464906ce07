/** Sends requests over connections that stay open, one at a time on each, and counts answers. Runs in a separate process, and parses only as much HTTP as it needs. */
import { connect } from 'node:net';
import type { LoadOrder, LoadResult } from './protocol';

const HEAD_END = Buffer.from('\r\n\r\n');

/** Status and whole length of the answer at the start of `bytes`; null while its head is incomplete. */
function answerAt(bytes: Buffer): { status: string; length: number } | null {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? '0';
  return { status: head.slice(9, 12), length: end + HEAD_END.length + Number(length) };
}

function sendLoad({ port, connections, perSecond, warmUpMs, measuredMs }: LoadOrder): Promise<LoadResult> {
  const times: number[] = [];
  let answers = 0;
  const statuses: Record<string, number> = {};
  const from = performance.now() + warmUpMs;
  const until = from + measuredMs;
  const intervalMs = perSecond === undefined ? 0 : (1_000 * connections.length) / perSecond;
  const keepAsking = (requests: readonly Buffer[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let next = 0;
      let sentAt = 0;
      let received = Buffer.alloc(0);
      let wanted: { status: string; length: number } | null = null;
      const send = (): void => {
        sentAt = performance.now();
        if (sentAt >= until) {
          socket.destroy();
          resolve();
          return;
        }
        socket.write(requests[next % requests.length] ?? '');
        next += 1;
      };
      socket.on('connect', send);
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        wanted ??= answerAt(received);
        if (wanted === null || received.length < wanted.length) return;
        const now = performance.now();
        answers += 1;
        if (sentAt >= from) {
          times.push(now - sentAt);
          statuses[wanted.status] = (statuses[wanted.status] ?? 0) + 1;
        }
        received = received.subarray(wanted.length);
        wanted = null;
        const waitMs = sentAt + intervalMs - now;
        if (waitMs > 0) setTimeout(send, waitMs);
        else send();
      });
      socket.on('error', reject);
      socket.on('end', () => reject(new Error('The server ended a connection.')));
    });
  return Promise.all(connections.map((requests) => keepAsking(requests.map((request) => Buffer.from(request))))).then(() => {
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
    return { answers, perSecond: (times.length * 1_000) / measuredMs, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), statuses };
  });
}

process.on('message', (order: LoadOrder) => {
  sendLoad(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.('ready');
