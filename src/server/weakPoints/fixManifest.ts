/** Writes a fix as a manifest that declares only what changes. */
import { EXPORT_MANIFEST_NAME, type Manifest, type ManifestComponent, type ManifestDependency } from '@/contract/manifest/schema';
import { writeManifestYaml } from '@/contract/manifest/text/writer';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Fix } from '@/domain/graph/weakPoints/fixes';
import type { EntityKind } from '@/domain/vocabulary';

/**
 * YAML that can be previewed and applied as it is. It owns nothing: people who keep the landscape in their own manifest copy the lines
 * there.
 */
export function fixManifest(graph: LandscapeGraph, fix: Fix): string {
  const { header, manifest } = parts(graph, fix);
  return writeManifestYaml({ version: 1, name: EXPORT_MANIFEST_NAME, ...manifest }, header);
}

function parts(graph: LandscapeGraph, fix: Fix): { header: string[]; manifest: Partial<Manifest> } {
  if (fix.kind === 'makeSofter') return softer(graph, fix);
  return fix.kind === 'addMember' ? oneMore(graph, fix) : moved(graph, fix);
}

function softer({ components, edges }: LandscapeGraph, { dependency, to }: Fix) {
  const slot = dependency!;
  const { dependencyType } = edges.attributeOf(slot);
  const source = components.technicalNameOf(edges.sourceOf(slot));
  const target = components.technicalNameOf(edges.targetOf(slot));
  return {
    header: ['A softer mode is a promise:', `${source} has a time-out and a fallback, and was tried without ${target}.`],
    manifest: { dependencies: [{ source, target, dependencyType, mode: to as ManifestDependency['mode'] }] },
  };
}

function moved(graph: LandscapeGraph, { member }: Fix) {
  const { technicalName } = graph.components.viewOf(member!);
  const { hostingAreas, hostingZones } = zoneOfItsOwn(graph, member!);
  return {
    header: [`Moves ${technicalName} to a hosting zone that nothing else is in.`, 'Give the zone the name of a real one.'],
    manifest: { hostingAreas, applications: inApplication(graph, member!, { technicalName, hostingZones }) },
  };
}

function oneMore(graph: LandscapeGraph, { member, group }: Fix) {
  const { components, edges, links, technologies, datasets } = graph;
  const model = components.viewOf(member!);
  const technicalName = freeName(graph, 'component', model.technicalName);
  const { hostingAreas, hostingZones } = zoneOfItsOwn(graph, member!);
  const component = {
    technicalName,
    name: `${model.name.slice(0, MOST_CHARACTERS)} (one more)`,
    kind: model.kind,
    ...(model.isExternal ? { isExternal: true } : {}),
    hostingZones,
    technologies: Array.from(links.componentTechnologies.named.row(member!), (index) => technologies.at(index).technicalName),
    datasets: Array.from(links.componentDatasets.named.row(member!), (index) => datasets.at(index).technicalName),
  };
  const asGroup = [...edges.groups.members.row(group!.group)].filter((slot) => edges.targetOf(slot) === member);
  const { starts, companions } = edges.dependencies;
  const start = starts[member!] ?? 0;
  const own = [...companions.slice(start, start + edges.dependencies.rowLength(member!))];
  return {
    header: [`One more like ${model.technicalName}, in a hosting zone of its own.`, 'Give both the names of real ones.'],
    manifest: {
      hostingAreas,
      applications: inApplication(graph, member!, component),
      dependencies: [
        ...asGroup.map((slot) => ({ ...stated(graph, slot), target: technicalName })),
        ...own.map((slot) => ({ ...stated(graph, slot), source: technicalName })),
      ],
    },
  };
}

function stated({ components, edges }: LandscapeGraph, slot: number): ManifestDependency {
  const { dependencyType, mode, required, propagates } = edges.attributeOf(slot);
  const group = edges.groups.of(slot);
  return {
    source: components.technicalNameOf(edges.sourceOf(slot)),
    target: components.technicalNameOf(edges.targetOf(slot)),
    dependencyType,
    mode,
    required,
    propagates,
    ...(group === -1 ? {} : { redundancyGroup: edges.groups.nameOf(group), redundancyMinimum: edges.groups.minimumOf(group) }),
  };
}

function inApplication({ components, applications }: LandscapeGraph, like: number, component: ManifestComponent) {
  const { applicationId } = components.viewOf(like);
  return [{ technicalName: applications.at(applications.indexOf(applicationId)).technicalName, components: [component] }];
}

/** A new zone in the area of the component's first zone; none if the component is in no zone. */
function zoneOfItsOwn(graph: LandscapeGraph, node: number) {
  const { hostingZones, hostingAreas, links } = graph;
  const [first] = links.componentZones.named.row(node);
  if (first === undefined) return { hostingAreas: undefined, hostingZones: undefined };
  const zone = hostingZones.at(first);
  const technicalName = freeName(graph, 'hosting-zone', zone.technicalName);
  const area = hostingAreas.at(hostingAreas.indexOf(zone.hostingAreaId)).technicalName;
  return {
    hostingAreas: [{ technicalName: area, zones: [{ technicalName, name: `${zone.name.slice(0, MOST_CHARACTERS)} (another)` }] }],
    hostingZones: [technicalName],
  };
}

const MOST_CHARACTERS = 120;

/** Turns `east-a` into `east-a-2`, or the next free number. */
function freeName(graph: LandscapeGraph, kind: EntityKind, like: string): string {
  const stem = like.slice(0, MOST_CHARACTERS);
  let number = 2;
  while (graph.findEntity(kind, `${stem}-${number}`) !== null) number++;
  return `${stem}-${number}`;
}
