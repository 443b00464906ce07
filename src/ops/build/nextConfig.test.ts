/** A plain `next build` completes the tsconfig that its settings name. That must never be the tracked one. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

interface Settings {
  typescript: { tsconfigPath: string; ignoreBuildErrors: boolean };
}

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-next-config-'));
  cpSync('next.config.js', join(directory, 'next.config.js'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The settings as Next loads them in a clone that was never built. */
function load(webDirectory?: string): Settings {
  const before = process.env.FAULTLINE_WEB_DIR;
  if (webDirectory === undefined) delete process.env.FAULTLINE_WEB_DIR;
  else process.env.FAULTLINE_WEB_DIR = webDirectory;
  try {
    const path = join(directory, 'next.config.js');
    const read = createRequire(path);
    delete read.cache[path];
    return read(path) as Settings;
  } finally {
    if (before === undefined) delete process.env.FAULTLINE_WEB_DIR;
    else process.env.FAULTLINE_WEB_DIR = before;
  }
}

describe('the tsconfig that Next may write to', () => {
  test.each([['a bare build', undefined] as const, ['a build of ours', 'dist/web/1'] as const])(
    'is below dist in %s, extends the tracked one and is written when missing',
    (_name, webDirectory) => {
      const { tsconfigPath } = load(webDirectory).typescript;
      expect(tsconfigPath).toBe(join('dist', 'tsconfig.web.json'));
      const written = JSON.parse(readFileSync(join(directory, tsconfigPath), 'utf8')) as { extends: string };
      expect(written.extends).toBe('../tsconfig.json');
    },
  );

  test('keeps what Next added to it', () => {
    const path = join(directory, load().typescript.tsconfigPath);
    writeFileSync(path, '{"added":true}');
    load();
    expect(readFileSync(path, 'utf8')).toBe('{"added":true}');
  });

  test('skips the type check only in our own builds, whose types are checked before', () => {
    expect(load().typescript.ignoreBuildErrors).toBe(false);
    expect(load('dist/web/1').typescript.ignoreBuildErrors).toBe(true);
  });
});
