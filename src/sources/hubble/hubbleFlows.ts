/** Reads what `hubble observe -o json` writes: a line for each flow that Cilium saw. */
import type { SeriesEdge, End, Told } from '@/domain/observe/seriesEdges';
import type { Reason } from '@/domain/observe/observed';
import { Lines } from '@/sources/lines';

type Unknown = Record<string, unknown>;

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
    const flow = recordIn(line, 'flow') ?? line;
    if (recordIn(flow, 'source') === null && recordIn(flow, 'destination') === null) {
      this.unread += 1;
      return;
    }
    this.flows += 1;
    const told = toldBy(flow as Unknown);
    const key = JSON.stringify(told);
    const known = this.said.get(key) ?? { told, value: 0 };
    this.said.set(key, known);
    known.value += 1;
  }
}

function toldBy(flow: Unknown): Told {
  const l7 = recordIn(flow, 'l7');
  const http = recordIn(l7, 'http');
  const isReply = isReplyOf(flow, l7);
  if (flow.verdict === 'DROPPED' || flow.verdict === 'ERROR') return { left: DROPPED };
  if (recordIn(l7, 'dns') !== null || portOf(flow) === DNS_PORT) return { left: LOOK_UP };
  if (isReply === null) return { left: NO_DIRECTION };
  const isFailed = isReply && http !== null && Number(http.code ?? 0) >= 500;
  if (isReply && !isFailed) return { left: REPLY };
  const [asker, asked] = isReply ? (['destination', 'source'] as const) : (['source', 'destination'] as const);
  const [source, target] = [endOf(flow, asker), endOf(flow, asked)];
  if (target === null) return { left: NAMELESS };
  if (source === null) return recordHas(flow, asker, 'reserved:world') ? { calledFromOutside: target } : { left: NAMELESS };
  const edge: SeriesEdge = {
    ...{ source, target, dependencyType: 'Calls', isFailed },
    counted: isFailed ? 'failures' : 'calls',
    // The node of each side reports a connection, and a proxy each of its requests.
    observer: l7 === null ? String(flow.traffic_direction ?? '') : 'requests',
    ...(http === null ? {} : { protocol: 'HTTP' }),
  };
  return { edges: [edge] };
}

/** Null if the flow does not say. */
function isReplyOf(flow: Unknown, l7: Unknown | null): boolean | null {
  if (typeof flow.is_reply === 'boolean') return flow.is_reply;
  if (flow.reply === true) return true;
  if (l7?.type === 'REQUEST') return false;
  if (l7?.type === 'RESPONSE') return true;
  const flags = recordIn(recordIn(recordIn(flow, 'l4'), 'TCP'), 'flags');
  return flags?.SYN === true ? flags.ACK === true : null;
}

function endOf(flow: Unknown, side: 'source' | 'destination'): End | null {
  const end = recordIn(flow, side);
  const [workload] = Array.isArray(end?.workloads) ? (end.workloads as unknown[]) : [];
  const label = NAMES.map((start) =>
    labelsOf(end)
      .find((one) => one.startsWith(start))
      ?.slice(start.length),
  ).find(Boolean);
  const name = textIn(workload, 'name') ?? label;
  if (name !== undefined) return { name, namespace: textIn(end, 'namespace') ?? null };
  const names = flow[`${side}_names`];
  const [host] = Array.isArray(names) ? (names as unknown[]) : [];
  return typeof host === 'string' && host !== '' ? { name: host.replace(/\.$/, ''), namespace: null, isPeer: true } : null;
}

const labelsOf = (end: Unknown | null): string[] =>
  Array.isArray(end?.labels) ? (end.labels as unknown[]).filter((one): one is string => typeof one === 'string') : [];
const recordHas = (flow: Unknown, side: string, label: string): boolean => labelsOf(recordIn(flow, side)).includes(label);

function recordIn(value: unknown, name: string): Unknown | null {
  const found = typeof value === 'object' && value !== null ? (value as Unknown)[name] : null;
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Unknown) : null;
}

function textIn(value: unknown, name: string): string | undefined {
  const found = typeof value === 'object' && value !== null ? (value as Unknown)[name] : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function portOf(flow: Unknown): number | null {
  const l4 = recordIn(flow, 'l4');
  const port = (recordIn(l4, 'UDP') ?? recordIn(l4, 'TCP'))?.destination_port;
  return typeof port === 'number' ? port : null;
}
