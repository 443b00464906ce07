/** `faultline observe`: proposes a manifest from what a running system sends, with the modes that its failures show. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { kindOfName } from '@/contract/manifest/import/backstageWords';
import { UnreadableSource } from '@/contract/manifest/import/unreadableSource';
import { observeSeries } from '@/domain/observe/fromSeries';
import { observeSpans } from '@/domain/observe/fromSpans';
import { leftWords, type Observed } from '@/domain/observe/observed';
import { countOf } from '@/plain/counts';
import { GROUPINGS, observedManifest, type Grouping } from '@/sources/observedManifest';
import { EXIT, Failure } from '../failure';
import { comparisonLines, compareWithTenant, faultsIn, FAULTS, isAtFault, namesIn, type Fault } from '../observe/against';
import { listenOtlp, MOST_SPANS } from '../observe/listenOtlp';
import { readJaeger } from '../observe/readJaeger';
import { readPrometheus, type PrometheusAccess } from '../observe/readPrometheus';
import { readTraceFiles } from '../observe/readTraceFiles';
import type { Session, Shell } from '../session';
import { harmless } from '../terminal';
import { writeTextFile } from '../writeTextFile';

interface ObserveOptions {
  output?: string;
  name: string;
  groupBy: Grouping;
  against?: boolean;
  names?: string;
  failOn?: Fault[];
}

interface OtlpOptions extends ObserveOptions {
  /** True without an address. */
  listen?: string | true;
  /** In milliseconds. */
  for?: number;
}
type PrometheusOptions = ObserveOptions & PrometheusAccess;

const LISTEN_AT = '127.0.0.1:4318';

const OTLP_HELP = `
With --listen, exporters send to this machine: an SDK with OTEL_EXPORTER_OTLP_ENDPOINT, or a collector with the exporter otlphttp.
A file is what the collector's file exporter or an SDK writes: OTLP in JSON or protobuf, packed by gzip or not. - reads standard input.
Each service becomes a component, with the databases, caches, queues and hosts that it calls. Where a target failed alone often enough, the
mode of the dependency is measured: did the work of the caller fail too? All other modes are assumed, and the manifest says which.
Nothing leaves this machine.

Examples:
  faultline observe otlp traces.json -o landscape.yaml
  faultline observe otlp --listen --for 5m -o landscape.yaml
  faultline observe otlp traces.json --against --fail-on hidden-outage
  cat traces.json | faultline observe otlp - --group-by namespace | faultline validate -`;

const PROMETHEUS_HELP = `
Finds by itself what is there: the service graph of the OpenTelemetry collector, Tempo or Beyla, Istio, Linkerd, Hubble, the topology connector and
dephealth. Metrics do not say whether a failure reached the caller, so every mode is assumed unless its owner declares it.

Examples:
  faultline observe prometheus http://localhost:9090 -o landscape.yaml
  faultline observe prometheus https://prometheus.example.com --window 1d --bearer-file token.txt`;

const JAEGER_HELP = `
Asks for the dependencies that Jaeger's job has computed. Without that job there are none: then use observe otlp.

Examples:
  faultline observe jaeger http://localhost:16686 -o landscape.yaml`;

const NOTHING_HEARD =
  'nothing was sent: check OTEL_EXPORTER_OTLP_ENDPOINT, that OTEL_EXPORTER_OTLP_PROTOCOL is http/protobuf or http/json, and that something used the services';

const NO_METRICS =
  'let the collector run the connector servicegraph, or Tempo its metrics generator, and have Prometheus scrape it; or read traces with observe otlp';

export function addObserve(program: Command, shell: Shell): void {
  const parent = program
    .command('observe')
    .summary('propose a manifest from a running system')
    .description('Propose a manifest from what a running system sends. What was left out is reported on stderr.');
  parent.copyInheritedSettings(program);
  const otlp = withOptions(
    parent
      .command('otlp [file...]')
      .summary('from OpenTelemetry traces')
      .description('Propose a manifest from files with OpenTelemetry traces.'),
    'observed-otlp',
  )
    .option('--listen [address]', `take traces over HTTP instead of files; default ${LISTEN_AT}`)
    .addOption(
      new Option('--for <time>', 'how long to listen: seconds, minutes or hours, such as 90s or 5m; default: until Ctrl-C').argParser(
        (text) => {
          const [, count, unit] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
          if (count === undefined || unit === undefined) throw new InvalidArgumentError('It is a number with s, m or h, such as 5m.');
          const forMs = Number(count) * { s: 1_000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
          // A timer takes no more than 24 days.
          if (forMs > 24 * 86_400_000) throw new InvalidArgumentError('It is at most 576h.');
          return forMs;
        },
      ),
    )
    .addHelpText('after', OTLP_HELP);
  shell.on<OtlpOptions>(otlp, fromOtlp);
  const prometheus = withOptions(
    parent
      .command('prometheus <url>')
      .summary('from metrics of a service graph or mesh')
      .description('Propose a manifest from a Prometheus.'),
    'observed-prometheus',
  )
    .addOption(windowOption())
    .option('--bearer-file <file>', 'send the text of this file as bearer token')
    .addHelpText('after', PROMETHEUS_HELP);
  shell.on<PrometheusOptions>(prometheus, fromPrometheus);
  const jaeger = withOptions(
    parent.command('jaeger <url>').summary('from Jaeger').description('Propose a manifest from a Jaeger.'),
    'observed-jaeger',
  )
    .addOption(windowOption())
    .addHelpText('after', JAEGER_HELP);
  shell.on<ObserveOptions & { window: string }>(jaeger, fromJaeger);
}

function withOptions(command: Command, name: string): Command {
  return command
    .option('-n, --name <name>', 'name of the manifest', name)
    .option('-o, --output <file>', 'write the manifest to this file')
    .addOption(
      new Option('--group-by <how>', 'what becomes an application: each service with its own stores, each namespace, or everything')
        .choices(GROUPINGS)
        .default('service'),
    )
    .option('--against', 'compare with what the tenant declares, instead of proposing')
    .option('--names <file>', 'with --against: names of your own, a line each: the name that is seen, a colon, the technicalName')
    .option('--fail-on <faults>', `with --against: exit code 3 if there is any of ${FAULTS.join(', ')}`, faultsIn);
}

const windowOption = (): Option =>
  new Option('--window <time>', 'how far back to look: minutes, hours or days, such as 90m, 12h or 7d').default('7d').argParser((text) => {
    if (!/^[1-9]\d{0,4}[mhd]$/.test(text)) throw new InvalidArgumentError('It is a number with m, h or d, such as 7d.');
    return text;
  });

async function fromOtlp(session: Session, options: OtlpOptions, ...files: string[]): Promise<number> {
  if (options.listen !== undefined && files.length > 0) throw new Failure('give files or --listen, not both', { code: 'usage' });
  if (options.listen !== undefined) return fromExporters(session, options);
  if (files.length === 0) throw new Failure('say which files, or --listen', { code: 'usage', hint: 'see faultline observe otlp --help' });
  const table = await readTraceFiles(files, [], session);
  return propose(session, options, observeSpans(table, { kindOfName }));
}

/** Ends after a while, or with Ctrl-C, and proposes what was heard until then. */
async function fromExporters(session: Session, options: OtlpOptions): Promise<number> {
  const { terminal, world } = session;
  const { listen, for: forMs } = options;
  const ends = [world.signal, ...(forMs === undefined ? [] : [AbortSignal.timeout(forMs)])];
  const { table, dropped, refused } = await listenOtlp({
    address: listen === true || listen === undefined ? LISTEN_AT : listen,
    ownKeys: [],
    signal: AbortSignal.any(ends),
    onStart: (url) => {
      terminal.note(
        `listening on ${url}${forMs === undefined ? ' until Ctrl-C' : ''}; point an SDK or the exporter otlphttp of a collector at it:`,
      );
      terminal.note(`  OTEL_EXPORTER_OTLP_ENDPOINT=${url}`);
    },
    onSpans: (count) => terminal.progress.update({ part: null, label: `${countOf(count, 'span')} so far` }),
  });
  terminal.progress.stop();
  if (dropped > 0) terminal.note(`left out: ${countOf(dropped, 'span')} beyond ${MOST_SPANS.toLocaleString('en')}`);
  if (refused > 0) terminal.note(`left out: ${countOf(refused, 'request')} that held no traces, or too much`);
  return propose(session, options, observeSpans(table, { kindOfName }), NOTHING_HEARD);
}

async function fromPrometheus(session: Session, options: PrometheusOptions, url: string): Promise<number> {
  const { terminal } = session;
  const { series, metrics } = await terminal.progress.during('asking Prometheus', 1, 1, () => readPrometheus(session.world, url, options));
  terminal.note(`read ${metrics.length === 0 ? 'no metric of a service graph or mesh' : harmless(metrics.join(', '))}`);
  return propose(session, options, observeSeries(series, kindOfName), NO_METRICS);
}

async function fromJaeger(session: Session, options: ObserveOptions & { window: string }, url: string): Promise<number> {
  const { progress } = session.terminal;
  const observed = await progress.during('asking Jaeger', 1, 1, () => readJaeger(session.world, url, options.window, kindOfName));
  return propose(session, options, observed);
}

/** Throws Failure if nothing was seen; `hint` says what to do then. */
async function propose(session: Session, options: ObserveOptions, observed: Observed, hint?: string): Promise<number> {
  const { terminal, world } = session;
  const { output, name, groupBy } = options;
  if (options.against === true) return compare(session, options, observed);
  if (options.names !== undefined || options.failOn !== undefined)
    throw new Failure('--names and --fail-on belong to --against', { code: 'usage' });
  try {
    const { manifest, text, report, advice, modes } = observedManifest(observed, { name, groupBy });
    for (const { type, message } of report) terminal.note(`${type === 'notMapped' ? 'left out' : 'decided'}: ${harmless(message)}`);
    for (const line of advice) terminal.note(harmless(line));
    if (output !== undefined) {
      writeTextFile(output, text, world);
      terminal.note(`wrote ${output}`);
    }
    if (session.isJson) session.writeJson({ manifest, report, modes, advice });
    else if (output === undefined) terminal.write(text);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    throw new Failure(error.message, { code: error.code, hint: hint ?? error.more.hint });
  }
}

async function compare(session: Session, { names, failOn = [] }: ObserveOptions, observed: Observed): Promise<number> {
  const { terminal } = session;
  for (const left of observed.left) terminal.note(`left out: ${harmless(leftWords(left))}`);
  const comparison = await compareWithTenant(session, observed, namesIn(names, session));
  if (session.isJson) session.writeJson(comparison);
  else terminal.write(`${comparisonLines(comparison, session).join('\n')}\n`);
  return isAtFault(comparison, failOn) ? EXIT.foundFault : EXIT.done;
}
