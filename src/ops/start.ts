/** `npm start`: the order in which one process becomes Faultline. The parts themselves are elsewhere. */
import { announce, clearDeadAnnouncement } from '@/ops/announcement';
import { banner } from '@/ops/banner';
import { AppError } from '@/domain/errors';
import { type Demo, prepareDemo } from '@/ops/demo';
import { closeServer, createFrontServer, listen } from '@/doors/http/httpServer';
import { prepareInstallation } from '@/ops/installation';
import type { Lifetime } from '@/ops/lifetime';
import { startScheduler } from '@/ops/scheduler';
import { originReader } from '@/doors/http/trustedProxy';
import { warmUp } from '@/ops/warmUp';
import { prepareWebBuild, startWeb } from '@/ops/web';
import { handleApi } from '@/doors/apiHandler';
import { ssoProviders } from '@/server/auth/ssoProviders';
import { database } from '@/server/db';
import { env } from '@/server/env';
import { closeFeeds } from '@/server/feed/eventFeed';
import { isLoopbackAddress } from '@/plain/loopback';

export interface StartOptions {
  isDevelopment: boolean;
  lifetime: Lifetime;
  say: (line: string) => void;
}

/** How long running requests may take to finish when the server stops, in milliseconds. */
const GRACE_MS = 10_000;

/** Detects a port in use before the long steps. The port is released, and taken for good when everything is ready. */
async function assertPortIsFree(port: number, host: string): Promise<void> {
  const probe = createFrontServer(
    { rest: () => Promise.reject(new Error()), web: () => Promise.resolve(), upgrade: null },
    originReader(''),
  );
  await listen(probe, port, host);
  await closeServer(probe, 0);
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || isLoopbackAddress(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Null if its tenant is moving to another installation: it is read-only then and cannot get a new key. */
async function demoInUse(hasEmbeddedDatabase: boolean, say: (line: string) => void): Promise<Demo | null> {
  try {
    return await prepareDemo(database(), hasEmbeddedDatabase, say);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'tenant_moving') throw error;
    say('the tenant of the demo is read-only, since it was exported');
    return null;
  }
}

export async function start({ isDevelopment, lifetime, say }: StartOptions): Promise<string> {
  const { hasEmbeddedDatabase } = await prepareInstallation(lifetime, say);
  // A killed server cannot remove its own announcement.
  clearDeadAnnouncement();
  const { PORT, HOST, TRUST_PROXY, PUBLIC_URL, DEMO } = env();
  const originOf = originReader(TRUST_PROXY);
  // Mistakes in the configuration show now, not at the first sign-in.
  ssoProviders();
  await assertPortIsFree(PORT, HOST);
  await lifetime.onStop('the connections to the database', () => database().close());
  const build = await prepareWebBuild(isDevelopment);
  const demo = hasEmbeddedDatabase || DEMO ? await demoInUse(hasEmbeddedDatabase, say) : null;
  const web = await startWeb({ build, hostname: shownHost(HOST), port: PORT });
  await lifetime.onStop('Next', () => web.close());
  const server = createFrontServer({ rest: handleApi, web: web.handle, upgrade: web.upgrade }, originOf);
  const port = await listen(server, PORT, HOST);
  await lifetime.onStop('the server', () => closeServer(server, GRACE_MS));
  // An open feed would delay shutdown until the grace period is over.
  await lifetime.onStop('the live feeds', closeFeeds);
  const scheduler = startScheduler();
  await lifetime.onStop('the scheduler', () => scheduler.stop());
  // Visitors who come before it is done wait as long as without it, but no longer.
  if (!isDevelopment) void warmUp(`http://${shownHost(HOST)}:${port}`);
  const address = PUBLIC_URL?.replace(/\/$/, '') ?? `http://${shownHost(HOST)}:${port}`;
  await announce(address, lifetime);
  return banner(address, demo);
}
