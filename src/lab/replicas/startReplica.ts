/** Starts one replica of the simulation, and kills it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pace, ReplicaOrder, ReplicaReport } from './protocol';

/** One piece of work on a tenant, in microseconds of the machine's clock. */
export interface Span {
  tenantId: string;
  from: number;
  to: number;
}

export interface SimulatedReplica {
  setPace(signalsPerSecond: number): void;
  report(): Promise<ReplicaReport>;
  /** By SIGKILL. Resolves once it is gone. */
  kill(): Promise<void>;
  /** What it worked on. Work that a kill interrupted ends when the signal is sent; see `kill`. */
  spans(): Span[];
}

export async function startReplica(order: ReplicaOrder): Promise<SimulatedReplica> {
  const child = fork(join('src', 'lab', 'replicas', 'replica.ts'), { execArgv: ['--import', 'tsx'] });
  let endedAt = Number.POSITIVE_INFINITY;
  const ready = once(child, 'message');
  child.send(order);
  await ready;
  return {
    setPace: (signalsPerSecond) => void child.send({ signalsPerSecond } satisfies Pace),
    report: async () => {
      const answer = once(child, 'message');
      child.send('report');
      const [report] = (await answer) as [ReplicaReport];
      return report;
    },
    kill: async () => {
      const ended = once(child, 'exit');
      // Not when its exit is heard of: on a busy machine that is later than others see that it is gone, and rightly go on with its work.
      endedAt = Number(process.hrtime.bigint() / 1_000n);
      child.kill('SIGKILL');
      await ended;
    },
    spans: () => spansIn(readFileSync(order.logFile, 'utf8'), endedAt),
  };
}

/** A replica works on several tenants at once, but only once on each at a time; otherwise that is counted too. */
function spansIn(log: string, endedAt: number): Span[] {
  const spans: Span[] = [];
  const open = new Map<string, Span[]>();
  for (const line of log.split('\n')) {
    const [what, tenantId = '', at] = line.split(' ');
    // After a kill, the last line may be incomplete.
    if (at === undefined) continue;
    const begun = open.get(tenantId) ?? [];
    open.set(tenantId, begun);
    if (what === 'begin') {
      const span = { tenantId, from: Number(at), to: Math.max(endedAt, Number(at)) };
      spans.push(span);
      begun.push(span);
    } else {
      const span = begun.shift();
      if (span !== undefined) span.to = Number(at);
    }
  }
  return spans;
}

/** How often work on a tenant began while other work on it was still running. */
export function overlapsIn(spans: readonly Span[]): number {
  const byTenant = new Map<string, Span[]>();
  for (const span of spans) byTenant.set(span.tenantId, [...(byTenant.get(span.tenantId) ?? []), span]);
  let overlaps = 0;
  for (const some of byTenant.values()) {
    let end = Number.NEGATIVE_INFINITY;
    for (const { from, to } of some.sort((left, right) => left.from - right.from)) {
      if (from < end) overlaps += 1;
      end = Math.max(end, to);
    }
  }
  return overlaps;
}
