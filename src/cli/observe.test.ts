/** `faultline observe`, run as a user runs it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { faultlineIn } from '@/test/faultlineCommand';
import { otlpDocument, otlpProtobuf, type SaidSpan } from '@/test/spans';

const directory = mkdtempSync(join(tmpdir(), 'faultline-observe-'));
const run = faultlineIn(directory);
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(directory, name), content);
  return name;
};

/** The shop calls the ads, which fail in five of ten units without harm, and reads its own database. */
const SHOP: SaidSpan[] = Array.from({ length: 10 }, (_, at): SaidSpan[] => [
  { service: 'shop', kind: 'SERVER', id: `w${at}`, resource: { 'service.namespace': 'fair', 'cloud.availability_zone': 'eu-1a' } },
  {
    service: 'shop',
    kind: 'CLIENT',
    id: `c${at}`,
    parent: `w${at}`,
    isError: at < 5,
    resource: { 'service.namespace': 'fair', 'cloud.availability_zone': 'eu-1a' },
  },
  { service: 'ads', kind: 'SERVER', id: `s${at}`, parent: `c${at}`, isError: at < 5, resource: { 'service.namespace': 'fair' } },
  {
    ...{ service: 'shop', kind: 'CLIENT' as const, id: `d${at}`, parent: `w${at}` },
    resource: { 'service.namespace': 'fair', 'cloud.availability_zone': 'eu-1a' },
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT', 'server.address': 'pg' },
  },
]).flat();

describe('observe otlp', () => {
  it('proposes a manifest that says of each mode on what it rests, and that is valid', async () => {
    const traces = file('traces.json', JSON.stringify(otlpDocument(SHOP)));
    const { code, stdout, stderr } = await run(['observe', 'otlp', traces]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Of 2 dependencies, the modes of 1 are measured and of 1 assumed\.\n/);
    expect(stdout).toContain(
      '  # seen 10 times, 5 failed; seen on both sides; measured: 0 of 5 failures reached the caller\n  - source: shop\n    target: ads\n    dependencyType: Calls\n    mode: Soft\n',
    );
    expect(stdout).toContain('        hostingZones: [eu-1a]\n');
    expect(stderr).toContain('Which services do customers touch? Called from outside: shop.\n');
    const written = await run(['observe', 'otlp', traces, '-o', 'landscape.yaml']);
    expect([written.code, written.stdout, readFileSync(join(directory, 'landscape.yaml'), 'utf8')]).toEqual([0, '', stdout]);
    expect((await run(['validate', 'landscape.yaml'])).code).toBe(0);
  });

  it('reads several files, packed and in protobuf, as one', async () => {
    const whole = await run(['observe', 'otlp', file('whole.json', JSON.stringify(otlpDocument(SHOP)))]);
    const parts = [
      file('a.pb.gz', gzipSync(otlpProtobuf(SHOP.slice(20)))),
      file('b.json', JSON.stringify(otlpDocument(SHOP.slice(0, 25)))),
    ];
    expect((await run(['observe', 'otlp', ...parts])).stdout).toBe(whole.stdout);
  });

  it('groups as it is told', async () => {
    const traces = file('traces.json', JSON.stringify(otlpDocument(SHOP)));
    const applications = async (how: string): Promise<string[][]> => {
      const { manifest } = JSON.parse((await run(['observe', 'otlp', traces, '--json', '--group-by', how])).stdout) as {
        manifest: { applications: { technicalName: string; components: { technicalName: string }[] }[] };
      };
      return manifest.applications.map(({ technicalName, components }) => [technicalName, ...components.map((one) => one.technicalName)]);
    };
    expect(await applications('service')).toEqual([
      ['ads', 'ads'],
      ['shop', 'shop', 'pg'],
    ]);
    expect(await applications('namespace')).toEqual([['fair', 'ads', 'shop', 'pg']]);
    expect(await applications('none')).toEqual([['observed', 'ads', 'shop', 'pg']]);
  });

  it('says what to do where nothing calls anything, or nothing failed', async () => {
    const [unit] = SHOP as [SaidSpan];
    const lone = await run(['observe', 'otlp', file('lone.json', JSON.stringify(otlpDocument([unit])))]);
    expect([lone.code, lone.stderr]).toEqual([0, expect.stringContaining('1 span was read, and none calls another service.')]);
    const well = SHOP.map((one) => ({ ...one, isError: false }));
    const quiet = await run(['observe', 'otlp', file('well.json', JSON.stringify(otlpDocument(well)))]);
    expect(quiet.stderr).toContain('No mode could be measured, because nothing failed often enough.');
  });

  it.each<[string, () => string | Buffer, string]>([
    ['an empty file', () => '', 'there is no span in this'],
    [
      'spans of nobody',
      () => JSON.stringify(otlpDocument([{ service: '', kind: 'SERVER', id: 'a' }])),
      'nothing in 1 span names a service',
    ],
    ['YAML', () => 'version: 1\n', 'this is no OTLP'],
    ['damaged gzip', () => Buffer.from([0x1f, 0x8b, 1, 2, 3]), 'its gzip is damaged'],
  ])('exits with 1 for %s, and says why', async (_, content, reason) => {
    const { code, stdout, stderr } = await run(['observe', 'otlp', file('bad', content()), '-o', 'none.yaml']);
    expect([code, stdout, existsSync(join(directory, 'none.yaml'))]).toEqual([1, '', false]);
    expect(stderr).toContain(reason);
  });

  it('refuses a file that is not there', async () => {
    expect(await run(['observe', 'otlp', 'gone.json'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('gone.json: ') as string,
    });
  });
});
