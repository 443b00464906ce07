/** Which of the components that were seen form an application. */
import type { ManifestApplication, ManifestComponent } from '@/contract/manifest/schema';
import { defined } from './proposal/importedText';
import type { ImportReport } from './proposal/importReport';
import { knownKind } from './proposal/knownKind';
import { NamePool, slugOf } from './proposal/namePool';
import type { ObservedEdge, ObservedNode } from '@/domain/observe/observed';
import { byCodeUnit } from '@/plain/order';
import { listed } from './listed';

/** `attribute`: by the value that a person named an attribute for, where the nodes have one. */
export const GROUPINGS = ['service', 'namespace', 'attribute', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

const STORES: ReadonlySet<string> = new Set(['Database', 'Cache', 'Storage']);

/** A store with one user belongs to it. */
function ownersOf(nodes: readonly ObservedNode[], edges: readonly ObservedEdge[]): Map<string, string> {
  const owners = new Map<string, string>();
  const onlyUserOf = new Map<string, string | null>();
  for (const { source, target } of edges) {
    const known = onlyUserOf.get(target);
    if (known !== source) onlyUserOf.set(target, known === undefined ? source : null);
  }
  for (const { key, kind, isService, isExternal } of nodes) {
    if (isService || isExternal || !STORES.has(kind)) continue;
    const user = onlyUserOf.get(key) ?? null;
    if (user !== null) owners.set(key, user);
  }
  return owners;
}

interface Group {
  name: string;
  wanted: string;
  members: ObservedNode[];
}

/** To which application a node belongs, for each way of grouping. A null name: its own. */
class Belonging {
  private readonly owners: ReadonlyMap<string, string>;
  private readonly nodeOf: ReadonlyMap<string, ObservedNode>;

  constructor(nodes: readonly ObservedNode[], edges: readonly ObservedEdge[]) {
    this.owners = ownersOf(nodes, edges);
    this.nodeOf = new Map(nodes.map((node) => [node.key, node]));
  }

  of(node: ObservedNode, groupBy: Grouping): { key: string; name: string | null } {
    if (groupBy === 'none') return { key: 'all', name: 'Everything seen' };
    const owner = this.nodeOf.get(this.owners.get(node.key) ?? node.key)!;
    const name = groupBy === 'namespace' ? owner.namespace : groupBy === 'attribute' ? owner.group : null;
    return { key: name === null ? `own ${owner.key}` : `shared ${name}`, name };
  }
}

function groupsOf(nodes: readonly ObservedNode[], edges: readonly ObservedEdge[], groupBy: Grouping): Group[] {
  const belonging = new Belonging(nodes, edges);
  const groups = new Map<string, Group>();
  for (const node of nodes) {
    const { key, name: shared } = belonging.of(node, groupBy);
    const name = shared ?? node.name;
    const group = groups.get(key) ?? { name, wanted: groupBy === 'none' ? 'observed' : name, members: [] };
    groups.set(key, group);
    group.members.push(node);
  }
  return [...groups.values()];
}

/** How many applications each way of grouping gives. */
export function groupingCounts(
  nodes: readonly ObservedNode[],
  edges: readonly ObservedEdge[],
  choices: readonly Grouping[],
): ReadonlyMap<Grouping, number> {
  const belonging = new Belonging(nodes, edges);
  return new Map(choices.map((groupBy) => [groupBy, new Set(nodes.map((node) => belonging.of(node, groupBy).key)).size]));
}

/** `nodes` in the order in which names are given; `names` by key. Fills `notes`. */
export function applicationsOf(
  nodes: readonly ObservedNode[],
  edges: readonly ObservedEdge[],
  names: ReadonlyMap<string, string>,
  groupBy: Grouping,
  notes: Map<object, string>,
  report: ImportReport,
): ManifestApplication[] {
  const pool = new NamePool();
  return groupsOf(nodes, edges, groupBy).map(({ name, wanted, members }) => {
    const tier = members.map((member) => member.tier).find((one) => one !== null);
    const owners = [...new Set(members.flatMap(({ owner }) => owner ?? []))].sort(byCodeUnit);
    if (owners.length > 1) report.decided(undefined, `${name} has services of ${listed(owners)}, so it states no owner team`);
    return {
      technicalName: pool.take(wanted),
      name,
      ...(owners.length === 1 ? { ownerTeam: owners[0]! } : {}),
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
    ...defined({ kind: knownKind(node.kind) }),
    ...(node.runtime === null ? {} : { runtime: node.runtime }),
    ...(node.isExternal ? { isExternal: true } : {}),
    ...(node.zones.length === 0 ? {} : { hostingZones: node.zones.map(({ name }) => slugOf(name)) }),
  };
}

function nodeNote({ destinations, broker, isNamedBySystem, isService, isExternal, kind }: ObservedNode): string | null {
  const parts = [
    ...(destinations.length > 0 ? [`destinations: ${listed(destinations)}`] : []),
    ...(broker === undefined ? [] : [`on the broker ${broker}`]),
    ...(isNamedBySystem ? ['no host of it is known: it may be a database that is listed under its host'] : []),
    ...(!isService && !isExternal && kind === 'Other' ? ['not instrumented: known by the name that its callers use'] : []),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
