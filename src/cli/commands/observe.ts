/** `faultline observe`: proposes a manifest from what a running system sends, with the modes that its failures show. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { kindOfName } from '@/sources/words/backstageWords';
import { observeFlows, observeSeries } from '@/domain/observe/fromSeries';
import { observeSpans, type SpanChoices } from '@/domain/observe/fromSpans';
import { countOf } from '@/plain/counts';
import { FlowReader } from '@/sources/hubble/hubbleFlows';
import { Failure } from '@/cli/failure';
import { faultsIn, FAULTS } from '@/cli/observe/against';
import { listenOtlp, MOST_SPANS } from '@/cli/observe/listenOtlp';
import { groupingIn, propose, type ProposeOptions } from '@/cli/observe/propose';
import { readJaeger } from '@/cli/observe/readJaeger';
import { readMetricFile } from '@/cli/observe/readMetricFile';
import { readPrometheus, type PrometheusAccess } from '@/cli/observe/readPrometheus';
import { readTraceFiles, unpackedBytes } from '@/cli/observe/readTraceFiles';
import { openSession, type Session, type Shell } from '@/cli/session';
import { harmless } from '@/cli/terminal';

/** Of the sources whose resources have attributes. */
interface SpanOptions extends ProposeOptions {
  topics?: boolean;
  ownerAttribute?: string;
}

interface OtlpOptions extends SpanOptions {
  /** True without an address. */
  listen?: string | true;
  /** In milliseconds. */
  for?: number;
}
type PrometheusOptions = ProposeOptions & PrometheusAccess;
type JaegerOptions = SpanOptions & { window: string };

const LISTEN_AT = '127.0.0.1:4318';

const OTLP_HELP = `
With --listen, exporters send to this machine: an SDK with OTEL_EXPORTER_OTLP_ENDPOINT, or a collector with its otlphttp exporter.
A file is what the collector's file exporter or an SDK writes: OTLP in JSON or protobuf, gzipped or not. - reads standard input.
Each service becomes a component, with the databases, caches, queues and hosts that it calls. Where a target failed alone often enough, the
mode of the dependency is measured: did the work of the caller fail too? All other modes are assumed, and the manifest says which.
Nothing leaves this machine.

Examples:
  faultline observe otlp traces.json -o landscape.yaml
  faultline observe otlp --listen --for 5m -o landscape.yaml
  faultline observe otlp traces.json --against --fail-on hidden-outage
  cat traces.json | faultline observe otlp - --group-by namespace | faultline validate -`;

const PROMETHEUS_HELP = `
Detects what is there: the service graph of the OpenTelemetry collector, Tempo or Beyla, Istio, Linkerd, Hubble, the topology connector and
dephealth. A file is what an exporter exposes, or a JSON answer of Prometheus; - reads standard input. Metrics do not say whether a failure
reached the caller, so every mode is assumed, except where dephealth declares it.

Examples:
  faultline observe prometheus http://localhost:9090 -o landscape.yaml
  faultline observe prometheus https://prometheus.example.com --window 1d --bearer-file token.txt
  curl -s localhost:8889/metrics | faultline observe prometheus -`;

const JAEGER_HELP = `
Asks for the dependencies that Jaeger's job has computed. Without that job there are none: then it reads the latest 20 traces of each service,
which also say how hard each dependency is where enough of them failed.

Examples:
  faultline observe jaeger http://localhost:16686 -o landscape.yaml`;

const HUBBLE_HELP = `
Reads the flows that Cilium saw, a line each. - reads standard input. Flows have names of workloads and hosts, so that no instrumentation is needed;
they do not say whether a failure reached the caller, so every mode is assumed.

Examples:
  hubble observe --last 10000 -o json | faultline observe hubble - -o landscape.yaml
  faultline observe hubble flows.json.gz`;

const NOTHING_HEARD =
  'nothing was sent: check OTEL_EXPORTER_OTLP_ENDPOINT, that OTEL_EXPORTER_OTLP_PROTOCOL is http/protobuf or http/json, and that something used the services';

const NO_METRICS =
  'let the collector run its servicegraph connector, or Tempo its metrics generator, and have Prometheus scrape it; or read traces with observe otlp';

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
          if (count === undefined || unit === undefined) throw new InvalidArgumentError('It must be a number with s, m or h, such as 5m.');
          const forMs = Number(count) * { s: 1_000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
          // A timer takes no more than 24 days.
          if (forMs > 24 * 86_400_000) throw new InvalidArgumentError('It must be at most 576h.');
          return forMs;
        },
      ),
    )
    .addHelpText('after', OTLP_HELP);
  shell.on<OtlpOptions>(otlp, fromOtlp);
  withSpanOptions(otlp);
  const prometheus = withOptions(
    parent
      .command('prometheus <url-or-file>')
      .summary('from metrics of a service graph or mesh')
      .description('Propose a manifest from Prometheus, or from a file of metrics.'),
    'observed-prometheus',
  )
    .addOption(windowOption())
    .option('--bearer-file <file>', 'send the text of this file as bearer token')
    .addHelpText('after', PROMETHEUS_HELP);
  shell.on<PrometheusOptions>(prometheus, fromPrometheus);
  const jaeger = withOptions(
    parent.command('jaeger <url>').summary('from Jaeger').description('Propose a manifest from dependencies or traces in Jaeger.'),
    'observed-jaeger',
  )
    .addOption(windowOption())
    .addHelpText('after', JAEGER_HELP);
  withSpanOptions(jaeger);
  shell.on<JaegerOptions>(jaeger, fromJaeger);
  const hubble = withOptions(
    parent.command('hubble <file...>').summary('from Hubble flows (Cilium)').description('Propose a manifest from Hubble flows.'),
    'observed-hubble',
  ).addHelpText('after', HUBBLE_HELP);
  shell.on<ProposeOptions>(hubble, fromHubble);
}

function withSpanOptions(command: Command): Command {
  return command
    .option('--topics', 'make each topic and queue of a broker a component, instead of the broker')
    .option('--owner-attribute <key>', 'the resource attribute that names the owner team, such as service.owner');
}

function withOptions(command: Command, name: string): Command {
  return command
    .option('-n, --name <name>', 'name of the manifest', name)
    .option('-o, --output <file>', 'write the manifest to this file')
    .addOption(
      new Option(
        '--group-by <how>',
        'what becomes an application: each service with its own stores, each namespace, everything, or each value of a resource attribute (service, namespace, none or attribute=KEY)',
      )
        .default({ by: 'service' }, 'service')
        .argParser(groupingIn),
    )
    .option('--ask', 'ask on this terminal what customers do with the services, and what an hour of it is worth')
    .option('--against', 'compare with what the tenant declares, instead of proposing')
    .option('--names <file>', 'with --against: a file of names, one per line: the name that is seen, a colon, the technicalName')
    .option('--fail-on <faults>', `with --against: exit code 3 if there is any of ${FAULTS.join(', ')}`, faultsIn);
}

const windowOption = (): Option =>
  new Option('--window <time>', 'how far back to look: minutes, hours or days, such as 90m, 12h or 7d').default('7d').argParser((text) => {
    if (!/^[1-9]\d{0,4}[mhd]$/.test(text)) throw new InvalidArgumentError('It must be a number with m, h or d, such as 7d.');
    return text;
  });

async function fromOtlp(session: Session, options: OtlpOptions, ...files: string[]): Promise<number> {
  if (options.listen !== undefined && files.length > 0) throw new Failure('give files or --listen, not both', { code: 'usage' });
  if (options.listen !== undefined) return fromExporters(session, options);
  if (files.length === 0) throw new Failure('name files, or use --listen', { code: 'usage', hint: 'see faultline observe otlp --help' });
  const table = await readTraceFiles(files, ownKeysOf(options), session);
  return propose(session, options, observeSpans(table, choicesOf(options)));
}

/** Ends after a while, or with Ctrl-C, and proposes what was heard until then. */
async function fromExporters(session: Session, options: OtlpOptions): Promise<number> {
  const { terminal, world } = session;
  const { listen, for: forMs } = options;
  const ends = [world.signal, ...(forMs === undefined ? [] : [AbortSignal.timeout(forMs)])];
  const { table, dropped, refused } = await listenOtlp({
    address: listen === true || listen === undefined ? LISTEN_AT : listen,
    ownKeys: ownKeysOf(options),
    signal: AbortSignal.any(ends),
    onStart: (url) => {
      terminal.note(
        `listening on ${url}${forMs === undefined ? ' until Ctrl-C' : ''}; point an SDK or a collector's otlphttp exporter at it:`,
      );
      terminal.note(`  OTEL_EXPORTER_OTLP_ENDPOINT=${url}`);
    },
    onSpans: (count) => terminal.progress.update({ part: null, label: `${countOf(count, 'span')} so far` }),
  });
  terminal.progress.stop();
  if (dropped > 0) terminal.note(`left out: ${countOf(dropped, 'span')} beyond ${MOST_SPANS.toLocaleString('en')}`);
  if (refused > 0) terminal.note(`left out: ${countOf(refused, 'request')} that held no traces, or too much`);
  // Ctrl-C has ended the listening, not the rest.
  const rest = world.signal.aborted ? openSession({ ...world, signal: new AbortController().signal }, session.options) : session;
  return propose(rest, options, observeSpans(table, choicesOf(options)), NOTHING_HEARD);
}

async function fromPrometheus(session: Session, options: PrometheusOptions, place: string): Promise<number> {
  refuseAttribute(options);
  const { terminal } = session;
  if (!/^https?:/i.test(place))
    return propose(session, options, observeSeries(await readMetricFile(place, session), kindOfName), NO_METRICS);
  const { series, metrics } = await terminal.progress.during('asking Prometheus', 1, 1, () =>
    readPrometheus(session.world, place, options),
  );
  terminal.note(`read ${metrics.length === 0 ? 'no metric of a service graph or mesh' : harmless(metrics.join(', '))}`);
  return propose(session, options, observeSeries(series, kindOfName), NO_METRICS);
}

async function fromJaeger(session: Session, options: JaegerOptions, url: string): Promise<number> {
  const observed = await readJaeger(session, url, options.window, choicesOf(options));
  return propose(session, options, observed);
}

async function fromHubble(session: Session, options: ProposeOptions, ...files: string[]): Promise<number> {
  refuseAttribute(options);
  const { terminal } = session;
  const reader = new FlowReader();
  for (const file of files) {
    const tell = (): void =>
      terminal.progress.update({ part: null, label: `reading ${harmless(file)}, ${countOf(reader.flows, 'flow')} so far` });
    for await (const chunk of unpackedBytes(file, session, tell)) reader.push(chunk);
  }
  terminal.progress.stop();
  const said = reader.end();
  if (said === null)
    throw new Failure(`${files.join(', ')}: no line is a Hubble flow`, {
      code: 'not_flows',
      hint: 'give what hubble observe -o json writes',
    });
  if (reader.unread > 0) terminal.note(`left out: ${countOf(reader.unread, 'line without a flow', 'lines without a flow')}`);
  return propose(session, options, observeFlows(said, kindOfName));
}

const choicesOf = ({ topics = false, ownerAttribute, groupBy }: SpanOptions): SpanChoices => ({
  kindOfName,
  isTopicEach: topics,
  owner: ownerAttribute,
  group: groupBy.key,
});

const ownKeysOf = ({ ownerAttribute, groupBy }: SpanOptions): string[] => [ownerAttribute, groupBy.key].filter((key) => key !== undefined);

function refuseAttribute({ groupBy }: ProposeOptions): void {
  if (groupBy.by === 'attribute')
    throw new Failure('--group-by attribute=KEY needs resources with attributes, which only traces have', { code: 'usage' });
}
