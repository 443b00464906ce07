/** What one process does once its installation is ready: it answers people and programs, does the background work, or both. */
import type { Server } from 'node:http';
import { BODY_BOUNDS } from '@/doors/http/bodyGuard';
import { closeServer, createFrontServer, type Doors, listen } from '@/doors/http/httpServer';
import { closedDoors } from '@/doors/http/closedDoors';
import { handleApi } from '@/doors/apiHandler';
import { originReader } from '@/doors/http/trustedProxy';
import type { Lifetime } from './lifetime';
import { type Scheduler, startScheduler } from './scheduler';
import { startWeb } from './web';
import { isLoopbackAddress } from '@/plain/loopback';
import { MEBIBYTE } from '@/plain/sizes';
import { isKnownSender } from '@/server/auth/vouch';
import { env, type Role } from '@/server/env';
import { closeFeeds } from '@/server/feed/eventFeed';
import { siblings } from '@/server/siblings';

/** How long running requests may take to finish when the server stops, in milliseconds. */
const GRACE_MS = 10_000;
/** A process always accepts a manifest or two, however many processes share the limit of the installation. */
const LEAST_BODY_BYTES = 64 * MEBIBYTE;

export interface ServeOptions {
  roles: ReadonlySet<Role>;
  /** The directory of the finished build of the browser's side; null in development. */
  build: string | null;
  lifetime: Lifetime;
  /** Takes nudges that a process without the role `worker` can give to no replica. */
  otherwise?: (kind: string, tenantId: string) => void;
}

export interface Serving {
  /** Where this process answers. */
  port: number;
  scheduler: Scheduler;
  /** Makes another server with the same doors, which does not listen yet. */
  makeServer: () => Server;
}

/** The name under which a browser on this machine reaches a server that listens on `host`. */
export function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || isLoopbackAddress(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** A process for background work alone still answers probes. */
async function openDoors({ roles, build, lifetime }: ServeOptions): Promise<Doors> {
  if (!roles.has('web')) return closedDoors;
  const { HOST, PORT } = env();
  const web = await startWeb({ build, hostname: shownHost(HOST), port: PORT });
  await lifetime.onStop('Next', () => web.close());
  return { rest: handleApi, web: web.handle, isKnownSender, upgrade: web.upgrade };
}

/** Begins to answer on the port, and to do the background work of its roles. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { roles, lifetime, otherwise } = options;
  const { PORT, HOST, TRUST_PROXY } = env();
  const doors = await openDoors(options);
  const total = Math.max(LEAST_BODY_BYTES, Math.floor(BODY_BOUNDS.total / siblings().webProcesses));
  const makeServer = (): Server => createFrontServer(doors, originReader(TRUST_PROXY), { ...BODY_BOUNDS, total });
  const server = makeServer();
  const port = await listen(server, PORT, HOST);
  await lifetime.onStop('the server', () => closeServer(server, GRACE_MS));
  // An open feed would delay shutdown until the grace period is over.
  await lifetime.onStop('the live feeds', closeFeeds);
  const scheduler = await schedule(roles, lifetime, otherwise);
  return { port, scheduler, makeServer };
}

/** The background work alone, without a port. */
export async function schedule(
  roles: ReadonlySet<Role>,
  lifetime: Lifetime,
  otherwise?: (kind: string, tenantId: string) => void,
): Promise<Scheduler> {
  const scheduler = startScheduler(roles, otherwise);
  await lifetime.onStop('the scheduler', () => scheduler.stop());
  return scheduler;
}
