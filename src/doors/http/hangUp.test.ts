/** The handler of a request learns when nobody waits for the answer any more, and so does the stream that it answers with. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { ApiRequest } from './apiRequest';
import { closeServer, createFrontServer, listen } from './httpServer';
import { originReader } from './trustedProxy';

it('a request is aborted when its caller hangs up, and not when it is answered', async () => {
  const requests: ApiRequest[] = [];
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const rest = async (request: ApiRequest) => {
    requests.push(request);
    if (request.path.endsWith('/slow')) {
      arrive();
      await once(request.signal, 'abort');
    }
    return { status: 200, headers: {}, body: 'done' };
  };
  const server = createFrontServer({ rest, web: () => Promise.resolve(), upgrade: null }, originReader(''));
  const port = await listen(server, 0, '127.0.0.1');
  const hangUp = new AbortController();
  const slow = fetch(`http://127.0.0.1:${port}/api/tenant/slow`, { signal: hangUp.signal });
  const given = expect(slow).rejects.toThrow();
  await arrived;
  const answer = await fetch(`http://127.0.0.1:${port}/api/tenant/quick`);
  expect(await answer.text()).toBe('done');
  hangUp.abort();
  await given;
  const [first, second] = requests;
  if (first?.signal.aborted === false) await once(first.signal, 'abort');
  await closeServer(server, 0);
  expect([first?.signal.aborted, second?.signal.aborted]).toEqual([true, false]);
});

it('a stream for a caller who has hung up is cancelled before anything is asked of it', async () => {
  const seen: string[] = [];
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const rest = async (request: ApiRequest) => {
    arrive();
    await once(request.signal, 'abort');
    const source = { pull: () => void seen.push('asked'), cancel: () => (seen.push('cancelled'), finish()) };
    return { status: 200, headers: {}, body: new ReadableStream<Uint8Array>(source, { highWaterMark: 0 }) };
  };
  const server = createFrontServer({ rest, web: () => Promise.resolve(), upgrade: null }, originReader(''));
  const port = await listen(server, 0, '127.0.0.1');
  const hangUp = new AbortController();
  const given = expect(fetch(`http://127.0.0.1:${port}/api/tenant/feed`, { signal: hangUp.signal })).rejects.toThrow();
  await arrived;
  hangUp.abort();
  await given;
  await finished;
  await closeServer(server, 0);
  expect(seen).toEqual(['cancelled']);
});
