/** Writes a fix as a manifest that declares only what changes. */
import type { Manifest, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import { writeManifestYaml } from '@/contract/manifest/text/writer';
import type { DependencyView, Landscape } from '@/domain/graph/landscape/views';
import type { Change } from '@/domain/graph/weakPoints/fixes';
import type { EntityKind } from '@/domain/vocabulary';

/** A name of its own, so that a fix conflicts with a manifest that states the same otherwise, and cannot undo its work unseen. */
const FIX_MANIFEST_NAME = 'fixes';

/** YAML that can be previewed and applied as it is. People who keep the landscape in their own manifest copy the lines there. */
export function fixManifest(graph: Landscape, fix: Change): string {
  const { header, manifest } = parts(graph, fix);
  return writeManifestYaml({ version: 1, name: FIX_MANIFEST_NAME, ...manifest }, header);
}

function parts(graph: Landscape, fix: Change): { header: string[]; manifest: Partial<Manifest> } {
  if (fix.kind === 'makeSofter') return softer(graph, fix);
  return fix.kind === 'addMember' ? oneMore(graph, fix) : moved(graph, fix);
}

function softer(graph: Landscape, { dependency, to }: Change) {
  const { dependencyType, source, target } = stated(graph, graph.dependencyView(dependency!));
  return {
    header: ['A softer mode is a promise:', `${source} has a time-out and a fallback, and was tried without ${target}.`],
    manifest: { dependencies: [{ source, target, dependencyType, mode: to as ManifestDependency['mode'] }] },
  };
}

function moved(graph: Landscape, { member }: Change) {
  const { technicalName } = graph.components.viewOf(member!);
  const { hostingAreas, hostingZones } = zoneOfItsOwn(graph, member!);
  return {
    header: [`Moves ${technicalName} to a hosting zone that nothing else is in.`, 'Give the zone the name of a real one.'],
    manifest: { hostingAreas, applications: inApplication(graph, member!, { technicalName, hostingZones }) },
  };
}

function oneMore(graph: Landscape, { member, group }: Change) {
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
  return {
    header: [
      `One more like ${model.technicalName}, in a hosting zone of its own.`,
      'Give the component and the zone the names of real ones.',
    ],
    manifest: {
      hostingAreas,
      applications: inApplication(graph, member!, component),
      dependencies: [
        ...asGroup.map((slot) => ({ ...stated(graph, graph.dependencyView(slot)), target: technicalName })),
        ...graph.dependenciesOf(member!).map((own) => ({ ...stated(graph, own), source: technicalName })),
      ],
    },
  };
}

function stated({ components }: Landscape, view: DependencyView): ManifestDependency {
  const { sourceComponentId, targetComponentId, dependencyType, mode, required, propagates, redundancyGroup, redundancyMinimum } = view;
  return {
    source: components.technicalNameOf(components.find(sourceComponentId)),
    target: components.technicalNameOf(components.find(targetComponentId)),
    dependencyType,
    mode,
    required,
    propagates,
    ...(redundancyGroup === null ? {} : { redundancyGroup, redundancyMinimum }),
  };
}

function inApplication({ components, applications }: Landscape, like: number, component: ManifestComponent) {
  const { applicationId } = components.viewOf(like);
  return [{ technicalName: applications.at(applications.indexOf(applicationId)).technicalName, components: [component] }];
}

/** A new zone in the area of the component's first zone; none if the component is in no zone. */
function zoneOfItsOwn(graph: Landscape, node: number) {
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
function freeName(graph: Landscape, kind: EntityKind, like: string): string {
  const stem = like.slice(0, MOST_CHARACTERS);
  let number = 2;
  while (graph.findEntity(kind, `${stem}-${number}`) !== null) number++;
  return `${stem}-${number}`;
}
