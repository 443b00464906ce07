/** Imports catalog files of OpsLevel, Compass, Datadog, Cortex and Port. */
import type { Importer } from '@/sources/importer';
import { givenFiles } from '@/sources/proposal/givenFiles';
import { importedAs } from '@/sources/proposal/imported';
import { ReadingBudget } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldsOf, textOf, type Located, type LocatedField } from '@/sources/proposal/locatedYaml';
import { readLocatedYaml } from '@/sources/proposal/yamlReader';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { sourceName } from '@/sources/proposal/sourceName';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import type { CatalogEntry, CatalogOptions, CatalogTool } from './catalogEntry';
import { CatalogImport } from './catalogImport';
import { CATALOG_TOOLS } from './catalogTools';

const HELP = `
opslevel.yml, compass.yml, Datadog's entity definitions (v2 and v3), Cortex's cortex.yaml and exported entities of Port. Systems become
applications; services and what they use become components. Dependencies on what none of the files describes are reported: name all files at
once.

Examples:
  faultline import catalog services/*/opslevel.yml -o landscape.yaml
  faultline import catalog entities.yml --port-relation depends_on`;

const DEFAULT_RELATIONS = ['depends_on', 'dependsOn', 'depends-on', 'dependencies'];

export const CATALOG: Importer = {
  kind: 'catalog',
  source: 'catalog files of OpsLevel, Compass, Datadog, Cortex or Port',
  help: HELP,
  defaultName: 'the directory',
  options: [
    {
      flags: '--port-relation <name>',
      description: `a relation of Port that means "depends on"; can be repeated; default: ${DEFAULT_RELATIONS.join(', ')}`,
      isRepeatable: true,
    },
  ],
  recognise: ({ path, text }) => {
    if (!/\.(?:ya?ml|json)$/i.test(path)) return null;
    return CATALOG_TOOLS.map((tool) => tool.recognise(text)).find((because) => because !== null) ?? null;
  },
  read: (paths, source, options, report) => {
    const files = givenFiles(paths, source, options.saw);
    const given = options.own.portRelation;
    const portRelations = new Set(given === undefined || typeof given === 'boolean' ? DEFAULT_RELATIONS : [given].flat());
    const budget = new ReadingBudget();
    const entries = files.flatMap((file) => entriesIn(file, source, { portRelations }, budget, report));
    if (entries.length === 0)
      throw new UnreadableSource(`there is no entry of a catalog in ${files.join(', ')}`, 'nothing_found', {
        hint: 'files of OpsLevel, Compass, Datadog, Cortex and Port are read',
      });
    const name = sourceName([options.name], files, source, report, 'catalog');
    return importedAs('catalog', new CatalogImport(report).manifest(entries, name), report);
  },
};

function entriesIn(
  file: string,
  source: SourceFiles,
  options: CatalogOptions,
  budget: ReadingBudget,
  report: ImportReport,
): CatalogEntry[] {
  const { documents, mistakes } = readLocatedYaml(file, source.read(file));
  if (documents.length === 0 && mistakes.length > 0)
    throw new UnreadableSource(`${file} is not readable YAML`, 'invalid_yaml', { mistakes });
  for (const { message, ...position } of mistakes) report.notMapped(position, `cannot be read: ${message}`);
  const roots = documents.flatMap((document) => (Array.isArray(document.value) ? document.value : [document]));
  return roots.flatMap((root) => {
    if (root.value === null) return [];
    const tool = CATALOG_TOOLS.find((one) => one.isOne(root));
    if (tool === undefined) {
      report.notMapped(root.position, 'this is not an entry of a known catalog', 'documents that are not entries');
      return [];
    }
    const entry = tool.read(root, options);
    budget.take(1 + entry.dependsOn.length + entry.others.length + entry.keys.length);
    reportRest(tool, root, report);
    return [entry];
  });
}

/** Counts the fields that have no equivalent, without their values and without the names of fields that the tool does not have. */
function reportRest(tool: CatalogTool, root: Located, report: ImportReport): void {
  for (const [field, located] of fieldsOf(tool.inside?.(root) ?? root)) {
    if (!tool.fields.has(field)) ignore(located, tool.known.has(field) ? field : 'other fields', report);
    const read = tool.nested?.get(field);
    if (read !== undefined)
      for (const [name, inner] of fieldsOf(located))
        if (!read.has(name) && !isHelp(tool, name, inner)) ignore(inner, `other fields of ${field}`, report);
  }
}

function ignore({ keyPosition, value }: LocatedField, field: string, report: ImportReport): void {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  if (!isEmpty) report.ignored(keyPosition, field);
}

function isHelp(tool: CatalogTool, name: string, located: LocatedField): boolean {
  const text = textOf(located);
  return text !== undefined && tool.isHelp?.({ name, text, position: located.keyPosition }) === true;
}
