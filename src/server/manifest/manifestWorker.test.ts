import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/domain/errors';
import { readManifest, type ManifestSource } from './readManifest';
import { runInWorker } from './manifestWorker';

// The first worker has to be built, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const head = 'version: 1\nname: x\n';
const yaml = (text: string | Uint8Array): ManifestSource => ({ text, contentType: 'application/yaml' });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function codeOf(source: ManifestSource): Promise<[string, number | undefined]> {
  const error = await readManifest('tenant', source).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return [error.code, error.issues?.[0]?.line];
  throw new Error('It was not refused as it should be.', { cause: error });
}

describe('a hostile text', () => {
  const table: [string, string | Uint8Array, string, number | undefined][] = [
    ['nested 100,000 deep', '['.repeat(100_000), 'invalid_input', 1],
    ['nested 1,000 deep, which once crashed a process', `${head}a: ${'['.repeat(1_000)}${']'.repeat(1_000)}`, 'invalid_input', 3],
    [
      'an alias bomb',
      `${head}${Array.from({ length: 30 }, (_, level) => `a${level}: &a${level} [${level === 0 ? 'x' : `*a${level - 1}, *a${level - 1}`}]`).join('\n')}`,
      'invalid_input',
      3,
    ],
    ['20,000 keys', `${head}${Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n')}`, 'invalid_input', 3],
    ['20,000 times the same key', `${head}${'name: y\n'.repeat(20_000)}`, 'invalid_input', 3],
    [
      '20,000 keys in a flow map',
      `${head}applications: [{${Array.from({ length: 20_000 }, (_, index) => `"k${index}": 1`).join(', ')}}]`,
      'invalid_input',
      3,
    ],
    ['a million documents', '---\n'.repeat(1_000_000), 'invalid_input', 2],
    ['a million tabs for indentation', `${head}applications:\n${'\t- a\n'.repeat(1_000_000)}`, 'invalid_input', 4],
    ['binary', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff, 0x00]), 'invalid_input', 1],
    ['NUL in text', `${head}\u0000`, 'invalid_input', 3],
    ['__proto__', `__proto__: { isAdmin: true }\n${head}`, 'invalid_input', 1],
    ['more than 16 MiB', bytes(`${head}# ${'x'.repeat(16 * 1_048_576)}`), 'payload_too_large', undefined],
  ];
  it.each(table)('gets an answer and harms nothing: %s', async (_name, text, code, line) => {
    expect(await codeOf(yaml(text))).toEqual([code, line]);
    expect('isAdmin' in {}).toBe(false);
    expect(await readManifest('tenant', yaml(head))).toEqual({ version: 1, name: 'x' });
  });

  const huge: [string, string][] = [
    ['300,000 applications in braces', `applications: [\n${'  {technicalName: a, name: b},\n'.repeat(300_000)}  ]`],
    ['three million entries that are texts', `applications:\n${'- a\n'.repeat(3_000_000)}`],
    ['four million empty entries, with tabs', `applications:\t\n${'-\n'.repeat(4_000_000)}`],
    ['two million explicit keys', `applications:\n${'- ? a\n'.repeat(2_000_000)}`],
    ['seven million wrong escapes', `description: "${'\\x'.repeat(7_000_000)}"`],
    ['half a million entries without a name', `applications:\n${'- a:\n'.repeat(500_000)}`],
    ['eight million lines without content', `\t\n${' \n'.repeat(8_000_000)}`],
  ];
  it.each(huge)('is refused for what it is, not for the time that it takes: %s', { tags: ['long'] }, async (_name, text) => {
    expect((await codeOf(yaml(head + text)))[0]).toBe('invalid_input');
  });

  it('of the same kinds in JSON too', async () => {
    const json = (text: string): ManifestSource => ({ text, contentType: 'application/json; charset=utf-8' });
    expect(await codeOf(json('['.repeat(1_000_000)))).toEqual(['invalid_input', 1]);
    expect(await codeOf(json('{"version": 1, "name": "x",\n "name": "y"}'))).toEqual(['invalid_input', 2]);
    expect(await codeOf(json(`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}": 1`).join(',')}}`))).toEqual([
      'invalid_input',
      1,
    ]);
  });
});

describe('the pool', () => {
  it('stops what takes too long with 413 manifest_too_complex, and continues with another worker', async () => {
    const endless = `${head}datasets:\n${'  - { technicalName: "d\\x41", name: D }\n'.repeat(100_000)}`;
    const error = await runInWorker('tenant', { type: 'read', text: endless, format: 'yaml' }, endless.length, 50).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error instanceof AppError && error.code).toBe('manifest_too_complex');
    expect((error as AppError).message).toContain('busy');
    expect(await readManifest('tenant', yaml(head))).toEqual({ version: 1, name: 'x' });
  });

  it('serves other tenants while one has much to do', async () => {
    const large = `${head}datasets:\n${Array.from({ length: 2_000 }, (_, index) => `  - { technicalName: d${index}, name: "D\\x41" }`).join('\n')}`;
    const order: string[] = [];
    const note = (name: string, source: ManifestSource, tenantId: string): Promise<void> =>
      readManifest(tenantId, source).then(() => void order.push(name));
    await Promise.all([
      ...Array.from({ length: 3 }, (_, index) => note(`large ${index}`, yaml(large), 'busy')),
      note('small', yaml(head), 'quiet'),
    ]);
    expect(order.indexOf('small')).toBeLessThan(2);
  });

  it('accepts bytes as well as text, in UTF-8', async () => {
    expect(await readManifest('tenant', yaml(bytes('version: 1\nname: Überblick 🙂\n')))).toEqual({ version: 1, name: 'Überblick 🙂' });
  });
});

it('lets a small manifest of one tenant overtake the large ones of others', async () => {
  // More large manifests than there are positions: a manifest that queued behind them would come last. With a third of this size, a busy
  // machine reads all of them before it gets to the small one.
  const large = `${head}applications:\n${Array.from({ length: 60_000 }, (_, index) => `  - { technicalName: a${index}, name: A }`).join('\n')}`;
  let done = 0;
  const others = Array.from({ length: 6 }, (_, index) => readManifest(`large ${index}`, yaml(large)).finally(() => (done += 1)));
  await readManifest('small', yaml(head));
  expect(done).toBeLessThan(6);
  await Promise.all(others);
});
