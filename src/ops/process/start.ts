/** `npm start`: the order in which processes become Faultline. The parts themselves are elsewhere. */
import { createServer } from 'node:http';
import { announce, clearDeadAnnouncement } from './announcement';
import { banner } from './banner';
import { AppError } from '@/domain/errors';
import { type Demo, prepareDemo } from '@/ops/demo/demo';
import { closeServer, listen } from '@/doors/http/httpServer';
import { prepareInstallation } from './installation';
import type { Lifetime } from './lifetime';
import { availableCores } from './several/availableCores';
import { planProcesses, type ProcessPlan } from './several/processPlan';
import { supervise } from './several/supervisor';
import { serve, shownHost } from './serve';
import { originReader } from '@/doors/http/trustedProxy';
import { warmUp } from './warmUp';
import { prepareWebBuild } from './web';
import { ssoProviders } from '@/server/auth/ssoProviders';
import { database } from '@/server/db/database';
import { env, readEnv } from '@/server/env';
import { log } from '@/server/observability/log';
import { RELEASE } from '@/server/observability/release';

export interface StartOptions {
  isDevelopment: boolean;
  lifetime: Lifetime;
  say: (line: string) => void;
}

/**
 * Detects a port in use before the long steps. The port is released, and taken for good when everything is ready. Returns it, which matters
 * if any port would do.
 */
async function findPort(port: number, host: string): Promise<number> {
  const probe = createServer();
  const found = await listen(probe, port, host);
  await closeServer(probe, 0);
  return found;
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
  const plan = planProcesses({ ...readEnv(process.env), isDevelopment, cores: availableCores() });
  const { hasEmbeddedDatabase, freePort } = await prepareInstallation({ lifetime, say, plan, findPort });
  // A killed server cannot remove its own announcement.
  clearDeadAnnouncement();
  const { HOST, TRUST_PROXY, PUBLIC_URL, DEMO } = env();
  // Mistakes in the configuration show now, not at the first sign-in.
  originReader(TRUST_PROXY);
  ssoProviders();
  await lifetime.onStop('the connections to the database', () => database().close());
  const build = plan.web > 0 ? await prepareWebBuild(isDevelopment) : null;
  const demo = plan.web > 0 && (hasEmbeddedDatabase || DEMO) ? await demoInUse(hasEmbeddedDatabase, say) : null;
  const port = await run(plan, { freePort, build, lifetime, say });
  const address = PUBLIC_URL?.replace(/\/$/, '') ?? `http://${shownHost(HOST)}:${port}`;
  await announce(address, lifetime);
  log().info({ ...RELEASE, address }, 'started');
  return banner(address, demo);
}

interface Prepared extends Pick<StartOptions, 'lifetime' | 'say'> {
  freePort: number;
  /** The directory of the finished build; null in development. */
  build: string | null;
}

/** Starts what the plan says. Returns the port when everything is ready. */
async function run(plan: ProcessPlan, { freePort, build, lifetime, say }: Prepared): Promise<number> {
  if (plan.ownRoles === null) {
    // From here on, only the children need the database.
    await database().close();
    return supervise({ plan, port: freePort, lifetime, say });
  }
  const { port } = await serve({ roles: plan.ownRoles, build, lifetime });
  // Visitors who come before it is done wait as long as without it, but no longer.
  if (build !== null) void warmUp(`http://${shownHost(env().HOST)}:${port}`);
  return port;
}
