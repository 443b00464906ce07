/** Reads what `hubble observe -o json` writes: a line for each flow that Cilium saw. */
import type { SeriesEdge, End, Told } from '@/domain/observe/seriesEdges';
import type { Reason } from '@/domain/observe/observed';
import { Lines } from '@/sources/lines';
import { isRecord, listAt, textAt, valueAt } from '@/sources/proposal/plainJson';

/** What flows said, and how many said so. */
export interface SaidOften {
  told: Told;
  value: number;
}

const LONGEST_LINE = 1_048_576;
const DNS_PORT = 53;
/** Labels that name what runs, in the order in which they are asked. */
const NAMES = ['k8s:app.kubernetes.io/name=', 'k8s:app=', 'k8s:k8s-app='];

const REPLY: Reason = ['reply, which tells what its request told', 'replies, which tell what their requests told'];
const DROPPED: Reason = ['flow that was dropped on its way', 'flows that were dropped on their way'];
const LOOK_UP: Reason = ['look-up of a name', 'look-ups of names'];
const NO_DIRECTION: Reason = ['flow that does not say who began it', 'flows that do not say who began them'];
const NAMELESS: Reason = ['flow from or to something without a name', 'flows from or to something without a name'];

/** Flows are counted while they are read, because a file repeats the same few thousands of them. */
export class FlowReader {
  /** Lines that are no flow. */
  unread = 0;
  flows = 0;
  private readonly said = new Map<string, SaidOften>();
  private readonly lines = new Lines(LONGEST_LINE, (line) => this.readLine(line));

  /** The bytes must not change later. */
  push(chunk: Uint8Array): void {
    this.lines.push(chunk);
  }

  /** What the lines said that are read. */
  soFar(): SaidOften[] {
    return [...this.said.values()];
  }

  /** Call once, after the last chunk. Null if no line is a flow. */
  end(): SaidOften[] | null {
    this.lines.end();
    return this.flows === 0 && this.unread > 0 ? null : this.soFar();
  }

  private readLine(text: string | null): void {
    let line: unknown;
    try {
      line = JSON.parse(text ?? '');
    } catch {
      this.unread += 1;
      return;
    }
    // Hubble also writes lines about its nodes and about events that it lost.
    const flow = isRecord(valueAt(line, 'flow')) ? valueAt(line, 'flow') : line;
    if (!isRecord(valueAt(flow, 'source')) && !isRecord(valueAt(flow, 'destination'))) {
      this.unread += 1;
      return;
    }
    this.flows += 1;
    const told = toldBy(flow);
    const key = JSON.stringify(told);
    const known = this.said.get(key) ?? { told, value: 0 };
    this.said.set(key, known);
    known.value += 1;
  }
}

function toldBy(flow: unknown): Told {
  const hasHttp = isRecord(valueAt(flow, 'l7', 'http'));
  const isReply = isReplyOf(flow);
  const verdict = valueAt(flow, 'verdict');
  if (verdict === 'DROPPED' || verdict === 'ERROR') return { left: DROPPED };
  if (isRecord(valueAt(flow, 'l7', 'dns')) || portOf(flow) === DNS_PORT) return { left: LOOK_UP };
  if (isReply === null) return { left: NO_DIRECTION };
  const isFailed = isReply && hasHttp && Number(valueAt(flow, 'l7', 'http', 'code') ?? 0) >= 500;
  if (isReply && !isFailed) return { left: REPLY };
  const [asker, asked] = isReply ? (['destination', 'source'] as const) : (['source', 'destination'] as const);
  const [source, target] = [endOf(flow, asker), endOf(flow, asked)];
  if (target === null) return { left: NAMELESS };
  if (source === null) return recordHas(flow, asker, 'reserved:world') ? { calledFromOutside: target } : { left: NAMELESS };
  const edge: SeriesEdge = {
    ...{ source, target, dependencyType: 'Calls', isFailed },
    counted: isFailed ? 'failures' : 'calls',
    // The node of each side reports a connection, and a proxy each of its requests.
    observer: isRecord(valueAt(flow, 'l7')) ? 'requests' : String(valueAt(flow, 'traffic_direction') ?? ''),
    ...(hasHttp ? { protocol: 'HTTP' } : {}),
  };
  return { edges: [edge] };
}

/** Null if the flow does not say. */
function isReplyOf(flow: unknown): boolean | null {
  const stated = valueAt(flow, 'is_reply');
  if (typeof stated === 'boolean') return stated;
  if (valueAt(flow, 'reply') === true) return true;
  const type = valueAt(flow, 'l7', 'type');
  if (type === 'REQUEST' || type === 'RESPONSE') return type === 'RESPONSE';
  return valueAt(flow, 'l4', 'TCP', 'flags', 'SYN') === true ? valueAt(flow, 'l4', 'TCP', 'flags', 'ACK') === true : null;
}

function endOf(flow: unknown, side: 'source' | 'destination'): End | null {
  const end = valueAt(flow, side);
  const [workload] = listAt(end, 'workloads');
  const label = NAMES.map((start) =>
    labelsOf(end)
      .find((one) => one.startsWith(start))
      ?.slice(start.length),
  ).find(Boolean);
  const name = textAt(workload, 'name') || label;
  if (name !== undefined) return { name, namespace: textAt(end, 'namespace') || null };
  const [host] = listAt(flow, `${side}_names`);
  return typeof host === 'string' && host !== '' ? { name: host.replace(/\.$/, ''), namespace: null, isPeer: true } : null;
}

const labelsOf = (end: unknown): string[] => listAt(end, 'labels').filter((one) => typeof one === 'string');
const recordHas = (flow: unknown, side: string, label: string): boolean => labelsOf(valueAt(flow, side)).includes(label);

function portOf(flow: unknown): unknown {
  const l4 = valueAt(flow, 'l4');
  return valueAt(isRecord(valueAt(l4, 'UDP')) ? valueAt(l4, 'UDP') : valueAt(l4, 'TCP'), 'destination_port');
}
