/** A packed service, started from its folder alone with a separate database: it is small, and every kind of page and answer works. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram } from '@/server/workers/workerScript';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { createTestDatabase } from '@/test/database';
import { workerSources } from './pack';

const home = mkdtempSync(join(tmpdir(), 'faultline-packed-'));
const packed = join(home, 'packed');
const cleanUps: (() => void | Promise<void>)[] = [() => rmSync(home, { recursive: true, force: true })];
let address: string;
let printed: string;

/** Waits until the service prints its address. */
function addressOf(service: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    service.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Faultline is ready: (\S+)/.exec(said);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    service.on('exit', (code) => reject(new Error(`The packed service ended with ${code}.`)));
  });
}

beforeAll(async () => {
  printed = execFileSync(process.execPath, ['src/ops/boot/run.mjs', 'pack', packed], { encoding: 'utf8' });
  const { addresses, drop } = await createTestDatabase();
  cleanUps.unshift(drop);
  const environment: NodeJS.ProcessEnv = { NODE_ENV: 'production' };
  stateAddresses(addresses, environment);
  const service = spawn(process.execPath, ['src/ops/boot/run.mjs', 'start'], {
    cwd: packed,
    env: {
      PATH: '',
      ...environment,
      FAULTLINE_SECRET: 'a secret of at least 32 characters, for a test',
      PORT: '0',
      DEMO: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUps.unshift(async () => {
    service.kill('SIGTERM');
    if (service.stdout !== null) await text(service.stdout);
  });
  address = await addressOf(service);
});

afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

it('is within its size and knows each program of a worker', () => {
  expect(printed).toMatch(/within 350 MB/);
  expect(workerSources().length).toBeGreaterThan(1);
  for (const source of workerSources()) {
    expect(existsSync(join(packed, 'src', source))).toBe(false);
    expect(existsSync(join(packed, builtProgram(source)))).toBe(true);
  }
});

it.each([
  ['/api/ready', 'ready'],
  ['/sign-in', '<form'],
  ['/docs', 'API'],
  ['/docs/guides', 'Backup and restore'],
  ['/docs/errors', 'not_found'],
  ['/api/openapi.json', '"openapi"'],
  ['/schemas/manifest.v1.json', '$schema'],
  ['/cli/faultline.mjs', '#!/usr/bin/env node'],
])('answers %s', async (path, part) => {
  const answer = await fetch(`${address}${path}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(part);
});
