/** Reads traces in Jaeger's own JSON, as its interface and its user interface hand them out. */
import { SPAN_KINDS } from '@/domain/observe/span';
import { SpanMaker, type RawAttribute, type TakeSpan } from '@/sources/otlp/otlpSpans';

type Unknown = Record<string, unknown>;

/** As OTLP numbers them. */
const ERROR = 2;

/** Calls `take` with each span of an answer of /api/traces; `ownKeys` are attributes of resources to read besides those on the list. */
export function readJaegerTraces(answer: unknown, take: TakeSpan, ownKeys: readonly string[] = []): void {
  const maker = new SpanMaker(take, ownKeys);
  for (const trace of listIn(answer, 'data')) {
    const processes = recordIn(trace, 'processes');
    for (const span of listIn(trace, 'spans'))
      readSpan(span, recordIn(processes, String(span.processID)) ?? recordIn(span, 'process'), maker);
  }
}

function readSpan(span: Unknown, process: Unknown | null, maker: SpanMaker): void {
  const tags = listIn(span, 'tags').flatMap(({ key, value }): RawAttribute[] => (typeof key === 'string' ? [[key, String(value)]] : []));
  const tag = (name: string): string | undefined => tags.find(([key]) => key === name)?.[1];
  const parent = listIn(span, 'references').find(({ refType }) => refType === 'CHILD_OF') ?? listIn(span, 'references')[0];
  const ofProcess = listIn(process, 'tags').flatMap(({ key, value }): RawAttribute[] =>
    typeof key === 'string' && maker.isRead(key) ? [[key, String(value)]] : [],
  );
  const kind = SPAN_KINDS.findIndex((one) => one === tag('span.kind')?.toUpperCase());
  maker.span(
    {
      traceId: String(span.traceID),
      spanId: String(span.spanID),
      parentSpanId: parent === undefined ? '' : String(parent.spanID),
      name: String(span.operationName ?? ''),
      kind: kind + 1,
      status: tag('error') === 'true' || tag('otel.status_code') === 'ERROR' ? ERROR : 0,
      endMs: (Number(span.startTime) + Number(span.duration)) / 1_000,
      attributes: tags.filter(([key]) => maker.isRead(key)),
    },
    maker.resource([...ofProcess, ['service.name', String(process?.serviceName ?? '')]]),
  );
}

function listIn(value: unknown, name: string): Unknown[] {
  const list = typeof value === 'object' && value !== null ? (value as Unknown)[name] : undefined;
  return Array.isArray(list) ? (list as unknown[]).filter((one): one is Unknown => typeof one === 'object' && one !== null) : [];
}

function recordIn(value: unknown, name: string): Unknown | null {
  const found = typeof value === 'object' && value !== null ? (value as Unknown)[name] : null;
  return typeof found === 'object' && found !== null ? (found as Unknown) : null;
}
