/** Follows the guides word for word: all blocks marked `sh` of a guide run in order and in one shell, against a freshly started demo. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';

const repository = process.cwd();
const home = mkdtempSync(join(tmpdir(), 'faultline-guides-'));
const GUIDES = readdirSync('src/guides').filter((file) => file.endsWith('.md'));
const FIRST_HOUR = 'first-hour.md';
/** What a newcomer does next, in the tenant of the first hour. The others ask about the demo. */
const NEXT = GUIDES.filter((guide) => /^(?:connect|importing|landscape)/.test(guide));
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
function cloneFor(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  for (const part of OF_A_CLONE) symlinkSync(join(repository, part), join(folder, part));
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
  surroundings = {
    ...env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    FAULTLINE_URL: address,
    FAULTLINE_TENANT: tenant,
    FAULTLINE_KEY: key,
  };
}, 600_000);

afterAll(async () => {
  service.kill('SIGTERM');
  if (service.stdout !== null) await text(service.stdout);
  rmSync(home, { recursive: true, force: true });
});

async function follow(folder: string, guides: readonly string[]): Promise<void> {
  const scripts = guides.map((guide) => `echo "${guide}"\n${scriptOf(guide)}`);
  const script = scripts.join('\n').replaceAll('http://localhost:3000', surroundings.FAULTLINE_URL ?? '');
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: cloneFor(folder),
    env: surroundings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, complaints, code] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    new Promise<number | null>((resolve) => shell.on('close', resolve)),
  ]);
  expect(code, `${printed}\n${complaints}`).toBe(0);
}

it.each(GUIDES.filter((guide) => guide !== FIRST_HOUR))('%s', (guide) => follow(guide, [guide]));

it('the first hour, and what comes next in its tenant', () => follow(FIRST_HOUR, [FIRST_HOUR, ...NEXT]));
