/**
 * Carries nudges from the replica that committed something to the one that looks after its tenant, by LISTEN and NOTIFY. The sweep makes up
 * for lost nudges. Behind a pooler that uses another connection for each transaction, nobody hears anything; then no replica counts as
 * within reach.
 */
import type pg from 'pg';
import { isGuid } from '@/contract/values/guid';
import type { Database } from '@/server/db/database';
import { log } from '@/server/observability/log';

import { LIVES_MS } from './replicas';
import { asSystem } from '@/server/db/asSystem';

const CHANNEL = 'faultline_work';
/** Nudges within this time share one message, in milliseconds. */
const GATHER_MS = 20;
/** A message can hold just under 8,000 bytes. */
const MOST_TENANTS = 200;

export interface NudgeWire {
  /** Whether that replica hears what is sent here, judged by whether it can be heard. */
  reaches(replicaId: string): boolean;
  send(replicaId: string, kind: string, tenantId: string): void;
  /** Says that this replica is listening; called with each heartbeat. Never throws. */
  keepUp(): Promise<void>;
  stop(): Promise<void>;
}

type Hear = (kind: string, tenantIds: readonly string[]) => void;

interface Wire {
  database: Database;
  selfId: string;
  /** Receives the nudges for this replica. */
  hear: Hear;
  /** In milliseconds. */
  now: () => number;
}

export class DatabaseNudgeWire implements NudgeWire {
  private readonly heard = new Map<string, number>();
  private readonly toSend = new Map<string, Set<string>>();
  private client: pg.Client | null = null;
  private openedAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(private readonly wire: Wire) {}

  reaches(replicaId: string): boolean {
    const at = this.heard.get(replicaId);
    return at !== undefined && this.wire.now() - at < LIVES_MS;
  }

  send(replicaId: string, kind: string, tenantId: string): void {
    const key = `${replicaId} ${kind}`;
    const tenants = this.toSend.get(key);
    if (tenants === undefined) this.toSend.set(key, new Set([tenantId]));
    else tenants.add(tenantId);
    this.timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  async keepUp(): Promise<void> {
    const { selfId, now } = this.wire;
    try {
      if (this.client !== null && !this.reaches(selfId) && now() - this.openedAt > LIVES_MS) this.close();
      this.client ??= await this.open();
      // On the connection that listens, so that whoever hears it knows that this replica hears too.
      await this.client.query('select pg_notify($1, $2)', [CHANNEL, `here ${selfId}`]);
    } catch (error) {
      log().debug({ err: error }, 'nudges from other replicas cannot be received for now');
      this.close();
    }
  }

  /** Sends the collected nudges. If one cannot be sent, the sweep of its receiver makes up for it. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const messages = [...this.toSend].flatMap(([to, tenants]) => inParts([...tenants]).map((part) => `work ${to} ${part.join(' ')}`));
    this.toSend.clear();
    if (messages.length === 0) return;
    await asSystem(this.wire.database, 'select pg_notify($1, message) from unnest($2::text[]) as message', [CHANNEL, messages]).catch(
      () => undefined,
    );
  }

  async stop(): Promise<void> {
    await this.flush();
    this.isStopped = true;
    await this.client?.end().catch(() => undefined);
    this.client = null;
  }

  private async open(): Promise<pg.Client> {
    const client = this.wire.database.systemConnection();
    client.on('error', () => this.client === client && this.close());
    client.on('notification', ({ payload }) => this.listen(payload ?? ''));
    this.openedAt = this.wire.now();
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (this.isStopped) await client.end();
    return client;
  }

  private close(): void {
    const { client } = this;
    this.client = null;
    void client?.end().catch(() => undefined);
  }

  private listen(payload: string): void {
    const [what, replicaId = '', kind = '', ...tenantIds] = payload.split(' ');
    if (what === 'here') this.heard.set(replicaId, this.wire.now());
    if (what === 'work' && replicaId === this.wire.selfId) this.wire.hear(kind, tenantIds.filter(isGuid));
  }
}

function inParts(tenants: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(tenants.length / MOST_TENANTS) }, (_, part) =>
    tenants.slice(part * MOST_TENANTS, (part + 1) * MOST_TENANTS),
  );
}
