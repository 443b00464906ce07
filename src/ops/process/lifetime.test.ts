import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLifetime, Ending } from './lifetime';

/** A process that keeps printing, and records that it was stopped gracefully. */
const TALKER = `
  const { writeFileSync } = require('node:fs');
  const { createLifetime, endWithReaders } = require('./src/ops/process/lifetime.ts');
  const lifetime = createLifetime((code) => process.exit(code), () => undefined);
  void lifetime.onStop('the note', () => writeFileSync(process.argv[1], 'stopped'));
  process.on('uncaughtException', (error) => console.error(error));
  endWithReaders(lifetime);
  setInterval(() => console.log('still here'), 5);
`;

describe('the life of a process', () => {
  it('ends gracefully when nobody reads its output any more', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'faultline-lifetime-'));
    const note = join(directory, 'note');
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=commonjs', '-e', TALKER, note], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      await once(child.stdout, 'data');
      child.stdout.destroy();
      child.stderr.destroy();
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(existsSync(note)).toBe(true);
    } finally {
      child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it('stops everything once, in reverse order, and at once what is started too late', async () => {
    const done: string[] = [];
    const lifetime = createLifetime(
      (code) => done.push(`exit ${code}`),
      (line) => done.push(line),
    );
    await lifetime.onStop('database', () => void done.push('database'));
    await lifetime.onStop('server', () => Promise.reject(new Error('stuck')));
    await Promise.all([lifetime.end(3), lifetime.end(0)]);
    await expect(lifetime.onStop('late', () => void done.push('late'))).rejects.toBeInstanceOf(Ending);
    expect(done).toEqual(['server did not stop cleanly: stuck', 'database', 'exit 3', 'late']);
  });
});
