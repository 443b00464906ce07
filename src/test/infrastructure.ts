/** Small plans and templates, and what an import makes of them, in a line each. */
import type { Importer } from '@/sources/importer';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { memoryDisk } from './memoryDisk';

export function importedBy({ read }: Importer, files: Record<string, string>, order = Object.keys(files)): Imported {
  return read(order, memoryDisk(files), { name: 'shop', own: {} }, new ImportReport());
}

/** Components as `application/name Kind Runtime`. */
export const componentsOf = ({ manifest }: Imported): string[] =>
  (manifest.applications ?? []).flatMap((one) =>
    (one.components ?? []).map(
      ({ technicalName, kind, runtime = 'Containers' }) => `${one.technicalName}/${technicalName} ${kind} ${runtime}`,
    ),
  );

/** Dependencies as `source → target Type Mode`, with a question mark where it is only suggested. */
export const edgesOf = ({ manifest, report }: Imported): string[] =>
  (manifest.dependencies ?? []).map(({ source, target, dependencyType, mode }) => {
    const isSuggested = report.some(({ dependency }) => dependency?.source === source && dependency.target === target);
    return `${source} → ${target} ${dependencyType} ${mode}${isSuggested ? '?' : ''}`;
  });

/** What got no component, as `type count`. */
export const ignoredBy = ({ report }: Imported): string[] =>
  report.flatMap(({ field, count }) => (field === undefined ? [] : [`${field} ${count}`]));

export interface PlanResource {
  address: string;
  values?: object;
  sensitive?: object;
  expressions?: object;
  mode?: 'managed' | 'data';
}

/** As `terraform show -json` prints a plan whose resources are all in the root module. */
export function plan(resources: readonly PlanResource[], rest: object = {}): string {
  const parts = resources.map(({ address, mode = 'managed', ...one }) => {
    const [type = '', name = ''] = address
      .replace(/^data\./, '')
      .replace(/\[.*$/, '')
      .split('.');
    return { address, mode, type, name, ...one };
  });
  return JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.0',
    planned_values: {
      root_module: {
        resources: parts
          .filter(({ values }) => values !== undefined)
          .map(({ expressions: _, sensitive, ...one }) => ({ ...one, sensitive_values: sensitive ?? {} })),
      },
    },
    configuration: { root_module: { resources: parts.map(({ values: _, sensitive: __, ...one }) => one) } },
    ...rest,
  });
}
