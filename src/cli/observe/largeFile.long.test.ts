/** 500 MB of traces are read in at most 1 GB of memory, whatever their form; the peak of each is printed. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { useFaultline } from '@/test/faultlineCommand';
import { otlpDocument, otlpProtobuf, type SaidSpan } from '@/test/spans';

const FILE_BYTES = 500_000_000;
const MOST_KIBIBYTES = 1_000_000;
const UNITS_A_BATCH = 100;

const directory = mkdtempSync(join(tmpdir(), 'faultline-large-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const { run } = useFaultline();

/** Units of work whose ids no other batch has. */
function unitsOf(batch: number): SaidSpan[] {
  return Array.from({ length: UNITS_A_BATCH }, (_, at): SaidSpan[] => {
    const id = (batch * UNITS_A_BATCH + at).toString(36);
    const [service, other] = [`service-${at % 60}`, `service-${(at * 7 + 1) % 60}`];
    const called = { 'server.address': other, 'url.full': `https://${other}/things?of=${id}`, 'http.response.status_code': '200' };
    return [
      { service, kind: 'SERVER', id: `w${id}`, name: 'GET /', attributes: { 'url.path': `/things/${id}` } },
      { service, kind: 'CLIENT', id: `c${id}`, parent: `w${id}`, name: 'GET', attributes: called },
      { service: other, kind: 'SERVER', id: `s${id}`, parent: `c${id}`, name: 'GET /things' },
    ];
  }).flat();
}

async function written(
  name: string,
  head: string,
  batchOf: (spans: SaidSpan[], batch: number) => string | Buffer,
  tail = '',
): Promise<number> {
  const stream = createWriteStream(join(directory, name));
  stream.write(head);
  let spans = 0;
  for (let batch = 0, size = 0; size < FILE_BYTES; batch++) {
    const bytes = batchOf(unitsOf(batch), batch);
    size += bytes.length;
    spans += 3 * UNITS_A_BATCH;
    if (!stream.write(bytes)) await once(stream, 'drain');
  }
  stream.end(tail);
  await once(stream, 'finish');
  return spans;
}

const inDocument = (spans: SaidSpan[]): string =>
  JSON.stringify((otlpDocument(spans) as { resourceSpans: unknown[] }).resourceSpans).slice(1, -1);

it.each<[string, () => Promise<number>]>([
  ['lines of JSON', () => written('traces', '', (spans) => `${JSON.stringify(otlpDocument(spans))}\n`)],
  [
    'one document of JSON',
    () => written('traces', '{"resourceSpans":[', (spans, batch) => `${batch === 0 ? '' : ','}${inDocument(spans)}`, ']}'),
  ],
  ['protobuf', () => written('traces', '', (spans) => otlpProtobuf(spans))],
])(
  '%s',
  async (form, made) => {
    const spans = await made();
    const file = join(directory, 'traces');
    const peak = `data:text/javascript,process.on('exit',()=>process._rawDebug('peak '+process.resourceUsage().maxRSS))`;
    const { code, stdout, stderr } = await run(['observe', 'otlp', file, '--json'], { env: { NODE_OPTIONS: `--import "${peak}"` } });
    const [, kibibytes = ''] = /peak (\d+)/.exec(stderr) ?? [];
    process.stdout.write(`${form}: ${statSync(file).size} bytes, ${spans} spans, peak ${kibibytes} KiB\n`);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { modes: object }).modes).toEqual({ measured: 0, declared: 0, assumed: 60 });
    expect(Number(kibibytes)).toBeGreaterThan(0);
    expect(Number(kibibytes)).toBeLessThan(MOST_KIBIBYTES);
  },
  600_000,
);
