/** How long 100,000 spans take from bytes to a proposal, on one core, in JSON with a line for each batch and in protobuf; and 10,000 series. */
import { observeSeries } from '@/domain/observe/fromSeries';
import { observeSpans } from '@/domain/observe/fromSpans';
import { observedManifest } from '@/sources/observedManifest';
import { OtlpReader } from '@/sources/otlp/readOtlp';
import { SpanTable } from '@/domain/observe/spanTable';
import { otlpDocument, otlpProtobuf, type SaidSpan } from '@/test/spans';
import type { BenchmarkInput } from './benchmarkInput';
import { timesOf, median } from './measure';

const SERVICES = 60;

/** Units of work of a service that calls another one and reads a database. */
function unitsOf(count: number): SaidSpan[] {
  return Array.from({ length: count }, (_, at): SaidSpan[] => {
    const [service, other] = [`service-${at % SERVICES}`, `service-${(at * 7 + 1) % SERVICES}`];
    const id = at.toString(36);
    const http = {
      'server.address': other,
      'http.request.method': 'GET',
      'url.full': `https://${other}/things?of=${at}`,
      'http.response.status_code': '200',
    };
    const store = {
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'server.address': `db-${at % 20}`,
      'db.query.text': 'SELECT a FROM b WHERE c = 1',
    };
    return [
      { service, kind: 'SERVER', id: `w${id}`, name: 'GET /', isError: at % 50 === 0 },
      { service, kind: 'CLIENT', id: `c${id}`, parent: `w${id}`, name: 'GET', attributes: http, isError: at % 50 === 0 },
      { service: other, kind: 'SERVER', id: `s${id}`, parent: `c${id}`, name: 'GET /things' },
      { service, kind: 'CLIENT', id: `d${id}`, parent: `w${id}`, name: 'SELECT', attributes: store },
    ];
  }).flat();
}

export function run({ isTiny }: BenchmarkInput): void {
  const spans = unitsOf(isTiny ? 10 : 25_000);
  const batches = Array.from({ length: Math.ceil(spans.length / 100) }, (_, at) => spans.slice(at * 100, at * 100 + 100));
  const lines = Buffer.from(batches.map((batch) => JSON.stringify(otlpDocument(batch))).join('\n'));
  const protobuf = otlpProtobuf(spans);
  const propose = (bytes: Uint8Array): void => {
    const table = new SpanTable();
    const reader = new OtlpReader((span) => table.add(span));
    reader.push(bytes);
    reader.end();
    observedManifest(observeSpans(table), { name: 'bench', groupBy: 'service' });
  };
  const print = (what: string, bytes: Uint8Array): void => {
    const ms = median(timesOf(isTiny ? 1 : 5, () => propose(bytes)));
    process.stdout.write(
      `  ${spans.length.toLocaleString('en')} spans, ${(bytes.length / 1e6).toFixed(1)} MB of ${what}: ${ms.toFixed(0)} ms\n`,
    );
  };
  print('JSON', lines);
  print('protobuf', protobuf);
  const series = Array.from({ length: isTiny ? 20 : 10_000 }, (_, at) => ({
    name: 'traces_service_graph_request_total',
    labels: {
      client: `service-${at % 2_000}`,
      server: `service-${(at * 7 + 1) % 2_000}`,
      connection_type: at % 5 === 0 ? 'database' : '',
      failed: `${at % 2 === 0}`,
    },
    value: at + 1,
  }));
  const ms = median(timesOf(isTiny ? 1 : 5, () => observedManifest(observeSeries(series), { name: 'bench', groupBy: 'service' })));
  process.stdout.write(`  ${series.length.toLocaleString('en')} series: ${ms.toFixed(0)} ms\n`);
}
