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

/** As OTLP numbers them. */
const KINDS: readonly SpanKind[] = ['INTERNAL', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const ERROR = 2;
/** Names come from outside; nothing longer is one. */
const LONGEST = 256;

const SPAN_KEYS: ReadonlySet<string> = new Set(SPAN_ATTRIBUTES);
const PARTS: ReadonlySet<string> = new Set(PARTLY_READ);
const RESOURCE_KEYS: ReadonlySet<string> = new Set(RESOURCE_ATTRIBUTES);

/** Whether the attribute is on the list, for spans or for resources. */
export const isRead = (key: string): boolean => SPAN_KEYS.has(key) || RESOURCE_KEYS.has(key) || PARTS.has(key);

/** One attribute as a reader found it; the value of a list is its first entry. */
export type RawAttribute = readonly [key: string, value: string];

export interface RawSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  status: number;
  attributes: readonly RawAttribute[];
}

export function resourceOf(attributes: readonly RawAttribute[]): Attributes {
  return Object.fromEntries(attributes.filter(([key]) => RESOURCE_KEYS.has(key)).map(([key, value]) => [key, value.slice(0, LONGEST)]));
}

export function spanOf({ traceId, spanId, parentSpanId, name, kind, status, attributes }: RawSpan, resource: Attributes): Span {
  const kept: Record<string, string> = {};
  for (const [key, value] of attributes) {
    if (SPAN_KEYS.has(key)) kept[key] = value.slice(0, LONGEST);
    else if (PARTS.has(key)) keepPart(kept, key, value);
  }
  return {
    id: `${traceId} ${spanId}`,
    parentId: parentSpanId === '' || /^0+$/.test(parentSpanId) ? null : `${traceId} ${parentSpanId}`,
    name: NETWORK_STEP.exec(name)?.[0] ?? '',
    kind: KINDS[kind] ?? 'INTERNAL',
    isError: status === ERROR,
    resource,
    attributes: kept,
  };
}

/** Of an address its scheme, host and path without a query; of a statement its first word. Passwords and values are never kept. */
function keepPart(kept: Record<string, string>, key: string, value: string): void {
  if (key.startsWith('db.')) {
    const [verb] = /^[A-Za-z]+/.exec(value.trimStart()) ?? [];
    if (verb !== undefined && verb.length < 20) kept['db.verb'] = verb;
    return;
  }
  const [, scheme, host, path] = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]+)(?::\d+)?([^?#]*)/i.exec(value) ?? [];
  if (scheme === undefined || host === undefined) return;
  kept['url.scheme'] ??= scheme.toLowerCase();
  kept['url.host'] = host.slice(0, LONGEST);
  if (/^\/(?:v1\/|api\/|loki\/)/.test(path ?? '')) kept['url.path'] ??= path!.slice(0, 40);
}
