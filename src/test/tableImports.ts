/** Tables for tests, what an import makes of them, and what then fails when something fails. */
import type { Manifest } from '@/contract/manifest/schema';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { finish } from '@/plain/steps';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { importTables as importFiles } from '@/sources/table/importTable';
import type { Tally } from '@/sources/table/mapping/rowLedger';
import { componentId, sketchGraph } from './graphSketch';
import { memoryDisk } from './memoryDisk';

export interface ImportedTables extends Imported {
  tally: Tally;
  /** What the report says, without places. */
  says: string[];
}

/** By path, what is in each file; a `map.yaml` among them is no table. */
export function importTables(
  files: Readonly<Record<string, string | Uint8Array>>,
  own: Readonly<Record<string, string | readonly string[]>> = {},
): ImportedTables {
  const report = new ImportReport();
  const paths = Object.keys(files).filter((path) => path !== own.mapping);
  const imported = importFiles(paths, memoryDisk(files), { name: 'shop', own }, report);
  return { ...imported, says: imported.report.map(({ message }) => message) };
}

/** `when db fails, app is in Outage`: of each component that takes others with it. */
export function failures({ applications, dependencies }: Manifest): string[] {
  const components = (applications ?? []).flatMap(({ components: parts }) => (parts ?? []).map(({ technicalName }) => technicalName));
  const edges = (dependencies ?? []).map(
    ({ source, target, mode, dependencyType, redundancyGroup, redundancyMinimum }) =>
      `${source} -> ${target} ${mode} ${dependencyType}${redundancyGroup == null ? '' : ` group:${redundancyGroup} minimum:${redundancyMinimum}`}`,
  );
  const graph = sketchGraph({ edges, alone: components });
  return components.flatMap((name) => {
    const answer = finish(
      blastRadius(graph, {
        ...{ entityType: 'component', entityId: componentId(name), direction: 'downstream', requestedDepth: 1, planMaximumDepth: 10 },
        ...{ modes: null, types: null, componentLimit: null, currency: 'EUR', canSeeRevenue: false },
      }),
    );
    return (answer?.components ?? []).map(
      ({ technicalName, expectedState }) => `when ${name} fails, ${technicalName} is in ${expectedState}`,
    );
  });
}

/** `app → db ReadsWrites Hard` */
export function edgesOf({ dependencies }: Manifest): string[] {
  return (dependencies ?? []).map(({ source, target, dependencyType, mode }) => `${source} → ${target} ${dependencyType} ${mode}`);
}
