/** How long one tenant's deliveries take while many new endpoints of another never answer. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@/server/db/database';
import { tenantDb } from '@/server/db/tenantDb';
import { createTenant } from '@/server/auth/tenants';
import { createWebhook, testWebhook } from '@/server/webhooks/endpoints';
import { startWebhookSender } from '@/server/webhooks/deliverWebhooks';

export interface WebhookSize {
  silentEndpoints: number;
  deliveries: number;
}

const ACTOR = { type: 'system', id: 'bench', name: 'bench' } as const;
const TARGET_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Answers /quick at once and tells when it came; never answers anything else. */
async function startReceiver(): Promise<{ server: Server; url: string; next: () => Promise<number> }> {
  let arrived: (at: number) => void = () => undefined;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url !== '/quick') return;
    response.end();
    arrived(performance.now());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const next = (): Promise<number> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, LONGEST_WAIT_MS, Number.POSITIVE_INFINITY);
      arrived = (at) => {
        clearTimeout(timer);
        resolve(at);
      };
    });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, next };
}

/** Needs WEBHOOK_ALLOW_LOOPBACK. Prints the time from a change to its delivery at the quiet tenant, alone and beside the silent endpoints, new ones each time. */
export async function measureWebhooks(database: Database, { silentEndpoints, deliveries }: WebhookSize): Promise<void> {
  const receiver = await startReceiver();
  const sender = startWebhookSender({ onError: (error) => console.error(error) });
  const founded = async (name: string) => tenantDb(database, (await createTenant(database, { name, plan: 'Enterprise' })).tenantId);
  const endpointOf = async (tenant: Awaited<ReturnType<typeof founded>>, path: string): Promise<() => Promise<unknown>> => {
    const caller = { actor: ACTOR, plan: 'Enterprise' as const, now: new Date() };
    const { id } = await createWebhook(tenant, caller, { url: `${receiver.url}${path}`, eventTypes: ['webhook.test'] });
    return () => testWebhook(tenant, { ...caller, now: new Date() }, id);
  };
  try {
    const quiet = await founded('Quiet webhooks');
    const noisy = await founded('Silent webhooks');
    const timed = async (): Promise<number> => {
      // New each time, since one that has answered is served before new ones.
      const send = await endpointOf(quiet, '/quick');
      const arrival = receiver.next();
      const began = performance.now();
      await send();
      return (await arrival) - began;
    };
    const several = async (): Promise<number[]> => {
      const found: number[] = [];
      for (let left = deliveries; left > 0; left--) found.push(await timed());
      return found.sort((one, other) => one - other);
    };
    const alone = await several();
    const sends = [];
    for (let left = silentEndpoints; left > 0; left--) sends.push(await endpointOf(noisy, '/silent'));
    await Promise.all(sends.map((send) => send()));
    const beside = await several();
    const worst = beside.at(-1) ?? Number.POSITIVE_INFINITY;
    const words = ([first, last]: (number | undefined)[]): string => `${first?.toFixed(0)} to ${last?.toFixed(0)} ms`;
    process.stdout.write(
      `  webhooks                     a new endpoint gets its first delivery after ${words([alone[0], alone.at(-1)])} alone, ` +
        `${words([beside[0], beside.at(-1)])} beside ${silentEndpoints} new ones of another tenant that never answer; target ${TARGET_MS} ms   ${worst <= TARGET_MS ? 'met' : 'NOT MET'}\n`,
    );
  } finally {
    receiver.server.closeAllConnections();
    await sender.stop();
    receiver.server.close();
  }
}
