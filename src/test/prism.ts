/** Prism, an independent checker, between a client and the server: it compares every request and answer with the OpenAPI document. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Prism {
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts `prism proxy` before `upstream`. With `validatesRequests` false, only answers are checked, so that wrong requests reach the
 * server.
 */
export async function startPrism(document: object, upstream: string, validatesRequests: boolean): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), 'faultline-prism-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const script = join(process.cwd(), 'node_modules/@stoplight/prism-cli/dist/index.js');
  const args = [script, 'proxy', file, upstream, '--errors', '--port', '0', ...(validatesRequests ? [] : ['--validate-request', 'false'])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      // The port that the system assigned.
      const address = /Prism is listening on http:\/\/[\d.]+:(\d+)\s/.exec(said);
      if (address !== null) resolve(Number(address[1]));
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
