/** Follows the guides word for word: all blocks marked `sh` of a guide run in order and in one shell, against a freshly started demo. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';

const repository = process.cwd();
const home = mkdtempSync(join(tmpdir(), 'faultline-guides-'));
const GUIDES = readdirSync('src/guides').filter((file) => file.endsWith('.md'));
/** The parts of a clone that the commands of the guides need. */
const OF_A_CLONE = ['package.json', 'tsconfig.json', 'next.config.js', 'node_modules', 'prisma', 'public', 'src', 'dist'];

let service: ChildProcess;
let surroundings: NodeJS.ProcessEnv;

/** The blocks marked `sh` as one script, which names each block before it runs. */
function scriptOf(guide: string): string {
  const blocks = [...readFileSync(join('src/guides', guide), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '');
  return blocks.map((block, index) => `echo "block ${index + 1}"\n${block}`).join('\n');
}

/** A folder that looks like a clone, so that files written by a guide are in nobody's way. */
function cloneFor(guide: string): string {
  const folder = join(home, guide);
  mkdirSync(folder, { recursive: true });
  for (const name of OF_A_CLONE) symlinkSync(join(repository, name), join(folder, name));
  return folder;
}

async function started(): Promise<{ address: string; tenant: string; key: string }> {
  let said = '';
  const facts = (): RegExpExecArray | null => /ready: (\S+)[\s\S]*Tenant\s+(\S+)[\s\S]*API key\s+(\S+)[\s\S]*Ctrl-C/.exec(said);
  await new Promise<void>((resolve, reject) => {
    service.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (facts() !== null) resolve();
    });
    service.on('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}`)));
  });
  const [, address = '', tenant = '', key = ''] = facts() ?? [];
  return { address, tenant, key };
}

beforeAll(async () => {
  const env = { ...process.env, FAULTLINE_DATA: join(home, 'data'), PORT: '0', NODE_ENV: 'production' as const, CI: '1' };
  service = spawn(process.execPath, ['src/ops/boot/run.mjs', 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { address, tenant, key } = await started();
  writeFileSync(join(home, 'key'), key);
  surroundings = {
    ...env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    FAULTLINE_URL: address,
    FAULTLINE_TENANT: tenant,
    FAULTLINE_KEY_FILE: join(home, 'key'),
    TENANT: tenant,
    KEY: key,
  };
}, 600_000);

afterAll(async () => {
  service.kill('SIGTERM');
  if (service.stdout !== null) await text(service.stdout);
  rmSync(home, { recursive: true, force: true });
});

it.each(GUIDES)('%s', async (guide) => {
  const script = scriptOf(guide).replaceAll('http://localhost:3000', surroundings.FAULTLINE_URL ?? '');
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: cloneFor(guide),
    env: surroundings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complaints, code] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    new Promise<number | null>((resolve) => shell.on('close', resolve)),
  ]);
  expect(code, `${printed}\n${complaints}`).toBe(0);
});
