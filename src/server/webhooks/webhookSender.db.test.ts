/** The sender of `npm start`, over real HTTP to a real receiver that verifies with the reference library. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventEnvelope } from '@/contract/events';
import { startWorkers } from '@/ops/process/workers';
import { useTestDatabase } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import { changes, deliveriesOf, statuses } from '@/test/webhookWorld';
import type { TenantDb } from '@/server/db/tenantDb';
import { getDelivery } from './deliveries';
import { createWebhook } from './endpoints';

const { database } = await useTestDatabase();
process.env.WEBHOOK_ALLOW_LOOPBACK = '1';

let server: Server;
let port: number;
let secret = '';
const verified: EventEnvelope[] = [];
let arrived: () => void = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text: string) => (body += text))
      .on('end', () => {
        if (request.url === '/hangs') return arrived();
        verified.push(new Verifier(secret).verify(body, request.headers as Record<string, string>) as EventEnvelope);
        response.writeHead(204).end();
        arrived();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function tenantSendingTo(path: string): Promise<TenantDb> {
  const tenant = await newTenant(database);
  ({ secret } = await createWebhook(
    tenant,
    { actor: SYSTEM, plan: 'Enterprise', now: new Date() },
    { url: `http://127.0.0.1:${port}${path}` },
  ));
  return tenant;
}

describe('the sender of a process', () => {
  it('sends what its process committed without a wake-up call, and has recorded that when it stops', async () => {
    const sender = startWorkers(database);
    const tenant = await tenantSendingTo('/');
    const came = new Promise<void>((resolve) => (arrived = () => (verified.length === 3 ? resolve() : undefined)));
    await changes(tenant, 3);
    await came;
    await sender.stop();
    expect(verified.map(({ sequence, tenantId }) => [sequence, tenantId])).toEqual(
      [1, 2, 3].map((sequence) => [sequence, tenant.tenantId]),
    );
    // The lane is released by the stop at the latest; deliveries that had not begun by then wait for the next sender.
    const rows = await statuses(tenant);
    expect(rows.slice(0, 3)).toEqual([
      [1, 'Delivered', 1],
      [2, 'Delivered', 1],
      [3, 'Delivered', 1],
    ]);
    const [last] = await deliveriesOf(tenant);
    expect((await getDelivery(tenant, last?.id ?? '')).attemptLog).toMatchObject([
      { number: 1, statusCode: 204, error: null, responseExcerpt: null },
    ]);
  });

  it(
    'abandons a receiver that hangs when it is stopped, and leaves the delivery unchanged to the next sender',
    { tags: ['long'] },
    async () => {
      const sender = startWorkers(database);
      const tenant = await tenantSendingTo('/hangs');
      const came = new Promise<void>((resolve) => (arrived = resolve));
      await changes(tenant, 1);
      await came;
      await sender.stop();
      expect(await statuses(tenant)).toEqual([[1, 'Pending', 0]]);
      const came2 = new Promise<void>((resolve) => (arrived = resolve));
      const next = startWorkers(database);
      await came2;
      await next.stop();
      expect(await statuses(tenant)).toEqual([[1, 'Pending', 0]]);
    },
  );
});
