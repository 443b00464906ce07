/** Draws from dropped files what runs, with the command line's code: traces, metrics and flows. The files never leave the browser. */
import { kindOfName } from '@/sources/words/backstageWords';
import { observeFlows, observeSeries } from '@/domain/observe/fromSeries';
import { observeSpans } from '@/domain/observe/fromSpans';
import type { Observed } from '@/domain/observe/observed';
import type { Series } from '@/domain/observe/seriesEdges';
import { SpanTable } from '@/domain/observe/spanTable';
import { formatMebibytes } from '@/plain/sizes';
import { FlowReader } from '@/sources/hubble/hubbleFlows';
import { readJaegerTraces } from '@/sources/jaeger/jaegerTraces';
import { isBomb, isGzip } from '@/sources/otlp/gzip';
import { OtlpReader } from '@/sources/otlp/readOtlp';
import { MetricFile } from '@/sources/prometheus/metricFile';
import { SeenSoFar, type ReadSoFar } from './seenSoFar';

/** Unpacked: the wall against a small file that holds a huge one. */
const MOST_UNPACKED = 2 * 1_024 * 1_048_576;
/** Of a file that is read as a whole. */
const MOST_WHOLE = 256 * 1_048_576;
const HEAD_BYTES = 2_048;

type Sort = 'traces' | 'jaeger' | 'metrics' | 'flows';

/** Whether a file begins as traces, metrics or flows do: so that a large one is never read as text. */
export async function isOfObserved(file: Blob): Promise<boolean> {
  return (await sortOf(file)) !== null;
}

/** Null for anything else. */
async function sortOf(file: Blob): Promise<Sort | null> {
  const head = await headOf(file);
  const text = new TextDecoder().decode(head).trimStart();
  if (/^\{\s*"(?:resource_?spans|batches)"\s*:/i.test(text) || (head[0]! <= 0x0a && text.includes('service.name'))) return 'traces';
  if (/^\{\s*"data"\s*:\s*\[\s*\{\s*"(?:traceID|spans)"/.test(text)) return 'jaeger';
  if (/^\{\s*"(?:status|data)"\s*:/.test(text) && /"(?:resultType|__name__|metric)"\s*:/.test(text)) return 'metrics';
  if (/^(?:#\s*(?:HELP|TYPE)\s|[a-zA-Z_:][\w:]*\{\w+=")/.test(text)) return 'metrics';
  if (text.startsWith('{') && /"(?:flow|node_status|verdict)"\s*:/.test(text)) return 'flows';
  // The beginning of a pretty-printed document may say nothing yet.
  return /^\{\s*$/.test(text) ? 'traces' : null;
}

/** Unpacked; empty if the file is damaged, which reading it will say. */
async function headOf(file: Blob): Promise<Uint8Array> {
  const start = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (!isGzip(start)) return start;
  const chunks = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const { value } = await chunks.read().catch(() => ({ value: undefined }));
  void chunks.cancel().catch(() => undefined);
  return value?.subarray(0, HEAD_BYTES) ?? new TextEncoder().encode('{');
}

/** Throws an Error whose message is shown to the person. */
export async function observeFiles(files: readonly File[], tell: (read: ReadSoFar) => void): Promise<Observed> {
  const sorts = new Set<Sort>();
  for (const file of files) {
    const sort = await sortOf(file);
    if (sort === null) throw notKnown(file.name);
    sorts.add(sort);
  }
  // Jaeger's own form says what OTLP says.
  const isOfTraces = [...sorts].every((sort) => sort === 'traces' || sort === 'jaeger');
  if (isOfTraces) return observeTraces(files, tell);
  if (sorts.size > 1) throw new Error('These files are of different sorts. Drop traces, metrics or flows, one sort at a time.');
  return sorts.has('flows') ? observeFlowFiles(files, tell) : observeMetrics(files, tell);
}

const notKnown = (name: string): Error =>
  new Error(
    `${name} holds neither traces, metrics nor flows. Drop OpenTelemetry traces (JSON or protobuf), traces of Jaeger, metrics as an exporter exposes them or Prometheus answers, or flows of Hubble.`,
  );

async function observeTraces(files: readonly File[], tell: (read: ReadSoFar) => void): Promise<Observed> {
  const table = new SpanTable();
  const observe = (): Observed => observeSpans(table, { kindOfName });
  const soFar = new SeenSoFar('span', observe, tell);
  for (const file of files) {
    if ((await sortOf(file)) === 'jaeger') readJaegerTraces(await jsonIn(file), (span) => table.add(span));
    else {
      const reader = new OtlpReader((span) => table.add(span));
      for await (const chunk of bytesOf(file)) {
        reader.push(chunk);
        soFar.update(table.size);
      }
      if (reader.end() === null) throw notKnown(file.name);
    }
    soFar.update(table.size);
  }
  return observe();
}

async function observeMetrics(files: readonly File[], tell: (read: ReadSoFar) => void): Promise<Observed> {
  const all: Series[] = [];
  let reader = new MetricFile();
  const soFar = new SeenSoFar('series', () => observeSeries([...all, ...reader.soFar], kindOfName), tell);
  for (const file of files) {
    reader = new MetricFile();
    for await (const chunk of bytesOf(file)) {
      reader.push(chunk);
      soFar.update(all.length + reader.soFar.length);
    }
    const series = reader.end();
    if (series === null) throw notKnown(file.name);
    for (const one of series) all.push(one);
    reader = new MetricFile();
    soFar.update(all.length);
  }
  return observeSeries(all, kindOfName);
}

async function observeFlowFiles(files: readonly File[], tell: (read: ReadSoFar) => void): Promise<Observed> {
  const reader = new FlowReader();
  const soFar = new SeenSoFar('flow', () => observeFlows(reader.soFar(), kindOfName), tell);
  for (const file of files) {
    for await (const chunk of bytesOf(file)) {
      reader.push(chunk);
      soFar.update(reader.flows);
    }
    // Each file ends its last line.
    reader.push(Uint8Array.of(0x0a));
    soFar.update(reader.flows);
  }
  const said = reader.end();
  if (said === null) throw notKnown(files[0]!.name);
  return observeFlows(said, kindOfName);
}

async function jsonIn(file: File): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of bytesOf(file)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_WHOLE)
      throw new Error(`${file.name} is larger than ${formatMebibytes(MOST_WHOLE)}. Drop traces in parts, or as OTLP.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file.name} is damaged: it is not whole JSON.`);
  }
}

/** Chunk by chunk, unpacked. Throws an Error whose message is shown to the person. */
async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  const isPacked = isGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const chunks = stream.getReader();
  for (let size = 0; ;) {
    const { done, value } = await chunks.read().catch(() => {
      throw new Error(isPacked ? `${file.name} is damaged: its gzip cannot be read.` : `${file.name} cannot be read.`);
    });
    if (done) return;
    size += value.length;
    if (isPacked && (size > MOST_UNPACKED || isBomb(size, file.size))) {
      void chunks.cancel().catch(() => undefined);
      throw new Error(
        `${file.name} unpacks to more than ${formatMebibytes(size - value.length)}. Use faultline observe on the command line, or split it.`,
      );
    }
    yield value;
  }
}
