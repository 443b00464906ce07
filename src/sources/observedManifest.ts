/** Makes of what was seen a manifest that a person can read: with a comment on each dependency that says on what its mode rests. */
import type { Manifest, ManifestApplication, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import { toImported, type Imported } from '@/contract/manifest/import/imported';
import { ImportReport } from '@/contract/manifest/import/importReport';
import { NamePool, slugOf } from '@/contract/manifest/import/namePool';
import { UnreadableSource } from '@/contract/manifest/import/unreadableSource';
import { modeOf, type MeasuredMode } from '@/domain/observe/mode';
import { leftWords, type Observed, type ObservedEdge, type ObservedNode } from '@/domain/observe/observed';
import { byCodeUnit } from '@/plain/order';
import { bareCountOf, countOf } from '@/plain/counts';

export const GROUPINGS = ['service', 'namespace', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface ProposalOptions {
  /** Of the manifest. */
  name: string;
  groupBy: Grouping;
}

export type ModeCounts = Record<MeasuredMode['basis'], number>;

export interface Proposal extends Imported {
  /** Counted over all dependencies. */
  modes: ModeCounts;
  /** What is left to ask, and to do. */
  advice: string[];
}

const STORES: ReadonlySet<string> = new Set(['Database', 'Cache', 'Storage']);
/** In one comment. */
const MOST_NAMED = 10;

/** Throws UnreadableSource if nothing was seen. */
export function observedManifest(observed: Observed, { name, groupBy }: ProposalOptions): Proposal {
  const { nodes, edges } = observed;
  if (nodes.length === 0) throw new UnreadableSource(nothingWords(observed), 'nothing_found', { hint: NO_SPANS_HINT });
  const pool = new NamePool();
  // Services first: theirs are the names that people know.
  const inOrder = [...nodes].sort((left, right) => Number(right.isService) - Number(left.isService) || byCodeUnit(left.key, right.key));
  const sharing = new Map<string, number>();
  for (const { name: own } of nodes) sharing.set(own.toLowerCase(), (sharing.get(own.toLowerCase()) ?? 0) + 1);
  const names = new Map(
    inOrder.map(({ key, name: own, namespace }) => {
      const isShared = (sharing.get(own.toLowerCase()) ?? 0) > 1;
      return [key, pool.take(isShared && namespace !== null ? `${namespace}-${own}` : own)];
    }),
  );
  const nodeOf = new Map(nodes.map((node) => [node.key, node]));
  const notes = new Map<object, string>();
  const modes = new Map(edges.map((edge) => [edge, modeOf(edge, edge.dependencyType, nodeOf.get(edge.target)!.kind, observed.unit)]));
  const report = new ImportReport();
  const manifest: Manifest = {
    version: 1,
    name,
    hostingAreas: hostingAreas(nodes),
    applications: applicationsOf(inOrder, edges, names, groupBy, notes),
    dependencies: edges.map((edge) => {
      const dependency = dependencyOf(edge, names, modes.get(edge)!);
      notes.set(dependency, noteOf(edge, modes.get(edge)!));
      return dependency;
    }),
  };
  const counts: ModeCounts = { measured: 0, declared: 0, assumed: 0 };
  for (const { basis } of modes.values()) counts[basis] += 1;
  tellLeft(observed, names, report);
  const header = [firstLine(counts), ...questions(observed, names), 'Check each mode that is assumed before you rely on it.'];
  const imported = toImported({ manifest, notes }, header, report);
  const advice = [firstLine(counts), ...adviceOn(observed, counts), ...questions(observed, names)];
  return { ...imported, modes: counts, advice };
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

/** A store with one user belongs to it. */
function ownersOf(nodes: readonly ObservedNode[], edges: readonly ObservedEdge[]): Map<string, string> {
  const owners = new Map<string, string>();
  const usersOf = new Map<string, Set<string>>();
  for (const { source, target } of edges) usersOf.set(target, (usersOf.get(target) ?? new Set()).add(source));
  for (const { key, kind, isService, isExternal } of nodes) {
    const users = usersOf.get(key) ?? new Set();
    const [user] = users;
    if (!isService && !isExternal && STORES.has(kind) && users.size === 1 && user !== undefined) owners.set(key, user);
  }
  return owners;
}

function applicationsOf(
  nodes: readonly ObservedNode[],
  edges: readonly ObservedEdge[],
  names: ReadonlyMap<string, string>,
  groupBy: Grouping,
  notes: Map<object, string>,
): ManifestApplication[] {
  const owners = ownersOf(nodes, edges);
  const nodeOf = new Map(nodes.map((node) => [node.key, node]));
  const groupOf = (node: ObservedNode): string => {
    const owner = nodeOf.get(owners.get(node.key) ?? node.key)!;
    if (groupBy === 'none') return 'everything';
    return groupBy === 'namespace' && owner.namespace !== null ? `namespace ${owner.namespace}` : owner.key;
  };
  const groups = new Map<string, ObservedNode[]>();
  for (const node of nodes) groups.set(groupOf(node), [...(groups.get(groupOf(node)) ?? []), node]);
  const pool = new NamePool();
  return [...groups].map(([group, members]) => {
    const [first] = members as [ObservedNode, ...ObservedNode[]];
    const name = group === 'everything' ? 'Everything seen' : group.startsWith('namespace ') ? group.slice(10) : first.name;
    const tier = members.map((member) => member.tier).find((one) => one !== null);
    return {
      technicalName: pool.take(group === 'everything' ? 'observed' : name),
      name,
      ...(tier === undefined || tier === null ? {} : { criticalityTier: tier }),
      components: members.map((member) => {
        const component = componentOf(member, names);
        const note = nodeNote(member);
        if (note !== null) notes.set(component, note);
        return component;
      }),
    };
  });
}

function componentOf(node: ObservedNode, names: ReadonlyMap<string, string>): ManifestComponent {
  return {
    technicalName: names.get(node.key)!,
    name: node.name,
    kind: node.kind,
    ...(node.runtime === null ? {} : { runtime: node.runtime }),
    ...(node.isExternal ? { isExternal: true } : {}),
    ...(node.zones.length === 0 ? {} : { hostingZones: node.zones.map(({ name }) => slugOf(name)) }),
  };
}

function nodeNote({ destinations, isNamedBySystem, isService, isExternal, kind }: ObservedNode): string | null {
  const parts = [
    ...(destinations.length > 0 ? [`destinations: ${listed(destinations)}`] : []),
    ...(isNamedBySystem ? ['no host of it is known: it may be a database that is listed under its host'] : []),
    ...(!isService && !isExternal && kind === 'Other' ? ['not instrumented: known by the name that its callers use'] : []),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

function dependencyOf(edge: ObservedEdge, names: ReadonlyMap<string, string>, { mode }: MeasuredMode): ManifestDependency {
  return {
    source: names.get(edge.source)!,
    target: names.get(edge.target)!,
    dependencyType: edge.dependencyType,
    ...(mode === 'Hard' ? {} : { mode }),
    ...(edge.isTelemetry || edge.declared?.isRequired === false ? { required: false } : {}),
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

const NO_SPANS_HINT = 'give a file of the collector’s file exporter, or of an SDK: OTLP traces in JSON or protobuf, packed by gzip or not';

function nothingWords({ unit, count, left }: Observed): string {
  if (count === 0) return unit === 'span' ? 'there is no span in this' : 'no series says what calls what';
  return `nothing in ${countOf(count, unit, unit === 'span' ? 'spans' : 'series')} names a service: ${left.map(leftWords).join(', ')}`;
}

function adviceOn({ edges, unit, count }: Observed, { measured }: ModeCounts): string[] {
  if (edges.length === 0)
    return [
      `${countOf(count, `${unit} was`, unit === 'span' ? 'spans were' : 'series were')} read, and none calls another service. Send the spans of callers and of those they call, unsampled: instrument more than one service, and let the collector write all of them to one file.`,
    ];
  if (measured > 0) return [];
  return [
    unit === 'series'
      ? 'No mode is measured, because metrics do not say whether a failure reached the caller. Traces do: faultline observe otlp reads them.'
      : 'No mode could be measured, because nothing failed often enough. Read spans of a bad hour, or stop one target at a time where that is safe, and run this again.',
  ];
}

/** What makes people and money appear, which no span knows. */
function questions({ nodes, unit }: Observed, names: ReadonlyMap<string, string>): string[] {
  const outside = nodes.filter(({ isCalledFromOutside }) => isCalledFromOutside).map(({ key }) => names.get(key)!);
  return [
    `Which services do customers touch? ${outside.length === 0 ? `No ${unit} says.` : `Called from outside: ${listed(outside)}.`}`,
    'What do they do there? That is a capability: declare it, and the applications that support it.',
    'What is an hour of it worth? Declare a segment with its people and annualRevenue.',
  ];
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ');
}
