/** The components of a manifest as a table for spreadsheets: one row each, with what its application says and what it depends on. */
import { csvText, type CsvCell } from '@/plain/csv';
import { append } from '@/plain/grouped';
import type { Manifest, ManifestApplication, ManifestComponent } from './schema';

const HEAD = [
  ...['Technical name', 'Name', 'Application', 'Kind', 'Runtime', 'External', 'Owner team', 'Tier', 'Lifecycle state'],
  ...['Capabilities', 'Processes', 'Technologies', 'Hosting zones', 'Depends on', 'Description'],
];

/** Lists are separated by semicolons. What a component depends on is told by technical names, everything else as people call it. */
export function componentsCsv(manifest: Manifest): string {
  const targets = new Map<string, string[]>();
  for (const { source, target } of manifest.dependencies ?? []) append(targets, source, target);
  const names = namesIn(manifest);
  const rows = (manifest.applications ?? []).flatMap((application) =>
    (application.components ?? []).map((component) => rowOf(application, component, targets.get(component.technicalName) ?? [], names)),
  );
  return csvText(HEAD, rows);
}

/** By kind and technicalName, what people call it. */
function namesIn({
  capabilities,
  processes,
  technologies,
  hostingAreas,
}: Manifest): (kind: string, names: readonly string[] | null | undefined) => string | null {
  const zones = (hostingAreas ?? []).flatMap((area) => area.zones ?? []);
  const called = Object.entries({ capabilities, processes, technologies, zones }).flatMap(([kind, list]) =>
    (list ?? []).map(({ technicalName, name }) => [`${kind} ${technicalName}`, name ?? technicalName] as const),
  );
  const known = new Map(called);
  return (kind, names) => listed((names ?? []).map((name) => known.get(`${kind} ${name}`) ?? name));
}

/** Null for an empty list, so that its cell stays empty. */
function listed(names: readonly string[]): string | null {
  return names.length === 0 ? null : [...new Set(names)].join('; ');
}

function rowOf(
  { technicalName, name: applicationName, ownerTeam, criticalityTier, lifecycleState, capabilities, processes }: ManifestApplication,
  component: ManifestComponent,
  targets: readonly string[],
  namesOf: ReturnType<typeof namesIn>,
): CsvCell[] {
  const { kind = 'Other', runtime = 'Containers', isExternal = false, name, description } = component;
  return [
    ...[
      component.technicalName,
      name ?? component.technicalName,
      applicationName ?? technicalName,
      kind,
      runtime,
      isExternal ? 'yes' : 'no',
    ],
    ...[ownerTeam ?? null, criticalityTier ?? null, lifecycleState ?? null],
    ...[namesOf('capabilities', capabilities), namesOf('processes', processes)],
    ...[namesOf('technologies', component.technologies), namesOf('zones', component.hostingZones)],
    ...[listed(targets), description ?? null],
  ];
}
