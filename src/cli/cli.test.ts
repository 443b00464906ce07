import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { keyFromRandomBytes } from '@/domain/apiKeyFormat';
import { IMPORTERS } from '@/sources/importers';
import { faultlineIn, useFaultline } from '@/test/faultlineCommand';

// Some runs start a process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** `start` runs the bundled command as a separate process, for tests of how it starts, exits and prints. */
const { run: start, directory, bundle } = useFaultline();
const run = faultlineIn(directory);
const GOOD = 'version: 1\nname: shop\ndatasets:\n  - { technicalName: orders, name: Orders, classification: Internal }\n';
const BAD = 'version: 1\nname: shop\ndatasets:\n  - { technicalName: orders, name: Orders, classification: internal }\n';
const tenant = '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44';
const environment = (url: string): Record<string, string> => ({
  FAULTLINE_URL: url,
  FAULTLINE_TENANT: tenant,
  FAULTLINE_KEY: keyFromRandomBytes(new Uint8Array(30)) ?? '',
});

beforeAll(() => {
  writeFileSync(join(directory, 'good.yaml'), GOOD);
  writeFileSync(join(directory, 'bad.yaml'), BAD);
});

/** Starts a server that answers every request with `answer`, and passes its address on. */
async function withServer<Result>(
  answer: (path: string, count: number) => { status: number; headers?: Record<string, string>; body: string },
  work: (url: string, paths: string[]) => Promise<Result>,
): Promise<Result> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(`${request.method ?? ''} ${(request.url ?? '').replace(`/api/${tenant}`, '')}`);
    const { status, headers = {}, body } = answer(request.url ?? '', paths.length);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('help', () => {
  it('of the program shows every command, the environment and the exit codes', async () => {
    const { code, stdout, stderr } = await start(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const word of [
      'validate',
      'push',
      'history',
      'undo',
      'export',
      'status',
      'list',
      'get',
      'open',
      'blast',
      'health',
      'impact',
      'incidents',
      'import',
      'login',
      'completion',
      'FAULTLINE_KEY',
      'Exit codes: 0 done, 1 error, 2 differences',
    ])
      expect(stdout).toContain(word);
  });

  it('of a command has examples', async () => {
    for (const command of [
      ['validate'],
      ['push'],
      ['history'],
      ['undo'],
      ['export'],
      ['status'],
      ['list'],
      ['get'],
      ['open'],
      ['blast'],
      ['health'],
      ['impact'],
      ['incidents'],
      ['import'],
      ...IMPORTERS.map(({ kind }) => ['import', kind]),
      ['login'],
      ['completion'],
    ]) {
      const { code, stdout } = await run([...command, '--help']);
      expect([code, stdout.includes('Examples:')]).toEqual([0, true]);
    }
  });

  it('of import lists every importer that there is, and no other', async () => {
    const { stdout } = await run(['import', '--help']);
    const listed = [...(/^Commands:\n((?: .*\n)*)/m.exec(stdout)?.[1] ?? '').matchAll(/^ {2}([a-z0-9]+)/gm)].map(([, kind]) => kind);
    expect(listed).toEqual(IMPORTERS.map(({ kind }) => kind));
  });

  it('appears after a mistyped command, option or argument', async () => {
    expect((await run(['vaildate', 'x'])).stderr).toContain('Did you mean validate?');
    expect((await run(['push', '--preveiw', 'x'])).stderr).toContain('Did you mean --preview?');
    expect((await run(['blast', 'x', '--kind', 'componet'])).stderr).toContain('did you mean "component"?');
    expect((await run(['blast', 'x', '--depth', '11'])).stderr).toContain('It must be a whole number from 1 to 10.');
    expect((await run(['scenario', 'compare'])).stderr).toContain('(faultline scenario compare --help explains it)');
    expect(await run(['list'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/name a kind to list\n.*one of applications, components,/),
    });
  });

  it('is what no command at all shows, and a group without one', async () => {
    const { code, stdout, stderr } = await start([]);
    expect([code, stderr, stdout]).toEqual([0, '', (await run(['--help'])).stdout]);
    expect(await run(['scenario'])).toEqual({ ...(await run(['scenario', '--help'])), code: 0 });
    expect((await run(['--json'])).code).toBe(1);
  });
});

describe('validate', () => {
  it('tells file, line, column, message and hint, and exits with 1', async () => {
    const { code, stdout, stderr } = await start(['validate', 'good.yaml', 'bad.yaml']);
    expect(code).toBe(1);
    expect(stdout).toBe('✓ good.yaml: shop — 1 dataset\n✗ bad.yaml: 1 error\n');
    expect(stderr)
      .toBe(`bad.yaml:4:60: error: classification of dataset “Orders”: must be one of Public, Internal, Confidential, Restricted — did you mean "Internal"?
    4 |   - { technicalName: orders, name: Orders, classification: internal }
      |                                                            ^
`);
  });

  it('only warns about references that the landscape may satisfy', async () => {
    const { code, stdout, stderr } = await start(['validate', '-'], {
      stdin: 'version: 1\nname: shop\ndependencies: [{ source: a, target: b, dependencyType: Calls }]\n',
    });
    expect([code, stdout]).toEqual([0, '✓ <stdin>: shop — 1 dependency, 2 warnings\n']);
    expect(stderr).toContain(
      '<stdin>:3:26: warning: source of dependency “a → b”: the component "a" is not declared here: it must be in the landscape',
    );
  });

  it('reads JSON from stdin and from files that end in .json', async () => {
    expect((await run(['validate', '-'], { stdin: '{"version": 1, "name": "x"}' })).stdout).toBe('✓ <stdin>: x — declares nothing\n');
    writeFileSync(join(directory, 'bad.json'), '{\n  "version": 1,\n  "version": 1\n}');
    expect((await run(['validate', 'bad.json'])).stderr).toContain('bad.json:3:3: error: version: ');
  });

  it('with --json writes exactly one document, even for a file that is not a manifest', async () => {
    const { code, stdout } = await run(['validate', '--json', 'bad.yaml']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: false,
      files: [{ file: 'bad.yaml', valid: false, issues: [{ line: 4, column: 60, path: 'datasets[0].classification' }] }],
    });
    const missing = await run(['validate', '--json', 'gone.yaml']);
    expect([missing.code, JSON.parse(missing.stdout)]).toEqual([
      1,
      { error: { code: 'unreadable_file', message: 'gone.yaml: there is no such file' } },
    ]);
    const usage = await run(['--json', 'nonsense']);
    expect([usage.code, (JSON.parse(usage.stdout) as { error: { code: string } }).error.code]).toEqual([1, 'usage']);
  });

  it('says of a table what makes a manifest of it', async () => {
    expect(await run(['validate', 'landscape.csv'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /landscape\.csv: is a table, not a manifest[^]*faultline import table landscape\.csv -o landscape\.yaml/,
      ) as string,
    });
  });

  it('refuses a binary, a directory and two formats', async () => {
    writeFileSync(join(directory, 'binary.yaml'), Buffer.from([0x41, 0xff, 0xfe, 0x00]));
    expect((await run(['validate', 'binary.yaml'])).stderr).toContain('binary.yaml: is not UTF-8 text');
    expect((await run(['validate', '.'])).stderr).toContain('.: it is a directory');
    expect((await run(['validate', '--json', '--format', 'sarif', 'good.yaml'])).stderr).toContain(
      '--json and --format sarif cannot be combined',
    );
  });
});

describe('colours', () => {
  const hasColour = async (args: string[], env: Record<string, string> = {}): Promise<boolean> =>
    (await run(['validate', 'good.yaml', ...args], { env })).stdout.includes('\u001b[');

  it('are only where they are wanted', async () => {
    expect(await hasColour([])).toBe(false);
    expect(await hasColour(['--color'])).toBe(true);
    expect(await hasColour([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await hasColour([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await hasColour(['--no-color'], { FORCE_COLOR: '1' })).toBe(false);
    expect(await hasColour(['--color'], { NO_COLOR: '1' })).toBe(true);
  });
});

describe('a key', () => {
  it('is refused as an argument, and not repeated', async () => {
    const { code, stdout, stderr } = await run(['push', 'good.yaml', '--key', 'flt_0123456789abcdef0123456789abcdef0123']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('shells keep command lines in their history');
    expect(stderr).not.toContain('0123456789abcdef');
  });
});

describe('the server', () => {
  it('is described plainly when it is down, is not Faultline, or redirects', async () => {
    const gone = await withServer(
      () => ({ status: 200, body: '' }),
      (url) => Promise.resolve(url),
    );
    expect((await run(['push', 'good.yaml'], { env: environment(gone) })).stderr).toContain(`nothing listens at ${gone}`);
    await withServer(
      () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }),
      async (url) => {
        expect((await run(['push', 'good.yaml'], { env: environment(url) })).stderr).toContain(
          'answered with a web page: this is not the API of Faultline',
        );
      },
    );
    await withServer(
      () => ({ status: 301, headers: { location: 'https://elsewhere.example.com/' }, body: '' }),
      async (url) => {
        expect((await run(['blast', 'x'], { env: environment(url) })).stderr).toContain('redirects to https://elsewhere.example.com/');
      },
    );
    await withServer(
      () => ({ status: 413, headers: { 'content-type': 'text/html' }, body: '<html><h1>413 Request Entity Too Large</h1></html>' }),
      async (url) => {
        expect((await run(['push', 'good.yaml'], { env: environment(url) })).stderr).toMatch(
          /a proxy in front of \S+ refuses what was sent, because it is too large for that proxy\n {2}ask its operator to allow 34 MiB/,
        );
      },
    );
  });

  it('gets no request when the manifest is invalid', async () => {
    await withServer(
      () => ({ status: 200, body: '{}' }),
      async (url, paths) => {
        const { code, stderr } = await run(['push', 'bad.yaml'], { env: environment(url) });
        expect([code, paths]).toEqual([1, []]);
        expect(stderr).toContain('bad.yaml:4:60: error:');
        expect(stderr).toContain('bad.yaml is not valid: nothing was sent (1 mistake)');
      },
    );
  });

  it('gets the request again after 429, and stderr says so', async () => {
    const plan = {
      manifest: 'shop',
      prune: false,
      summary: { create: 0, update: 0, delete: 0, unchanged: 1 },
      changes: [],
      warnings: [],
      conflicts: [],
      blocked: [],
      planLimit: null,
      tooManyDeletes: null,
      impact: null,
      digest: 'd',
      landscapeVersion: 1,
    };
    await withServer(
      (_path, count) =>
        count === 1
          ? { status: 429, headers: { 'retry-after': '0' }, body: '{"code":"rate_limited","title":"t","detail":"Too many requests."}' }
          : { status: 200, body: JSON.stringify(plan) },
      async (url, paths) => {
        const { code, stderr } = await run(['push', '--preview', 'good.yaml'], { env: environment(url) });
        expect(code).toBe(0);
        expect(paths).toEqual(['POST /manifest/preview', 'POST /manifest/preview']);
        expect(stderr).toBe('Too many requests; retrying in 0 s (attempt 2 of 5)\n');
      },
    );
  });

  it('cannot control the terminal by the names that it sends', async () => {
    const snapshot = {
      computedAt: 'now',
      pendingSignals: 0,
      unhealthy: [{ technicalName: 'a\u001b[2Jb', state: 'Outage', since: 'then' }],
      impacted: [],
      applications: [],
      capabilities: [],
      audiences: [],
    };
    await withServer(
      () => ({ status: 200, body: JSON.stringify(snapshot) }),
      async (url) => {
        expect((await start(['impact'], { env: environment(url) })).stdout).toBe(
          'Updated now\n\nUnhealthy (1)\n  Outage    a�[2Jb  since then\n',
        );
      },
    );
  });

  it('of an older version, without live health, is named as the reason', async () => {
    const body = '{"code":"not_found","title":"Not found","detail":"There is no such route. GET /api/openapi.json lists all routes."}';
    await withServer(
      () => ({ status: 404, body }),
      async (url) => {
        expect(await run(['impact'], { env: environment(url) })).toMatchObject({
          code: 1,
          stderr: 'faultline: this server does not offer the impact snapshot yet\n',
        });
        expect(await run(['health', 'db', 'outage'], { env: environment(url) })).toMatchObject({
          code: 1,
          stderr: 'faultline: this server does not take health signals yet\n',
        });
      },
    );
  });
});

describe('a reader that closes the pipe early', () => {
  it('ends the command without a message', async () => {
    const child = spawn('/bin/sh', ['-c', `"${process.execPath}" "${bundle}" validate ${'bad.yaml '.repeat(400)} --json | head -c 1`], {
      cwd: directory,
      env: { PATH: process.env.PATH ?? '' } as unknown as NodeJS.ProcessEnv,
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(stderr).toBe('');
  });
});

describe('completion', () => {
  it('is a script for each shell that knows commands, options and their values', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await run(['completion', shell]);
      expect([shell, code]).toEqual([shell, 0]);
      for (const word of ['push', 'preview', 'backstage', 'hosting-zone', 'ReadsWrites', 'sarif'])
        expect([shell, word, stdout.includes(word)]).toEqual([shell, word, true]);
    }
    expect((await run(['completion', 'csh'])).code).toBe(1);
  });

  it('completes in bash', async () => {
    const { stdout } = await run(['completion', 'bash']);
    const complete = (...words: string[]): string[] => {
      const script = `${stdout}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _faultline; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { cwd: directory, encoding: 'utf8' }).trim().split('\n');
    };
    expect(complete('faultline', 'imp')).toEqual(['impact', 'import']);
    expect(complete('faultline', 'import', 'comp')).toEqual(['compose']);
    expect(complete('faultline', 'import', 'goo')).toEqual(['good.yaml']);
    expect(complete('faultline', 'import', 'good.yaml', 'ba')).toContain('bad.yaml');
    expect(complete('faultline', 'import', 'compose', '--env')).toEqual(['--env-file']);
    expect(complete('faultline', 'blast', 'db', '--kind', 'host')).toEqual(['hosting-area', 'hosting-zone']);
    expect(complete('faultline', '--url', 'https', 'push', '--pr')).toEqual(['--preview', '--prune', '--profile']);
    expect(complete('faultline', 'validate', 'goo')).toEqual(['good.yaml']);
    expect(complete('faultline', 'health', 'db', 'Out')).toEqual(['Outage']);
    expect(complete('faultline', 'list', 'comp')).toEqual(['components']);
    expect(complete('faultline', 'com')).toEqual(['compare', 'completion']);
  });

  it('completes names of the landscape in bash, and never runs what a server answers', async () => {
    const items = ['db-1', 'db-$(touch pwned)', 'db-`touch pwned`', 'web'].map((technicalName) => ({ technicalName }));
    const { stdout } = await run(['completion', 'bash']);
    const complete = async (url: string, ...words: string[]): Promise<string[]> => {
      const script = `${stdout}\nCOMP_WORDS=('${bundle}' ${words.join(' ')}); COMP_CWORD=${words.length}; _faultline; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const env = { ...process.env, ...environment(url) };
      return (await promisify(execFile)('bash', ['-c', script], { cwd: directory, env })).stdout.trim().split('\n');
    };
    await withServer(
      () => ({ status: 200, body: JSON.stringify({ items }) }),
      async (url) => {
        expect(await complete(url, 'blast', 'd')).toEqual(['db-1']);
        expect(await complete(url, 'export', '--application', 'w')).toEqual(['web']);
      },
    );
    expect(existsSync(join(directory, 'pwned'))).toBe(false);
  });
});
