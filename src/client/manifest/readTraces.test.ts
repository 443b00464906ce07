import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readManifestText } from '@/contract/manifest/text/readText';
import { otlpDocument, otlpProtobuf, type SaidSpan } from '@/test/spans';
import { isOfTraces, proposalFromTraces } from './readTraces';

const SAID: SaidSpan[] = [
  { service: 'web', kind: 'SERVER', id: 'a' },
  { service: 'web', kind: 'CLIENT', id: 'b', parent: 'a', attributes: { 'db.system': 'mysql', 'server.address': 'orders-db' } },
  { service: 'web', kind: 'CLIENT', id: 'c', parent: 'a', attributes: { 'server.address': '10.0.0.1' } },
];
const json = JSON.stringify(otlpDocument(SAID));
const file = (name: string, content: string | Buffer): File =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name);

it.each<[string, () => File]>([
  ['JSON', () => file('a.json', json)],
  ['protobuf', () => file('a.pb', otlpProtobuf(SAID))],
  ['packed JSON', () => file('a.json.gz', gzipSync(json))],
])('traces in %s become a manifest that says what was left out', async (_, made) => {
  const told: number[] = [];
  expect(await isOfTraces(made())).toBe(true);
  const text = await proposalFromTraces([made()], (spans) => told.push(spans));
  expect(text).toMatch(/^# 3 spans read\n# left out: 1 call to an IP address/);
  const { manifest, issues } = readManifestText(text, 'yaml');
  expect([issues, manifest?.dependencies, told.at(-1)]).toMatchObject([[], [{ source: 'web', target: 'orders-db' }], 3]);
});

it.each([
  ['compose.yaml', 'services: {}\n'],
  ['landscape.json', '{"version":1}'],
  ['empty', ''],
])('%s is not taken for traces', async (name, content) => {
  expect(await isOfTraces(file(name, content))).toBe(false);
});

it('what cannot be read says so', async () => {
  const tell = (): void => undefined;
  await expect(proposalFromTraces([file('a.gz', Buffer.from([0x1f, 0x8b, 1]))], tell)).rejects.toThrow('a.gz is damaged');
  await expect(proposalFromTraces([file('a.pb', 'hello')], tell)).rejects.toThrow('a.pb holds no OpenTelemetry traces');
  await expect(proposalFromTraces([file('a.json', '{"resourceSpans":[]}')], tell)).rejects.toThrow('there is no span in this');
});
