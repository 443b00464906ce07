/** Next inside this process: with a finished build, or compiling on demand in development. */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { ensureCli } from '@/cli/bundle.mjs';
import { PACKED } from '@/ops/boot/prepare.mjs';
import { staticFiles } from '@/doors/http/staticFiles';
import { ensureWebBuild, markInUse, stateDevelopmentDirectory } from '@/ops/build/buildWeb';

export interface Web {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>) | null;
  close(): Promise<void>;
}

export interface WebOptions {
  /** Of the finished build; null in development. */
  build: string | null;
  hostname: string;
  port: number;
}

/** The headers of next.config.js that every answer carries, as the finished build states them. */
function headersOfBuild(directory: string): Record<string, string> {
  const { headers } = JSON.parse(readFileSync(join(directory, 'routes-manifest.json'), 'utf8')) as {
    headers: { source: string; headers: { key: string; value: string }[] }[];
  };
  return Object.fromEntries(
    headers.filter(({ source }) => source === '/:path*').flatMap((rule) => rule.headers.map(({ key, value }) => [key, value])),
  );
}

/**
 * Builds if there is no build for the present sources. That takes a minute; everything after it a second. Returns the build's directory; null in
 * development.
 */
export async function prepareWebBuild(isDevelopment: boolean): Promise<string | null> {
  // The server offers it for download.
  if (!existsSync(PACKED)) await ensureCli(process.cwd());
  if (isDevelopment) {
    stateDevelopmentDirectory();
    return null;
  }
  const directory = await ensureWebBuild();
  markInUse(directory);
  return directory;
}

export async function startWeb({ build, hostname, port }: WebOptions): Promise<Web> {
  const isDevelopment = build === null;
  // Imported only here, because a supervisor and a process for background work do not need it.
  const { default: next } = await import('next');
  const app = next({ dev: isDevelopment, dir: process.cwd(), customServer: true, hostname, port });
  await app.prepare();
  const handle = app.getRequestHandler();
  const answerStatic = build === null ? null : staticFiles(join(build, 'static'), headersOfBuild(build));
  return {
    handle: async (request, response) => {
      if (answerStatic?.(request, response) !== true) await handle(request, response);
    },
    upgrade: isDevelopment ? app.getUpgradeHandler() : null,
    close: () => app.close(),
  };
}
