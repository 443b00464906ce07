/** OTLP traces in JSON, as exporters and the collector's file exporter write them. */
import type { Span } from '@/domain/observe/span';
import { isRead, resourceOf, spanOf, type RawAttribute, type RawSpan } from './otlpSpans';

type Unknown = Record<string, unknown>;

const listIn = (value: unknown, ...names: readonly string[]): Unknown[] => {
  const found = names.map((name) => (value as Unknown | null)?.[name]).find(Array.isArray);
  return (found ?? []).filter((item) => typeof item === 'object' && item !== null) as Unknown[];
};
const textIn = (value: Unknown, ...names: readonly string[]): string => {
  const found = names.map((name) => value[name]).find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : '';
};

/** Null if this is no OTLP at all: neither the message nor an empty one. */
export function spansInJson(document: unknown): Span[] | null {
  const resources = listIn(document, 'resourceSpans', 'resource_spans', 'batches');
  if (resources.length === 0) return typeof document === 'object' && document !== null && 'resourceSpans' in document ? [] : null;
  return resources.flatMap((one) => {
    const resource = resourceOf(attributesIn(one.resource));
    const scopes = listIn(one, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans');
    return scopes.flatMap((scope) => listIn(scope, 'spans').map((span) => spanOf(rawSpan(span), resource)));
  });
}

function rawSpan(span: Unknown): RawSpan {
  const status = (span.status ?? {}) as Unknown;
  return {
    traceId: textIn(span, 'traceId', 'trace_id'),
    spanId: textIn(span, 'spanId', 'span_id'),
    parentSpanId: textIn(span, 'parentSpanId', 'parent_span_id'),
    name: textIn(span, 'name'),
    kind: numberOf(span.kind, KIND_NAMES),
    status: numberOf(status.code, STATUS_NAMES),
    attributes: attributesIn(span),
  };
}

const KIND_NAMES = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
];
const STATUS_NAMES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];

/** Both forms are in use: the number, and the name. */
function numberOf(value: unknown, names: readonly string[]): number {
  return typeof value === 'number' ? value : Math.max(0, names.indexOf(String(value)));
}

function attributesIn(holder: unknown): RawAttribute[] {
  return listIn(holder, 'attributes').flatMap(({ key, value }): RawAttribute[] => {
    const text = typeof key === 'string' && isRead(key) ? valueText(value) : null;
    return text === null ? [] : [[key as string, text]];
  });
}

function valueText(value: unknown, isWithinList = false): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { stringValue, intValue, boolValue, doubleValue, arrayValue } = value as Unknown;
  const single = stringValue ?? intValue ?? boolValue ?? doubleValue;
  if (typeof single === 'string' || typeof single === 'number' || typeof single === 'boolean') return String(single);
  const [first] = listIn(arrayValue, 'values');
  return first === undefined || isWithinList ? null : valueText(first, true);
}
