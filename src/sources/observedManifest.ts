/** Makes of what was seen a manifest that a person can read: with a comment on each dependency that says on what its mode rests. */
import type { Manifest, ManifestDependency } from '@/contract/manifest/schema';
import { toImported, type Imported } from './proposal/imported';
import { ImportReport } from './proposal/importReport';
import { NamePool, slugOf } from './proposal/namePool';
import { UnreadableSource } from './proposal/unreadableSource';
import { modeOf, type MeasuredMode } from '@/domain/observe/mode';
import { leftWords, type Observed, type ObservedEdge, type ObservedNode } from '@/domain/observe/observed';
import { UNITS, type Unit } from '@/domain/observe/units';
import { byCodeUnit } from '@/plain/order';
import { bareCountOf, countOf } from '@/plain/counts';
import { COLLECTOR_CONFIGURATION } from './collectorConfiguration';
import { customerParts, questions, type CustomerAnswer } from './customerAnswers';
import { listed } from './listed';
import { applicationsOf, groupingCounts, type Grouping } from './observedApplications';

export interface ProposalOptions {
  /** Of the manifest. */
  name: string;
  groupBy: Grouping;
  /** Given if somebody was asked. */
  answers?: readonly CustomerAnswer[];
}

export type ModeCounts = Record<MeasuredMode['basis'], number>;

export interface Proposal extends Imported {
  /** Counted over all dependencies. */
  modes: ModeCounts;
  /** What is left to ask, and to do. */
  advice: string[];
  /** What to configure, where nothing that was read joins up. */
  collector: string | null;
  /** Of the services, their technicalNames, and whether customers may touch them. */
  services: { technicalName: string; isCalledFromOutside: boolean }[];
}

/** Fewer calls that outlived their caller may be an accident. */
const FEWEST_OUTLIVING = 5;

/** Throws UnreadableSource if nothing was seen. */
export function observedManifest(observed: Observed, { name, groupBy, answers = [] }: ProposalOptions): Proposal {
  const { nodes, edges, unit } = observed;
  assertSeen(observed);
  // Services first: theirs are the names that people know.
  const inOrder = [...nodes].sort((left, right) => Number(right.isService) - Number(left.isService) || byCodeUnit(left.key, right.key));
  const names = namesOf(inOrder);
  const nodeOf = new Map(nodes.map((node) => [node.key, node]));
  const notes = new Map<object, string>();
  const modes = new Map(edges.map((edge) => [edge, modeOf(edge, edge.dependencyType, nodeOf.get(edge.target)!.kind, unit)]));
  const report = new ImportReport();
  const applications = applicationsOf(inOrder, edges, names, groupBy, notes, report);
  const parts = customerParts(answers, applications);
  const manifest: Manifest = {
    version: 1,
    name,
    hostingAreas: hostingAreas(nodes),
    ...parts,
    applications,
    dependencies: edges.map((edge) => {
      const dependency = dependencyOf(edge, names, modes.get(edge)!);
      notes.set(dependency, noteOf(edge, modes.get(edge)!));
      return dependency;
    }),
  };
  const counts: ModeCounts = { measured: 0, declared: 0, assumed: 0 };
  for (const { basis } of modes.values()) counts[basis] += 1;
  tellLeft(observed, names, report);
  tellOutliving(edges, modes, names, report);
  const header = [firstLine(counts), ...(counts.assumed === 0 ? [] : ['Check each mode that is assumed before you rely on it.'])];
  const imported = toImported({ manifest, notes }, header, report);
  const services = inOrder
    .filter(({ isService }) => isService)
    .map(({ key, isCalledFromOutside }) => ({ technicalName: names.get(key)!, isCalledFromOutside }));
  const outside = services.filter(({ isCalledFromOutside }) => isCalledFromOutside).map(({ technicalName }) => technicalName);
  const left = parts.capabilities === undefined ? questions(outside, unit) : [];
  const advice = [firstLine(counts), ...adviceOn(observed, counts), groupingWords(observed, groupBy), ...left];
  const text = imported.text + left.map((line) => `# ${line}\n`).join('');
  return { ...imported, text, modes: counts, advice, services, collector: edges.length === 0 ? COLLECTOR_CONFIGURATION : null };
}

/** Throws UnreadableSource if nothing was seen. */
export function assertSeen(observed: Observed): void {
  if (observed.nodes.length === 0)
    throw new UnreadableSource(nothingWords(observed), 'nothing_found', { hint: NOTHING_HINTS[observed.unit] });
}

/** By key; what several nodes are called is preceded by their namespace. */
function namesOf(nodes: readonly ObservedNode[]): Map<string, string> {
  const pool = new NamePool();
  const sharing = new Map<string, number>();
  for (const { name } of nodes) sharing.set(name.toLowerCase(), (sharing.get(name.toLowerCase()) ?? 0) + 1);
  return new Map(
    nodes.map(({ key, name, namespace, component }) => {
      const isShared = (sharing.get(name.toLowerCase()) ?? 0) > 1;
      return [key, pool.take(component ?? (isShared && namespace !== null ? `${namespace}-${name}` : name))];
    }),
  );
}

function firstLine({ measured, declared, assumed }: ModeCounts): string {
  const all = measured + declared + assumed;
  if (all === 0) return 'No dependency was seen.';
  const owners = declared === 0 ? '' : `, of ${declared} declared by their owners`;
  return `Of ${countOf(all, 'dependency', 'dependencies')}, the modes of ${measured} are measured${owners} and of ${assumed} assumed.`;
}

function hostingAreas(nodes: readonly ObservedNode[]): Manifest['hostingAreas'] {
  const areas = new Map<string, Set<string>>();
  for (const { zones } of nodes) for (const { area, name } of zones) areas.set(area, (areas.get(area) ?? new Set()).add(name));
  if (areas.size === 0) return undefined;
  const pool = new NamePool();
  return [...areas]
    .sort(([left], [right]) => byCodeUnit(left, right))
    .map(([area, zones]) => ({
      technicalName: pool.take(area),
      name: area,
      zones: [...zones].sort(byCodeUnit).map((zone) => ({ technicalName: slugOf(zone), name: zone })),
    }));
}

/** States what is known even where it is the default: what a manifest leaves out stays as it was, such as a mode that was softer a week ago. */
function dependencyOf(edge: ObservedEdge, names: ReadonlyMap<string, string>, { mode, basis }: MeasuredMode): ManifestDependency {
  const required = edge.isTelemetry ? false : edge.declared?.isRequired;
  return {
    source: names.get(edge.source)!,
    target: names.get(edge.target)!,
    dependencyType: edge.dependencyType,
    ...(mode === 'Hard' && basis === 'assumed' ? {} : { mode }),
    ...(required === undefined ? {} : { required }),
    ...(edge.protocol === null ? {} : { protocol: edge.protocol }),
    ...(edge.isEncrypted === true ? { transportEncryption: 'TLS' } : {}),
  };
}

function noteOf({ calls, failed, how, isEncrypted, protocol, endpoints }: ObservedEdge, { why }: MeasuredMode): string {
  const wire = isEncrypted === true ? '; encryption observed' : protocol === null ? '' : '; protocol observed';
  const count = calls === 0 ? '' : `seen ${bareCountOf(Math.round(calls), 'time')}, ${Math.round(failed)} failed; `;
  const places =
    endpoints === undefined ? '' : `; ${endpoints.length} endpoints (${listed(endpoints)}): a redundancy group? Which minimum?`;
  return `${count}${how}; ${why}${wire}${places}`;
}

function tellLeft({ left, nodes }: Observed, names: ReadonlyMap<string, string>, report: ImportReport): void {
  for (const one of left) report.notMapped(undefined, `${leftWords(one)}${one.names.length === 0 ? '' : ` (${listed(one.names)})`}`);
  for (const { key, name, isNamedBySystem } of nodes) {
    if (!isNamedBySystem) continue;
    const other = nodes.find((node) => node.key !== key && node.databases.includes(name));
    if (other !== undefined)
      report.decided(undefined, `${names.get(key)} may be ${names.get(other.key)}, which holds a database of that name`);
  }
}

/** Whoever does not wait for an answer does not fail with it. */
function tellOutliving(
  edges: readonly ObservedEdge[],
  modes: ReadonlyMap<ObservedEdge, MeasuredMode>,
  names: ReadonlyMap<string, string>,
  report: ImportReport,
): void {
  for (const edge of edges) {
    const { outlived, calls, source, target } = edge;
    if (outlived < FEWEST_OUTLIVING || 2 * outlived <= calls || modes.get(edge)!.mode === 'Async') continue;
    report.decided(
      undefined,
      `${names.get(source)} → ${names.get(target)}: ${outlived} of ${calls} calls ended after the work that made them: if nobody waits for the answer, set mode: Async`,
    );
  }
}

/** What to give instead of something in which nothing was found. */
const NOTHING_HINTS: Readonly<Record<Unit, string>> = {
  span: 'give a file of the collector’s file exporter, or of an SDK: OTLP traces in JSON or protobuf, packed by gzip or not',
  series: 'give metrics of a service graph or a mesh: the servicegraph connector, Tempo, Beyla, Istio, Linkerd, Hubble or dephealth',
  flow: 'give flows as Hubble writes them: hubble observe --last 10000 -o json',
  link: 'let services send traces to this Jaeger first, or read their files with faultline observe otlp',
};

function nothingWords({ unit, count, left }: Observed): string {
  if (count === 0) return unit === 'span' ? 'there is no span in this' : `no ${unit} says what calls what`;
  return `nothing in ${countOf(count, unit, UNITS[unit].several)} names a service: ${left.map(leftWords).join(', ')}`;
}

function adviceOn({ edges, unit, count }: Observed, { measured }: ModeCounts): string[] {
  if (edges.length === 0)
    return [
      `${countOf(count, `${unit} was`, `${UNITS[unit].several} were`)} read, and none calls another service. Send the spans of callers and of those they call, unsampled: instrument more than one service, and let the collector write all of them to one file.`,
    ];
  if (measured > 0) return [];
  return [
    unit === 'span'
      ? 'No mode could be measured, because nothing failed often enough. Read spans of a bad hour, or stop one target at a time where that is safe, and run this again.'
      : `No mode is measured, because ${UNITS[unit].source} do not say whether a failure reached the caller. Traces do: faultline observe otlp reads them.`,
  ];
}

/** What each choice would give. */
function groupingWords({ nodes, edges }: Observed, groupBy: Grouping): string {
  const others = (['service', 'namespace', 'none'] as const).filter((one) => one !== groupBy);
  const counts = groupingCounts(nodes, edges, [groupBy, ...others]);
  const would = others.map((one) => `--group-by ${one} would give ${counts.get(one)!}`).join(', ');
  return `${countOf(counts.get(groupBy)!, 'application')}; ${would}.`;
}
