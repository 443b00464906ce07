/** Senders of mail that are really killed, at every moment around a send: no mail is lost, and one that is repeated has the same Message-ID. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Principal } from '@/domain/access';
import { read } from '@/server/db/read';
import { useOwnDatabase } from '@/test/database';
import { openMailbox } from '@/test/mailbox';
import { SYSTEM } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import { LONG, letLeaseLapse } from '@/test/webhookWorld';
import { createPerson } from '@/server/auth/people';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { subscribe, testOwn } from './ownSubscriptions';

const KILLS = 50;

let sender: ChildProcess | null = null;
const kill = (): void => void sender?.kill('SIGKILL');
/** When the next sender is killed: before it hears that a mail has arrived, right after, or some milliseconds later. */
const MOMENTS = [
  { beforeReply: kill },
  { afterReply: kill },
  { afterReply: () => setTimeout(kill, 2) },
  { afterReply: () => setTimeout(kill, 10) },
  { afterReply: () => setTimeout(kill, 30) },
] satisfies { beforeReply?: () => void; afterReply?: () => void }[];
let moment: { beforeReply?: () => void; afterReply?: () => void } = {};

const { database } = await useOwnDatabase();
const mailbox = await openMailbox({ beforeReply: () => moment.beforeReply?.(), afterReply: () => moment.afterReply?.() });
afterAll(() => {
  kill();
  mailbox.close();
});

/** Starts a sender, and waits until it was killed. */
async function senderThatDies(): Promise<void> {
  sender = spawn(process.execPath, ['--import', 'tsx', join('src', 'test', 'keepSending.ts')], { stdio: 'ignore', env: process.env });
  const [code, signal] = (await once(sender, 'exit')) as [number | null, string | null];
  expect([code, signal]).toEqual([null, 'SIGKILL']);
}

it(
  `after ${KILLS} kills around a send, every mail has arrived, and each repetition has the Message-ID of the first`,
  async () => {
    const tenant = await newTenant(database);
    const person = { email: 'ada@acme.example', password: 'long enough', name: 'Ada', tenantId: tenant.tenantId, role: 'Viewer' } as const;
    const { userId } = await createPerson(database, SYSTEM, person);
    const ada: Principal = { type: 'person', id: userId, name: 'Ada', scopes: [], role: 'Viewer', canSeeRevenue: false };
    const wish = { watch: { kind: 'tenant' }, state: 'Outage', minutes: 0, webhookId: null } as const;
    const { id } = await subscribe(tenant, { principal: ada, plan: 'Enterprise', now: new Date() }, wish);
    for (let killed = 0; killed < KILLS; killed += 1) {
      moment = MOMENTS[killed % MOMENTS.length]!;
      // Two, so that one may wait behind the other.
      await testOwn(tenant, ada, id);
      await testOwn(tenant, ada, id);
      await senderThatDies();
      await letLeaseLapse(tenant);
    }
    moment = {};
    await deliverWebhooks(LONG);
    const events = await read(tenant, (tx) => tx.event.findMany({ where: { type: 'webhook.test' }, select: { id: true } }));
    const idOf = ({ headers }: (typeof mailbox.received)[number]): string =>
      /^<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1] ?? randomUUID();
    const sent = mailbox.received.map(idOf);
    expect([...new Set(sent)].sort()).toEqual(events.map((event) => event.id).sort());
    expect(events).toHaveLength(2 * KILLS);
    // Those that were killed before they heard of the arrival have to send again.
    expect(sent.length).toBeGreaterThanOrEqual(events.length + KILLS / MOMENTS.length);
  },
  30 * 60_000,
);
