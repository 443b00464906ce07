/** The receiver of traces, asked as exporters ask it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { otlpDocument, otlpProtobuf, type SaidSpan } from '@/test/spans';
import { listenOtlp, type Heard } from './listenOtlp';

const SAID: SaidSpan[] = [{ service: 'web', kind: 'SERVER', id: 'a' }];

async function listening(
  work: (post: (body: BodyInit, more?: { path?: string; headers?: Record<string, string> }) => Promise<Response>) => Promise<void>,
): Promise<Heard> {
  const end = new AbortController();
  let started: (url: string) => void = () => undefined;
  const url = new Promise<string>((done) => (started = done));
  const heard = listenOtlp({ address: '127.0.0.1:0', ownKeys: [], signal: end.signal, onStart: started, onSpans: () => undefined });
  const base = await url;
  await work((body, { path = '/v1/traces', headers = {} } = {}) => fetch(`${base}${path}`, { method: 'POST', body, headers })).finally(() =>
    end.abort(),
  );
  return heard;
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('the receiver of traces', () => {
  it('takes JSON and protobuf, packed or not, and answers in the words of the protocol', async () => {
    const heard = await listening(async (post) => {
      const json = await post(JSON.stringify(otlpDocument(SAID)), { headers: JSON_TYPE });
      expect([json.status, await json.json()]).toEqual([200, {}]);
      const bytes = otlpProtobuf(SAID);
      const protobuf = await post(new Uint8Array(bytes), { headers: { 'content-type': 'application/x-protobuf' } });
      expect([protobuf.status, protobuf.headers.get('content-type'), await protobuf.text()]).toEqual([200, 'application/x-protobuf', '']);
      expect((await post(new Uint8Array(gzipSync(bytes)), { headers: { 'content-encoding': 'gzip' } })).status).toBe(200);
    });
    expect([heard.table.size, heard.dropped, heard.refused]).toEqual([1, 0, 0]);
  });

  it('refuses what is no trace, is too large or a bomb, and goes on', async () => {
    const heard = await listening(async (post) => {
      expect((await post('hello', { headers: JSON_TYPE })).status).toBe(400);
      expect((await post(new Uint8Array(gzipSync(Buffer.alloc(65 * 1_048_576))), { headers: { 'content-encoding': 'gzip' } })).status).toBe(
        413,
      );
      expect((await post(new Uint8Array(17 * 1_048_576))).status).toBe(413);
      expect((await post('x', { headers: { 'content-encoding': 'gzip' } })).status).toBe(400);
      expect((await post('{}', { path: '/else' })).status).toBe(404);
      expect((await post('{}', { path: '/v1/metrics', headers: JSON_TYPE })).status).toBe(200);
      expect((await post(JSON.stringify(otlpDocument(SAID)), { headers: JSON_TYPE })).status).toBe(200);
    });
    expect([heard.table.size, heard.refused]).toEqual([1, 4]);
  });

  it('says what is no address', async () => {
    const listen = (address: string) =>
      listenOtlp({ address, ownKeys: [], signal: AbortSignal.abort(), onStart: () => undefined, onSpans: () => undefined });
    await expect(listen('here')).rejects.toThrow('here is not an address to listen on');
    await expect(listen('192.0.2.1:1')).rejects.toThrow('cannot listen on 192.0.2.1:1: this machine has no such address');
  });

  it('says in words that another program has the address', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const listening = listenOtlp({ address, ownKeys: [], signal: AbortSignal.abort(), onStart: () => undefined, onSpans: () => undefined });
    await expect(listening).rejects.toThrow(`cannot listen on ${address}: something else listens there already`);
    other.close();
  });
});
