/** How the command line reaches people: packed for npm, downloaded from a server, and in the pipelines that use it. The scripts run exactly as they are in the repository. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ensureCli } from './bundle.mjs';
import { commandLineFile } from '@/doors/rest/docs/commandLine';
import { useOwnDatabase } from '@/test/database';
import { nodeServer, sendTo } from '@/test/restMounts';
import { createRestTenant, type RestTenant } from '@/test/restTenants';

const { database } = await useOwnDatabase();
const start = promisify(execFile);
const ACTION = resolve('.github/actions/faultline');
const MANIFEST = 'version: 1\nname: shop\ndatasets:\n  - { technicalName: orders, name: Orders, classification: Internal }\n';
const RISKY =
  'version: 1\nname: risky\ncapabilities: [{ technicalName: sell, name: Sell }]\n' +
  'applications: [{ technicalName: shop, name: Shop, capabilities: [sell], components: [{ technicalName: web, name: Web }] }]\n';

interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(program: string, args: string[], env: Record<string, string>, cwd: string): Promise<Result> {
  const path = { PATH: process.env.PATH ?? '' } as unknown as NodeJS.ProcessEnv;
  try {
    return { code: 0, ...(await start(program, args, { cwd, env: { ...path, ...env } })) };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { code: code ?? -1, stdout, stderr };
  }
}

let folder: string;
let rest: Server;
let front: Server;
let url: string;
let tenant: RestTenant;
/** What the server sends instead of the command line. */
let changed: string | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faultline-delivery-'));
  await ensureCli(process.cwd());
  const started = await nodeServer();
  rest = started.server;
  tenant = await createRestTenant(database, sendTo(started.port), 'Enterprise');
  front = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      const body = request.method === 'POST' ? Buffer.concat(await request.toArray()) : null;
      const answer = path.startsWith('/cli/')
        ? await commandLineFile(path.slice('/cli/'.length), new Request(`http://localhost${path}`))
        : await fetch(`http://127.0.0.1:${started.port}${path}`, {
            method: request.method ?? 'GET',
            headers: Object.entries(request.headers).filter(
              (pair): pair is [string, string] => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(pair[0]),
            ),
            ...(body === null ? {} : { body }),
          });
      const text = path === '/cli/faultline.mjs' && changed !== null ? changed : Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(text);
    })();
  });
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}, 60_000);

afterAll(() => {
  for (const server of [rest, front]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

function emptyFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

describe('the package', () => {
  it('installs into an empty directory without dependencies, and runs there', async () => {
    const [packed, empty] = [emptyFolder('packed'), emptyFolder('empty')];
    const home = { HOME: folder, npm_config_cache: join(folder, 'npm-cache'), npm_config_update_notifier: 'false' };
    expect(await run('npm', ['run', '--silent', 'pack:cli', '--', packed], home, process.cwd())).toMatchObject({ code: 0 });
    const [tarball = ''] = readdirSync(packed);
    writeFileSync(join(empty, 'package.json'), '{}');
    writeFileSync(join(empty, 'landscape.yaml'), MANIFEST);
    const install = ['install', '--offline', '--silent', '--no-audit', '--no-fund', join(packed, tarball)];
    expect(await run('npm', install, home, empty)).toMatchObject({ code: 0 });
    expect(readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@faultline']);
    expect(readdirSync(join(empty, 'node_modules', '@faultline', 'cli')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'faultline.mjs',
      'package.json',
    ]);
    expect(readFileSync(join(empty, 'node_modules', '@faultline', 'cli', 'README.md'), 'utf8')).not.toContain('](.');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const command = join(empty, 'node_modules', '.bin', 'faultline');
    expect(await run(command, ['--version'], {}, empty)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(await run(command, ['validate', 'landscape.yaml'], {}, empty)).toMatchObject({
      code: 0,
      stdout: '✓ landscape.yaml: shop — 1 dataset\n',
    });
  });
});

describe('a server', () => {
  it('offers the command line and its digest', async () => {
    const file = await fetch(`${url}/cli/faultline.mjs`);
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const text = Buffer.from(await file.arrayBuffer());
    const digest = createHash('sha256').update(text).digest('hex');
    expect(await (await fetch(`${url}/cli/faultline.mjs.sha256`)).text()).toBe(`${digest}  faultline.mjs\n`);
  });

  it('answers 404 for any other file, and 304 for an unchanged one', async () => {
    const ask = (name: string, headers: Record<string, string> = {}) =>
      commandLineFile(name, new Request('http://localhost/', { headers }));
    for (const name of ['../package.json', 'faultline.mjs.map', '']) expect((await ask(name)).status).toBe(404);
    const etag = (await ask('faultline.mjs')).headers.get('etag') ?? '';
    expect((await ask('faultline.mjs', { 'if-none-match': etag })).status).toBe(304);
    expect((await ask('faultline.mjs.sha256', { 'if-none-match': etag })).status).toBe(200);
  });
});

/** Runs the step of the action as a runner would: its inputs in the places that `action.yml` names. */
async function runAction(
  name: string,
  inputs: Record<string, string>,
  manifest = MANIFEST,
): Promise<Result & { output: string; summary: string }> {
  const workspace = emptyFolder(name);
  writeFileSync(join(workspace, 'landscape.yaml'), manifest);
  const action = parse(readFileSync(join(ACTION, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default?: string }>;
    runs: { steps: { run: string; shell: string; env: Record<string, string> }[] };
  };
  const [step] = action.runs.steps;
  const valueOf = (input: string): string => inputs[input] ?? action.inputs[input]?.default ?? '';
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([key, text]) => [
      key,
      text.replace(/\$\{\{ inputs\.([a-z0-9-]+) \}\}/g, (_, input: string) => valueOf(input)),
    ]),
  );
  const [output, summary] = ['output', 'summary'].map((file) => join(workspace, file)) as [string, string];
  for (const file of [output, summary]) writeFileSync(file, '');
  const runner = { GITHUB_ACTION_PATH: ACTION, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: workspace };
  const result = await run(step?.shell ?? '', ['-e', '-c', step?.run ?? ''], { ...env, ...runner }, workspace);
  return { ...result, output: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

describe('the GitHub action', () => {
  const inputs = () => ({ url, tenant: tenant.tenantId, key: tenant.keys.all });

  it('previews with a comment and findings, then pushes, and finds nothing more to do', async () => {
    const preview = await runAction('preview', { ...inputs(), 'fail-on-changes': 'true' });
    expect(preview.code).toBe(2);
    expect(preview.summary).toContain('orders');
    const [comment, sarif, junit] = ['comment', 'sarif', 'junit'].map(
      (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(preview.output)?.[1] ?? '',
    );
    expect(readFileSync(comment ?? '', 'utf8')).toBe(preview.summary);
    expect(JSON.parse(readFileSync(sarif ?? '', 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(readFileSync(junit ?? '', 'utf8')).toContain('name="the manifest can be applied"/>');
    expect(await runAction('push', { ...inputs(), mode: 'push', prune: 'true' })).toMatchObject({ code: 0 });
    expect(await runAction('again', { ...inputs(), 'fail-on-changes': 'true' })).toMatchObject({ code: 0 });
  });

  it('exits with 3 for new risks, and still writes all files', async () => {
    const { code, summary, output } = await runAction('risks', { ...inputs(), 'fail-on': 'new-single-points' }, RISKY);
    expect([code, summary]).toEqual([3, expect.stringContaining('### Faultline: this change risks more than allowed')]);
    expect(output.split('\n').filter((line) => line !== '')).toHaveLength(3);
    expect(await runAction('careless', inputs(), RISKY)).toMatchObject({ code: 0 });
  });

  it('validates without a key', async () => {
    expect(await runAction('validate', { url, tenant: tenant.tenantId, mode: 'validate' })).toMatchObject({ code: 0 });
  });

  it('runs nothing with a different digest, and downloads nothing over plain HTTP', async () => {
    changed = 'console.log("stolen", process.env.FAULTLINE_KEY)';
    const tampered = await runAction('tampered', inputs());
    changed = null;
    expect(tampered).toMatchObject({ code: 1, stdout: '' });
    expect(tampered.stderr).toContain('has the digest');
    const pinned = await runAction('pinned', { ...inputs(), sha256: '0'.repeat(64) });
    expect(pinned.stderr).toContain(`not ${'0'.repeat(64)}`);
    const nowhere = await runAction('nowhere', { ...inputs(), url: '' });
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('write the address into the workflow')]);
    const clear = await runAction('clear', { ...inputs(), url: 'http://faultline.example.com' });
    expect(clear.stderr).toContain('http://faultline.example.com is not encrypted');
  });

  it('treats a file name only as a file name, never as shell code or an option', async () => {
    const { code, stdout } = await runAction('name', { ...inputs(), mode: 'validate', manifest: '$(touch broken); --help' });
    expect([code, stdout.includes('Usage')]).toEqual([1, false]);
    expect(readdirSync(join(folder, 'name'))).not.toContain('broken');
  });
});

describe('the guide', () => {
  it('has commands that download, check and run it exactly as written', async () => {
    const [, commands = ''] = /```sh\n(curl[^`]*)```/.exec(readFileSync('src/guides/landscape-as-code.md', 'utf8')) ?? [];
    const downloads = emptyFolder('downloads');
    const { code, stdout } = await run('bash', ['-eo', 'pipefail', '-c', commands], { FAULTLINE_URL: url }, downloads);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^faultline\.mjs: OK\n\d+\.\d+\.\d+\n$/)]);
  });
});

describe('the workflow of the guide', () => {
  it('validates a pull request from a fork, which gets neither secrets nor variables', async () => {
    const [, text = ''] = /```yaml\n(name: Landscape[^]*?)```/.exec(readFileSync('src/guides/landscape-as-code.md', 'utf8')) ?? [];
    const workflow = parse(text) as { jobs: { preview: { steps: { id?: string; with?: Record<string, string> }[] } } };
    const inputs = workflow.jobs.preview.steps.find(({ id }) => id === 'faultline')?.with ?? {};
    const forFork = Object.entries(inputs).map(([key, value]) => [key, String(value).replace(/\$\{\{ (?:vars|secrets)\..*?\}\}/, '')]);
    const given = Object.fromEntries(forFork) as Record<string, string>;
    expect(given).toMatchObject({ url: 'https://faultline.example.com', tenant: '', key: '' });
    expect(await runAction('fork', { ...given, url, mode: 'validate' })).toMatchObject({ code: 0 });
  });
});

describe('the way from an export to the pipeline', () => {
  it('ends in a push of the action that prunes', async () => {
    const guide = readFileSync('src/guides/landscape-as-code.md', 'utf8');
    const blocks = [...guide.matchAll(/```sh\n((?:curl|node faultline\.mjs export)[^`]*)```/g)].map(([, block]) => block);
    expect(blocks).toHaveLength(2);
    const home = emptyFolder('exported');
    const env = { FAULTLINE_URL: url, FAULTLINE_TENANT: tenant.tenantId, FAULTLINE_KEY: tenant.keys.all, HOME: home };
    expect(await run('bash', ['-eo', 'pipefail', '-c', blocks.join('\n')], env, home)).toMatchObject({ code: 0 });
    const inputs = { url, tenant: tenant.tenantId, key: tenant.keys.all, prune: 'true' };
    const exported = readFileSync(join(home, 'landscape.yaml'), 'utf8');
    expect(await runAction('exported-preview', { ...inputs, 'fail-on-changes': 'true' }, exported)).toMatchObject({ code: 0 });
    expect(await runAction('exported-push', { ...inputs, mode: 'push' }, exported)).toMatchObject({ code: 0 });
  });
});

describe('the GitLab template', () => {
  interface Job {
    before_script: string[];
    script: string[];
  }
  const { variables, ...jobs } = parse(readFileSync('.gitlab/faultline.gitlab-ci.yml', 'utf8')) as Record<string, Job> & {
    variables: Record<string, string>;
  };

  it.each(['faultline preview', 'faultline push'])('%s runs unchanged', async (name) => {
    const workspace = emptyFolder(name.replace(' ', '-'));
    writeFileSync(join(workspace, 'landscape.yaml'), MANIFEST);
    const base = jobs['.faultline'];
    const script = [...(base?.before_script ?? []), ...(jobs[name]?.script ?? [])].join('\n');
    const env = { ...variables, FAULTLINE_URL: url, FAULTLINE_TENANT: tenant.tenantId, FAULTLINE_KEY: tenant.keys.all };
    expect(await run('bash', ['-eo', 'pipefail', '-c', script], env, workspace)).toMatchObject({ code: 0 });
    if (name === 'faultline preview')
      expect(readdirSync(workspace)).toEqual(expect.arrayContaining(['faultline.md', 'faultline.sarif', 'faultline.xml']));
  });
});
