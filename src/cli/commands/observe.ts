/** `faultline observe`: proposes a manifest from what a running system sends, with the modes that its failures show. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Option, type Command } from 'commander';
import { kindOfType } from '@/contract/manifest/import/backstageWords';
import { UnreadableSource } from '@/contract/manifest/import/unreadableSource';
import { observeSpans } from '@/domain/observe/fromSpans';
import type { Span } from '@/domain/observe/span';
import { countOf } from '@/plain/counts';
import { formatMebibytes } from '@/plain/sizes';
import { GROUPINGS, observedManifest, type Grouping } from '@/sources/observedManifest';
import { readOtlp } from '@/sources/otlp/readOtlp';
import { EXIT, Failure } from '../failure';
import { reasonOf } from '../reasonOf';
import type { Session, Shell } from '../session';
import { harmless } from '../terminal';
import { writeTextFile } from '../writeTextFile';

interface ObserveOptions {
  output?: string;
  name: string;
  groupBy: Grouping;
}

/** Unpacked. What is larger is no file of traces that anybody needs for this. */
const MOST_BYTES = 1_024 * 1_048_576;
const GZIP = [0x1f, 0x8b];

const OTLP_HELP = `
A file is what the collector's file exporter or an SDK writes: OTLP in JSON or protobuf, packed by gzip or not. - reads standard input.
Each service becomes a component, with the databases, caches, queues and hosts that it calls. Where a target failed alone often enough, the
mode of the dependency is measured: did the work of the caller fail too? All other modes are assumed, and the manifest says which.
Nothing leaves this machine.

Examples:
  faultline observe otlp traces.json -o landscape.yaml
  cat traces.json | faultline observe otlp - --group-by namespace | faultline validate -`;

export function addObserve(program: Command, shell: Shell): void {
  const parent = program
    .command('observe')
    .summary('propose a manifest from a running system')
    .description('Propose a manifest from what a running system sends. What was left out is reported on stderr.');
  parent.copyInheritedSettings(program);
  const otlp = parent
    .command('otlp <file...>')
    .summary('from OpenTelemetry traces')
    .description('Propose a manifest from files with OpenTelemetry traces.')
    .option('-n, --name <name>', 'name of the manifest', 'observed-otlp')
    .option('-o, --output <file>', 'write the manifest to this file')
    .addOption(
      new Option('--group-by <how>', 'what becomes an application: each service with its own stores, each namespace, or everything')
        .choices(GROUPINGS)
        .default('service'),
    )
    .addHelpText('after', OTLP_HELP);
  shell.on<ObserveOptions>(otlp, fromOtlp);
}

function fromOtlp(session: Session, { output, name, groupBy }: ObserveOptions, ...files: string[]): Promise<number> {
  const { terminal, world } = session;
  const { progress } = terminal;
  const spans: Span[] = [];
  files.forEach((file, index) => {
    progress.update({ part: index / files.length, label: `reading ${harmless(file)}, ${countOf(spans.length, 'span')} so far` });
    for (const span of spansIn(file, session)) spans.push(span);
  });
  progress.stop();
  try {
    const proposal = observedManifest(
      observeSpans(spans, (word) => kindOfType(word)?.kind ?? null),
      { name, groupBy },
    );
    const { manifest, text, report, advice, measured, assumed } = proposal;
    for (const { type, message } of report) terminal.note(`${type === 'notMapped' ? 'left out' : 'decided'}: ${harmless(message)}`);
    for (const line of advice) terminal.note(harmless(line));
    if (output !== undefined) {
      writeTextFile(output, text, world);
      terminal.note(`wrote ${output}`);
    }
    if (session.isJson) session.writeJson({ manifest, report, spans: spans.length, modes: { measured, assumed }, advice });
    else if (output === undefined) terminal.write(text);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    throw new Failure(error.message, { code: error.code, hint: error.more.hint });
  }
  return Promise.resolve(EXIT.done);
}

/** Throws Failure for a file that cannot be read or holds no traces. */
function spansIn(file: string, { world, terminal }: Session): Span[] {
  const read = readOtlp(bytesOf(file, world.cwd));
  if (read === null)
    throw new Failure(`${file}: this is no OTLP`, {
      code: 'not_otlp',
      hint: 'give what the collector’s file exporter or an SDK writes, in JSON or protobuf',
    });
  if (read.unread > 0)
    terminal.note(`left out: ${countOf(read.unread, 'line or message', 'lines or messages')} of ${harmless(file)} that are no OTLP`);
  return read.spans;
}

function bytesOf(file: string, cwd: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file === '-' ? 0 : resolve(cwd, file));
  } catch (error) {
    throw new Failure(`${file}: ${reasonOf(error)}`, { code: 'unreadable_file' });
  }
  if (!GZIP.every((byte, at) => bytes[at] === byte)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Failure(`${file}: ${isBomb ? `it holds more than ${formatMebibytes(MOST_BYTES)}` : 'its gzip is damaged'}`, {
      code: isBomb ? 'too_large' : 'unreadable_file',
      hint: isBomb ? 'split the file, and give the parts one after another' : undefined,
    });
  }
}
