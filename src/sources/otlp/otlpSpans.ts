/** Turns what an OTLP exporter sends into spans. Keeps the attributes on the list and drops all others while reading. */
import {
  NETWORK_STEP,
  PARTLY_READ,
  RESOURCE_ATTRIBUTES,
  SPAN_ATTRIBUTES,
  type Attributes,
  type Span,
  type SpanKind,
} from '@/domain/observe/span';
import { withoutPassword } from '@/sources/withoutPassword';
import { tellingAgent, tellingPath } from '@/domain/observe/spanOutcome';

/** As OTLP numbers them. */
const KINDS: readonly SpanKind[] = ['INTERNAL', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const ERROR = 2;
/** Names come from outside; nothing longer is one. */
const LONGEST = 256;

const SPAN_KEYS: ReadonlySet<string> = new Set(SPAN_ATTRIBUTES);
const PARTS: ReadonlySet<string> = new Set(PARTLY_READ);

/** One attribute as a reader found it; the value of a list is its first entry. */
export type RawAttribute = readonly [key: string, value: string];

export interface RawSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  status: number;
  endMs: number;
  attributes: readonly RawAttribute[];
}

/** Where a reader puts each span that it finds. */
export type TakeSpan = (span: Span) => void;

export class SpanMaker {
  /** Spans made so far. */
  count = 0;
  private readonly resourceKeys: ReadonlySet<string>;
  private readonly resources = new Map<string, Attributes>();

  /** `ownKeys`: attributes of resources that a person named, read besides those on the list. */
  constructor(
    private readonly take: TakeSpan,
    ownKeys: readonly string[] = [],
  ) {
    this.resourceKeys = new Set([...RESOURCE_ATTRIBUTES, ...ownKeys]);
  }

  /** Whether the attribute is on the list, for spans or for resources. */
  isRead(key: string): boolean {
    return SPAN_KEYS.has(key) || this.resourceKeys.has(key) || PARTS.has(key);
  }

  /** The same object for the same attributes. */
  resource(attributes: readonly RawAttribute[]): Attributes {
    const kept = this.keptOf(attributes);
    const key = JSON.stringify(Object.entries(kept).sort());
    const known = this.resources.get(key) ?? kept;
    this.resources.set(key, known);
    return known;
  }

  /** Fills the resource of spans that came before it. */
  fill(resource: Attributes, attributes: readonly RawAttribute[]): void {
    Object.assign(resource, this.keptOf(attributes));
  }

  span({ traceId, spanId, parentSpanId, name, kind, status, endMs, attributes }: RawSpan, resource: Attributes): void {
    const kept: Record<string, string> = {};
    for (const [key, value] of attributes) {
      const text = SPAN_KEYS.has(key) ? told(key, value) : null;
      if (text !== null) kept[key] = text;
      else if (PARTS.has(key)) keepPart(kept, key, value);
    }
    this.count += 1;
    this.take({
      id: `${traceId} ${spanId}`,
      parentId: parentSpanId === '' || /^0+$/.test(parentSpanId) ? null : `${traceId} ${parentSpanId}`,
      name: NETWORK_STEP.exec(name)?.[0] ?? '',
      kind: KINDS[kind] ?? 'INTERNAL',
      isError: status === ERROR,
      endMs,
      resource,
      attributes: kept,
    });
  }

  private keptOf(attributes: readonly RawAttribute[]): Attributes {
    const kept = attributes.filter(([key]) => this.resourceKeys.has(key));
    return Object.fromEntries(kept.map(([key, value]) => [key, withoutPassword(value).slice(0, LONGEST)]));
  }
}

/** Paths and programs only where they tell a probe or telemetry; all others are as many as there are requests. */
function told(key: string, value: string): string | null {
  if (key === 'url.path' || key === 'http.target') return tellingPath(value);
  return key === 'user_agent.original' ? tellingAgent(value) : withoutPassword(value).slice(0, LONGEST);
}

/** Of an address its scheme, host and telling path; of a statement its first word. Passwords and values are never kept. */
function keepPart(kept: Record<string, string>, key: string, value: string): void {
  if (key.startsWith('db.')) {
    const [verb] = /^[A-Za-z]+/.exec(value.trimStart()) ?? [];
    if (verb !== undefined && verb.length < 20) kept['db.verb'] = verb;
    return;
  }
  const [, scheme, host, path = ''] = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]+)(?::\d+)?([^?#]*)/i.exec(value) ?? [];
  if (scheme === undefined || host === undefined) return;
  kept['url.scheme'] ??= scheme.toLowerCase();
  kept['url.host'] = host.slice(0, LONGEST);
  const telling = tellingPath(path);
  if (telling !== null) kept['url.path'] ??= telling;
}
