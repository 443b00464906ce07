/** Operating the product: starting it, starting it twice, administering it while it runs, and what survives a kill. */
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demo } from './support/demo';
import { type DemoFacts, makeDataDirectory, type RunningServer, startServer } from './support/server';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function runCommand(words: readonly string[], environment: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join('src', 'ops', 'boot', 'run.mjs'), ...words],
      { env: { ...process.env, ...environment } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

function dataDirectory(): string {
  const directory = process.env.FAULTLINE_E2E_DATA;
  if (directory === undefined) throw new Error('The server under test has not been started.');
  return directory;
}

async function blastRadius(
  address: string,
  { tenantId, key, exampleComponentId }: DemoFacts,
): Promise<{ status: number; body: { components?: { technicalName: string }[] } }> {
  const query = `entityId=${exampleComponentId}&entityType=component&direction=downstream`;
  const answer = await fetch(`${address}/api/${tenantId}/blast-radius?${query}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: answer.status, body: (await answer.json()) as { components?: { technicalName: string }[] } };
}

test('the printed key and ids work: they ask what breaks when the demo database fails', async ({ baseURL }) => {
  const { status, body } = await blastRadius(baseURL ?? '', demo());
  expect(status).toBe(200);
  expect(body.components?.slice(0, 2).map(({ technicalName }) => technicalName)).toEqual(['accounting', 'product-catalog']);
});

test('the command line can be downloaded, and matches its digest', async ({ baseURL }) => {
  const file = await fetch(`${baseURL ?? ''}/cli/faultline.mjs`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  const digest = createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
  expect(await (await fetch(`${baseURL ?? ''}/cli/faultline.mjs.sha256`)).text()).toBe(`${digest}  faultline.mjs\n`);
});

test('a second start says that the first is running, and exits with 1', async () => {
  const second = await runCommand(['start'], { FAULTLINE_DATA: dataDirectory(), PORT: '0' });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain('Faultline is already running here');
});

test('a start on a port in use says so, and exits with 1', async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? '');
  const directory = makeDataDirectory();
  const other = await runCommand(['start'], { FAULTLINE_DATA: directory, PORT: port });
  rmSync(directory, { recursive: true, force: true });
  expect(other.code).toBe(1);
  expect(other.stderr).toContain(`Port ${port} is already in use.`);
});

test('admin commands take effect while the server runs, and a revoked key is refused within 5 seconds', async ({ baseURL }) => {
  const admin = async <T>(...words: string[]): Promise<T> => {
    const { code, stdout } = await runCommand(['admin', ...words, '--json'], { FAULTLINE_DATA: dataDirectory() });
    expect(code).toBe(0);
    return JSON.parse(stdout) as T;
  };
  const { tenantId } = await admin<{ tenantId: string }>('tenant', 'create', '--name', 'Operated', '--plan', 'Business');
  const { id, key } = await admin<{ id: string; key: string }>('key', 'create', '--tenant', tenantId, '--name', 'k', '--scopes', 'read');
  const ask = async (): Promise<number> =>
    (await fetch(`${baseURL ?? ''}/api/${tenantId}/applications`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await ask()).toBe(200);
  await admin('key', 'revoke', '--tenant', tenantId, '--id', id);
  await expect.poll(ask, { timeout: 5_000 }).toBe(401);
});

test('a server that was killed comes back with its data, and the key of the run before is refused', async () => {
  test.setTimeout(180_000);
  const first = await startServer();
  let second: RunningServer | null = null;
  try {
    await first.kill();
    second = await startServer(first.dataDirectory);
    expect(second.demo.tenantId).toBe(first.demo.tenantId);
    expect(second.demo.password).toBe(first.demo.password);
    const { status, body } = await blastRadius(second.address, second.demo);
    expect(status, `${JSON.stringify(body)}\n${second.said()}`).toBe(200);
    expect((await blastRadius(second.address, first.demo)).status).toBe(401);
  } finally {
    await (second ?? first).stop();
  }
});
