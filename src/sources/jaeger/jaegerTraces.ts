/** Reads traces in Jaeger's own JSON, as its interface and its user interface hand them out. */
import { SPAN_KINDS } from '@/domain/observe/span';
import { SpanMaker, type RawAttribute, type TakeSpan } from '@/sources/otlp/otlpSpans';
import { listAt, textAt, valueAt } from '@/sources/proposal/plainJson';

/** As OTLP numbers them. */
const ERROR = 2;

/** Calls `take` with each span of an answer of /api/traces; `ownKeys` are attributes of resources to read besides those on the list. */
export function readJaegerTraces(answer: unknown, take: TakeSpan, ownKeys: readonly string[] = []): void {
  const maker = new SpanMaker(take, ownKeys);
  for (const trace of listAt(answer, 'data'))
    for (const span of listAt(trace, 'spans')) {
      const process = valueAt(trace, 'processes', String(valueAt(span, 'processID'))) ?? valueAt(span, 'process');
      if (typeof span === 'object' && span !== null) readSpan(span, process, maker);
    }
}

function readSpan(span: unknown, process: unknown, maker: SpanMaker): void {
  const tags = tagsOf(span);
  const tag = (name: string): string | undefined => tags.find(([key]) => key === name)?.[1];
  const references = listAt(span, 'references');
  const parent = valueAt(references.find((one) => valueAt(one, 'refType') === 'CHILD_OF') ?? references[0], 'spanID');
  const ofProcess = tagsOf(process).filter(([key]) => maker.isRead(key));
  const kind = SPAN_KINDS.findIndex((one) => one === tag('span.kind')?.toUpperCase());
  maker.span(
    {
      traceId: String(valueAt(span, 'traceID')),
      spanId: String(valueAt(span, 'spanID')),
      parentSpanId: parent === undefined ? '' : String(parent),
      name: String(valueAt(span, 'operationName') ?? ''),
      kind: kind + 1,
      status: tag('error') === 'true' || tag('otel.status_code') === 'ERROR' ? ERROR : 0,
      endMs: (Number(valueAt(span, 'startTime')) + Number(valueAt(span, 'duration'))) / 1_000,
      attributes: tags.filter(([key]) => maker.isRead(key)),
    },
    maker.resource([...ofProcess, ['service.name', String(valueAt(process, 'serviceName') ?? '')]]),
  );
}

function tagsOf(holder: unknown): RawAttribute[] {
  return listAt(holder, 'tags').flatMap((one): RawAttribute[] => {
    const key = textAt(one, 'key');
    return key === undefined ? [] : [[key, String(valueAt(one, 'value'))]];
  });
}
