/** Makes a proposed manifest of dropped traces, with the command line's code. The files never leave the browser. */
import { kindOfName } from '@/contract/manifest/import/backstageWords';
import { observeSpans } from '@/domain/observe/fromSpans';
import { SpanTable } from '@/domain/observe/spanTable';
import { countOf } from '@/plain/counts';
import { formatMebibytes } from '@/plain/sizes';
import { observedManifest } from '@/sources/observedManifest';
import { isGzip } from '@/sources/otlp/gzip';
import { OtlpReader } from '@/sources/otlp/readOtlp';

/** Unpacked: the wall against a small file that holds a huge one. */
const MOST_UNPACKED = 2 * 1_024 * 1_048_576;

/** Whether a file begins as traces do: so that a large one is never read as text. */
export async function isOfTraces(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  if (isGzip(start)) return true;
  const text = new TextDecoder().decode(start);
  return /^\s*\{\s*"resource_?spans"\s*:/i.test(text) || (start[0] === 0x0a && text.includes('service.name'));
}

/** The text of the manifest. Calls `tell` with the spans so far. Throws an Error whose message is shown to the person. */
export async function proposalFromTraces(files: readonly File[], tell: (spans: number) => void): Promise<string> {
  const table = new SpanTable();
  for (const file of files) {
    const reader = new OtlpReader((span) => table.add(span));
    for await (const chunk of bytesOf(file)) {
      reader.push(chunk);
      tell(table.size);
    }
    if (reader.end() === null)
      throw new Error(`${file.name} holds no OpenTelemetry traces. Drop OTLP in JSON or protobuf, packed by gzip or not.`);
  }
  tell(table.size);
  const { text, report } = observedManifest(observeSpans(table, { kindOfName }), { name: 'observed-otlp', groupBy: 'service' });
  const notes = report.map(({ type, message }) => `# ${type === 'notMapped' ? 'left out' : 'decided'}: ${message}\n`).join('');
  return `# ${countOf(table.size, 'span')} read\n${notes}${text}`;
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
    if (isPacked && size > MOST_UNPACKED) {
      void chunks.cancel();
      throw new Error(
        `${file.name} unpacks to more than ${formatMebibytes(MOST_UNPACKED)}. Use faultline observe otlp on the command line.`,
      );
    }
    yield value;
  }
}
