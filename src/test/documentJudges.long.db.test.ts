/**
 * Outside judges of the served API document: linters, and generators whose clients are type-checked and then used against a real server.
 * They are installed apart from the product's packages.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentResponse } from '@/doors/rest/openapi/documentResponse';
import { useOwnDatabase } from './database';
import { nodeServer, sendTo } from './restMounts';
import { createRestTenant, type RestTenant } from './restTenants';

const { database } = await useOwnDatabase();
const run = promisify(execFile);
const HERE = join('src', 'test', 'documentJudges');
const HOME = join(process.cwd(), '.data', 'documentJudges');
const CLIENTS = join(HOME, 'clients');
const DOCUMENT = join(HOME, 'openapi.json');
const PROGRAMS = ['openapiFetch', 'heyApi', 'swaggerTypescriptApi'] as const;
const MOST_OUTPUT = 256 * 1_048_576;

/** Runs a program of the judges. Rejects with its output if it fails. */
async function judge(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(HOME, 'node_modules', program), ...args], { cwd: HOME, maxBuffer: MOST_OUTPUT });
  return stdout;
}

async function install(): Promise<void> {
  rmSync(CLIENTS, { recursive: true, force: true });
  mkdirSync(CLIENTS, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', 'spectral.yaml', 'owasp.yaml']) copyFileSync(join(HERE, file), join(HOME, file));
  await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--prefer-offline', '--loglevel=error'], {
    cwd: HOME,
    shell: process.platform === 'win32',
  });
}

let server: Server;
let baseUrl: string;
let tenant: RestTenant;

beforeAll(async () => {
  await install();
  writeFileSync(DOCUMENT, await documentResponse(new Request('http://localhost/api/openapi.json')).text());
  const started = await nodeServer();
  server = started.server;
  tenant = await createRestTenant(database, sendTo(started.port));
  baseUrl = `http://127.0.0.1:${started.port}/api/${tenant.tenantId}`;
}, 600_000);

afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Finding {
  code: string;
  path: string[];
  severity: number;
}

async function findings(ruleset: string): Promise<Finding[]> {
  const program = join('@stoplight', 'spectral-cli', 'dist', 'index.js');
  const said = await judge(program, 'lint', DOCUMENT, '--ruleset', ruleset, '--format', 'json', '--quiet').catch(
    (error: { stdout: string }) => error.stdout,
  );
  return JSON.parse(said) as Finding[];
}

describe('the linters', () => {
  it.each(['spectral.yaml', 'owasp.yaml'])('find no errors with the rules of %s', async (ruleset) => {
    const errors = (await findings(ruleset)).filter(({ severity }) => severity === 0);
    expect(errors.map(({ code, path }) => `${code} at ${path.join('.')}`)).toEqual([]);
  });

  it('would find a planted error', async () => {
    const document = JSON.parse(await documentResponse(new Request('http://localhost/api/openapi.json')).text()) as {
      info: { title?: string };
    };
    delete document.info.title;
    writeFileSync(DOCUMENT, JSON.stringify(document));
    const errors = (await findings('spectral.yaml')).filter(({ severity }) => severity === 0);
    writeFileSync(DOCUMENT, await documentResponse(new Request('http://localhost/api/openapi.json')).text());
    expect(errors.map(({ path }) => path.join('.'))).toEqual(['info']);
  });
});

/** Kept without its texts and its head. */
function olderDocument(): string {
  const { paths: _paths, components: _components, ...head } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Record<string, object>;
  const kept = JSON.parse(gunzipSync(readFileSync(join('src', 'test', 'openapi-2.0.0.json.gz'))).toString()) as object;
  return JSON.stringify({ ...head, info: { title: 'Faultline', version: '2.0.0' }, ...kept });
}

/** Whoever was generated from the first document is served by every later version. */
describe.each([
  ['this version', () => readFileSync(DOCUMENT, 'utf8')],
  ['version 2.0.0', () => olderDocument()],
])('clients generated from the document of %s', (version, readDocument) => {
  const home = join(CLIENTS, version.replaceAll(/\W/g, '-'));

  beforeAll(async () => {
    mkdirSync(join(home, 'openapi-typescript'), { recursive: true });
    const document = join(home, 'openapi.json');
    writeFileSync(document, readDocument());
    await judge(join('openapi-typescript', 'bin', 'cli.js'), document, '-o', join(home, 'openapi-typescript', 'schema.ts'));
    await judge(
      join('@hey-api', 'openapi-ts', 'bin', 'index.cjs'),
      ...['-i', document, '-o', join(home, 'hey-api'), '-c', '@hey-api/client-fetch'],
    );
    await judge(
      join('swagger-typescript-api', 'dist', 'cli.mjs'),
      ...['generate', '-p', document, '-o', join(home, 'swagger-typescript-api'), '-n', 'api.ts'],
    );
    for (const program of PROGRAMS) copyFileSync(join(HERE, `${program}.mts`), join(home, `${program}.ts`));
    copyFileSync(join(HERE, 'clients.json'), join(home, 'tsconfig.json'));
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
  }, 300_000);

  it('and programs that use them pass strict type checks', async () => {
    const said = await judge(join('typescript', 'bin', 'tsc'), '-p', home).catch((error: { stdout: string }) => error.stdout);
    expect(said).toBe('');
  });

  it.each(PROGRAMS)('create, read, page through lists, ask for blast radii and read refusals: %s', async (program) => {
    const suffix = `${program}-${version.replaceAll(/\W/g, '')}`.toLowerCase();
    const tsx = join(process.cwd(), 'node_modules', 'tsx', 'dist', 'cli.mjs');
    const env = { ...process.env, BASE_URL: baseUrl, KEY: tenant.keys.all, SUFFIX: suffix };
    const { stdout } = await run(process.execPath, [tsx, join(home, `${program}.ts`)], { cwd: HOME, env, maxBuffer: MOST_OUTPUT });
    expect(JSON.parse(stdout)).toEqual({
      owner: 'storefront',
      read: true,
      listed: [`store-${suffix}`, `web-${suffix}`],
      reached: [[`web-${suffix}`, 'Outage', 1]],
      created: 1,
      refusals: [
        [404, 'not_found'],
        [400, 'invalid_input', ['name']],
      ],
    });
  });
});
