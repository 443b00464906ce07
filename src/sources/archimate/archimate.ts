/** Imports ArchiMate models in the Open Group's exchange format. */
import type { CandidateFile, Importer, ImporterOptions } from '@/sources/importer';
import { givenFiles } from '@/sources/proposal/givenFiles';
import { toImported, type Imported } from '@/sources/proposal/imported';
import { importedName } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { nameOfDirectory } from '@/sources/proposal/sourceName';
import { withoutPassword } from '@/sources/withoutPassword';
import { archimateManifest } from './archimateImport';
import { readExchange, type ExchangeModel } from './exchangeFile';

const HELP = `
Capabilities and value streams become capabilities; processes and functions become processes; application components become applications and
components; nodes, devices and system software become components; data objects become datasets; locations become hosting areas. Serving runs
against the dependency: what is served depends on what serves it. Services are folded into what realises them.

Examples:
  faultline import archimate model.xml -o landscape.yaml
  faultline import archimate model.xml --technology`;

export const ARCHIMATE: Importer = {
  kind: 'archimate',
  source: 'an ArchiMate model in the exchange format',
  help: HELP,
  defaultName: 'the name of the model',
  options: [
    { flags: '--technology', description: 'map nodes, devices and system software to technologies, not to components' },
    { flags: '--segments', description: 'make segments of the actors and roles that a service serves' },
  ],
  recognise: ({ path, text }: CandidateFile) =>
    /\.xml$/i.test(path) && /<(?:[\w-]+:)?model\b[^>]{0,4000}opengroup\.org\/xsd\/archimate/.test(text.slice(0, 20_000))
      ? 'it is a model of the Open Group’s ArchiMate exchange format'
      : null,
  read: importArchimate,
};

function importArchimate(paths: readonly string[], source: SourceFiles, options: ImporterOptions, report: ImportReport): Imported {
  const files = givenFiles(paths, source, options.saw);
  const models = files.map((file) => readExchange(file, source.read(file)));
  const [first = '.'] = files;
  const stated = models.length === 1 ? models[0]?.name : undefined;
  const name =
    importedName(options.name) ??
    importedName(stated === undefined ? undefined : withoutPassword(stated)) ??
    importedName(nameOfDirectory(source, source.directoryOf(first), report)) ??
    'archimate';
  const { technology, segments } = options.own;
  const imported = archimateManifest(together(models), { name, isTechnology: technology === true, hasSegments: segments === true }, report);
  const header = ['Made by `faultline import archimate`. To see what it would change: faultline push --preview FILE'];
  return toImported(imported, header, report);
}

/** Identifiers are those of one file. */
function together(models: readonly ExchangeModel[]): ExchangeModel {
  const own = (at: number, id: string): string => `${at} ${id}`;
  return {
    elements: models.flatMap(({ elements }, at) => elements.map((element) => ({ ...element, id: own(at, element.id) }))),
    relationships: models.flatMap(({ relationships }, at) =>
      relationships.map((one) => ({ ...one, source: own(at, one.source), target: own(at, one.target) })),
    ),
    skipped: models.flatMap(({ skipped }) => skipped),
  };
}
