/** Makes a proposed manifest of dropped traces, with the command line's code. The files never leave the browser. */
import { kindOfName } from '@/contract/manifest/import/backstageWords';
import { observeSpans } from '@/domain/observe/fromSpans';
import type { Span } from '@/domain/observe/span';
import { countOf } from '@/plain/counts';
import { formatMebibytes } from '@/plain/sizes';
import { observedManifest } from '@/sources/observedManifest';
import { isGzip } from '@/sources/otlp/gzip';
import { readOtlp } from '@/sources/otlp/readOtlp';

const MOST_BYTES = 256 * 1_048_576;

/** Whether a file begins as traces do: so that a large one is never read as text. */
export async function isOfTraces(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  if (isGzip(start)) return true;
  const text = new TextDecoder().decode(start);
  return /^\s*\{\s*"resource_?spans"\s*:/i.test(text) || (start[0] === 0x0a && text.includes('service.name'));
}

/** The text of the manifest. Calls `tell` with the spans so far. Throws an Error whose message is shown to the person. */
export async function proposalFromTraces(files: readonly File[], tell: (spans: number) => void): Promise<string> {
  const spans: Span[] = [];
  for (const file of files) {
    const read = readOtlp(await bytesOf(file));
    if (read === null) throw new Error(`${file.name} holds no OpenTelemetry traces. Drop OTLP in JSON or protobuf, packed by gzip or not.`);
    for (const span of read.spans) spans.push(span);
    tell(spans.length);
  }
  const { text, report } = observedManifest(observeSpans(spans, kindOfName), { name: 'observed-otlp', groupBy: 'service' });
  const notes = report.map(({ type, message }) => `# ${type === 'notMapped' ? 'left out' : 'decided'}: ${message}\n`).join('');
  return `# ${countOf(spans.length, 'span')} read\n${notes}${text}`;
}

async function bytesOf(file: File): Promise<Uint8Array> {
  if (file.size > MOST_BYTES)
    throw new Error(`${file.name} is larger than ${formatMebibytes(MOST_BYTES)}. Use faultline observe otlp on the command line.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isGzip(bytes) ? unpacked(bytes, file.name) : bytes;
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream('gzip')) as unknown as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > MOST_BYTES) break;
      parts.push(part);
    }
  } catch {
    throw new Error(`${name} is damaged: its gzip cannot be read.`);
  }
  if (size > MOST_BYTES)
    throw new Error(`${name} unpacks to more than ${formatMebibytes(MOST_BYTES)}. Use faultline observe otlp on the command line.`);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
