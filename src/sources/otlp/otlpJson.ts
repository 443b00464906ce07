/** OTLP traces in JSON, as exporters and the collector's file exporter write them. */
import { SPAN_KINDS, type Attributes } from '@/domain/observe/span';
import type { RawAttribute, RawSpan, SpanMaker } from './otlpSpans';

type Unknown = Record<string, unknown>;

/** How the lists are called that hold each other, in the protocol of today and before. */
export const RESOURCE_LISTS: readonly string[] = ['resourceSpans', 'resource_spans', 'batches'];
export const SCOPE_LISTS: readonly string[] = ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'];

const listIn = (value: unknown, names: readonly string[]): Unknown[] => {
  const found = names.map((name) => (value as Unknown | null)?.[name]).find(Array.isArray);
  return (found ?? []).filter((item) => typeof item === 'object' && item !== null) as Unknown[];
};
const textIn = (value: Unknown, ...names: readonly string[]): string => {
  const found = names.map((name) => value[name]).find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : '';
};

/** False if this is no OTLP at all: neither the message nor an empty one. */
export function readDocument(document: unknown, maker: SpanMaker): boolean {
  const resources = listIn(document, RESOURCE_LISTS);
  if (resources.length === 0) return typeof document === 'object' && document !== null && 'resourceSpans' in document;
  for (const one of resources) {
    const resource = maker.resource(attributesIn(one.resource, maker));
    for (const scope of listIn(one, SCOPE_LISTS)) for (const span of listIn(scope, ['spans'])) readSpan(span, resource, maker);
  }
  return true;
}

export function readSpan(span: unknown, resource: Attributes, maker: SpanMaker): void {
  if (typeof span === 'object' && span !== null) maker.span(rawSpan(span as Unknown, maker), resource);
}

function rawSpan(span: Unknown, maker: SpanMaker): RawSpan {
  const status = (span.status ?? {}) as Unknown;
  return {
    traceId: textIn(span, 'traceId', 'trace_id'),
    spanId: textIn(span, 'spanId', 'span_id'),
    parentSpanId: textIn(span, 'parentSpanId', 'parent_span_id'),
    name: textIn(span, 'name'),
    kind: numberOf(span.kind, KIND_NAMES),
    status: numberOf(status.code, STATUS_NAMES),
    endMs: Number(span.endTimeUnixNano ?? span.end_time_unix_nano ?? Number.NaN) / 1e6,
    attributes: attributesIn(span, maker),
  };
}

const KIND_NAMES = ['UNSPECIFIED', ...SPAN_KINDS].map((kind) => `SPAN_KIND_${kind}`);
const STATUS_NAMES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];

/** Both forms are in use: the number, and the name. */
function numberOf(value: unknown, names: readonly string[]): number {
  return typeof value === 'number' ? value : Math.max(0, names.indexOf(String(value)));
}

export function attributesIn(holder: unknown, maker: SpanMaker): RawAttribute[] {
  return listIn(holder, ['attributes']).flatMap(({ key, value }): RawAttribute[] => {
    const text = typeof key === 'string' && maker.isRead(key) ? valueText(value) : null;
    return text === null ? [] : [[key as string, text]];
  });
}

function valueText(value: unknown, isWithinList = false): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { stringValue, intValue, boolValue, doubleValue, arrayValue } = value as Unknown;
  const single = stringValue ?? intValue ?? boolValue ?? doubleValue;
  if (typeof single === 'string' || typeof single === 'number' || typeof single === 'boolean') return String(single);
  const [first] = listIn(arrayValue, ['values']);
  return first === undefined || isWithinList ? null : valueText(first, true);
}
