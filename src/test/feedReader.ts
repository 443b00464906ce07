/** Reads a live feed in tests: one block at a time, over the network or directly from a stream. */
import { request as httpRequest, type IncomingMessage } from 'node:http';

export interface FeedBlock {
  id?: string;
  event?: string;
  data?: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests compare it with exact values
  retry?: string;
  comment?: string;
}

export interface FeedReader {
  status: number;
  headers: Headers;
  /** The next block; null once the stream has ended. Rejects if it breaks. */
  next(): Promise<FeedBlock | null>;
  close(): Promise<void>;
}

function parse(text: string): FeedBlock {
  const block: FeedBlock = {};
  for (const line of text.split('\n'))
    if (line.startsWith(':')) block.comment = line.slice(1).trim();
    else {
      const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
      Object.assign(block, { [name]: name === 'data' ? (JSON.parse(value) as unknown) : value });
    }
  return block;
}

export function readFeed(status: number, headers: Headers, pieces: AsyncIterator<Uint8Array>, hangUp: () => void): FeedReader {
  const decoder = new TextDecoder();
  let text = '';
  return {
    status,
    headers,
    next: async () => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end !== -1) {
          const block = parse(text.slice(0, end));
          text = text.slice(end + 2);
          return block;
        }
        const { done, value } = await pieces.next();
        if (done === true) return null;
        text += decoder.decode(value, { stream: true });
      }
    },
    close: async () => {
      hangUp();
      await pieces.return?.();
    },
  };
}

export function readStream(stream: ReadableStream<Uint8Array>, status = 200, headers = new Headers()): FeedReader {
  const reader = stream.getReader();
  const pieces: AsyncIterator<Uint8Array> = {
    next: async () => (await reader.read()) as IteratorResult<Uint8Array>,
    return: async () => (await reader.cancel().catch(() => undefined), { done: true, value: undefined }),
  };
  return readFeed(status, headers, pieces, () => undefined);
}

/** Opens a feed over the network. */
export async function openFeedAt(port: number, path: string, headers: Record<string, string>): Promise<FeedReader> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject).end();
  });
  const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return readFeed(response.statusCode ?? 0, new Headers(pairs), response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>, () =>
    response.destroy(),
  );
}
