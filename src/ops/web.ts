/** Next inside this process: with a finished build, or compiling on demand in development. */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import next from 'next';
import { ensureCli } from '@/cli/bundle.mjs';
import { PACKED } from '@/ops/boot/prepare.mjs';
import { ensureWebBuild, markInUse, stateDevelopmentDirectory } from '@/ops/buildWeb';

export interface Web {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>) | null;
  close(): Promise<void>;
}

export interface WebOptions {
  isDevelopment: boolean;
  hostname: string;
  port: number;
}

/** Builds if there is no build for the present sources. That takes a minute; everything after it a second. */
export async function prepareWebBuild(isDevelopment: boolean): Promise<void> {
  // The server offers it for download.
  if (!existsSync(PACKED)) await ensureCli(process.cwd());
  if (isDevelopment) stateDevelopmentDirectory();
  else markInUse(await ensureWebBuild());
}

export async function startWeb({ isDevelopment, hostname, port }: WebOptions): Promise<Web> {
  const app = next({ dev: isDevelopment, dir: process.cwd(), customServer: true, hostname, port });
  await app.prepare();
  return { handle: app.getRequestHandler(), upgrade: isDevelopment ? app.getUpgradeHandler() : null, close: () => app.close() };
}
