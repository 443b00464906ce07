/** Splits a manifest into one declaration per entity or dependency, and finds whether it states revenue. */
import type { Declaration, DeclaredValue } from '@/domain/manifest/declaration';
import { FIELD_RULES, dependencyName, isListField, type ManifestKind } from '@/domain/manifest/manifestFields';
import { memberTexts } from '@/domain/manifest/scenarioValues';
import type { Steps } from '@/plain/steps';
import type { Manifest } from './schema';
import type { ManifestPath } from './issue';

type Stated = Record<string, unknown>;

/** Declarations between two steps. */
const PORTION = 2_000;

/** In the order of the document, in steps of a few milliseconds. */
export function* declarationsOf(manifest: Manifest): Steps<Declaration[]> {
  const declarations: Declaration[] = [];
  const add = (kind: ManifestKind, stated: Stated, path: ManifestPath, owner: Record<string, string> = {}): void => {
    const { formerly, reuseName } = stated as { formerly?: string | string[]; reuseName?: boolean };
    declarations.push({
      kind,
      technicalName: String(stated.technicalName),
      values: valuesOf(kind, { ...stated, ...owner }),
      path,
      ...(formerly === undefined ? {} : { formerly: [formerly].flat(), hasFormerList: Array.isArray(formerly) }),
      ...(reuseName === undefined ? {} : { mayReuseName: reuseName }),
    });
  };
  manifest.hostingAreas?.forEach((area, index) => {
    add('hosting-area', area, ['hostingAreas', index]);
    area.zones?.forEach((zone, at) => add('hosting-zone', zone, ['hostingAreas', index, 'zones', at], { hostingArea: area.technicalName }));
  });
  manifest.technologies?.forEach((technology, index) => add('technology', technology, ['technologies', index]));
  manifest.datasets?.forEach((dataset, index) => add('dataset', dataset, ['datasets', index]));
  manifest.capabilities?.forEach((capability, index) => add('capability', capability, ['capabilities', index]));
  manifest.processes?.forEach((process, index) => add('process', process, ['processes', index]));
  manifest.segments?.forEach((segment, index) => add('segment', segment, ['segments', index]));
  for (const [index, application] of (manifest.applications ?? []).entries()) {
    add('application', application, ['applications', index]);
    for (const [at, component] of (application.components ?? []).entries()) {
      if (declarations.length % PORTION === 0) yield;
      add('component', component, ['applications', index, 'components', at], { application: application.technicalName });
    }
  }
  for (const [index, dependency] of (manifest.dependencies ?? []).entries()) {
    if (declarations.length % PORTION === 0) yield;
    const technicalName = dependencyName(dependency.source, dependency.target, dependency.dependencyType);
    add('dependency', { ...dependency, technicalName }, ['dependencies', index]);
  }
  manifest.scenarios?.forEach((scenario, index) => {
    const { failures, withheldDependencies: withheld } = scenario;
    const edges = withheld?.map(({ source, target, dependencyType }) => dependencyName(source, target, dependencyType));
    add(
      'scenario',
      {
        ...scenario,
        ...(failures === undefined ? {} : { failures: memberTexts(failures) }),
        ...(withheld === undefined ? {} : { withheldDependencies: [...new Set(edges)] }),
      },
      ['scenarios', index],
    );
  });
  return declarations;
}

function valuesOf(kind: ManifestKind, stated: Stated): Record<string, DeclaredValue> {
  const values: Record<string, DeclaredValue> = {};
  for (const { field, type } of FIELD_RULES[kind]) {
    const value = stated[field];
    if (value === undefined) continue;
    values[field] = (value === null && isListField({ type }) ? [] : value) as DeclaredValue;
  }
  return values;
}

/** Where the manifest states revenue, even as null: writing it needs the right to see revenue. */
export function revenuePaths(manifest: Manifest): ManifestPath[] {
  const paths: ManifestPath[] = [];
  manifest.segments?.forEach((segment, index) => {
    if (segment.annualRevenue !== undefined) paths.push(['segments', index, 'annualRevenue']);
    segment.capabilities?.forEach((row, at) => {
      if (row.revenueShare !== undefined) paths.push(['segments', index, 'capabilities', at, 'revenueShare']);
    });
  });
  return paths;
}
