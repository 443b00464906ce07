/** Prism, an independent judge, between a client and the service: it holds every request and answer against the OpenAPI document. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Prism {
  port: number;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Starts `prism proxy` before `upstream`. With `validatesRequests` false only answers are judged, so that wrong requests reach the service. */
export async function startPrism(document: object, upstream: string, validatesRequests: boolean): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), 'faultline-prism-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const port = await freePort();
  const script = join(process.cwd(), 'node_modules/@stoplight/prism-cli/dist/index.js');
  const args = [script, 'proxy', file, upstream, '--errors', '--port', String(port), ...(validatesRequests ? [] : ['--validate-request', 'false'])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`prism ended with ${code}: ${said}`)));
  });
  return {
    port,
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
