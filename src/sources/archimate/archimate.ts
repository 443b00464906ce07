/** Imports ArchiMate models in the Open Group's exchange format. */
import type { Importer } from '@/sources/importer';
import { givenFiles } from '@/sources/proposal/givenFiles';
import { importedAs } from '@/sources/proposal/imported';
import { sourceName } from '@/sources/proposal/sourceName';
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
  recognise: ({ path, text }) =>
    /\.xml$/i.test(path) && /<(?:[\w-]+:)?model\b[^>]{0,4000}opengroup\.org\/xsd\/archimate/.test(text.slice(0, 20_000))
      ? 'it is a model of the Open Group’s ArchiMate exchange format'
      : null,
  read: (paths, source, options, report) => {
    const files = givenFiles(paths, source, options.saw);
    const models = files.map((file) => readExchange(file, source.read(file)));
    const stated = models.length === 1 ? models[0]?.name : undefined;
    const names = [options.name, stated === undefined ? undefined : withoutPassword(stated)];
    const name = sourceName(names, files, source, report, 'archimate');
    const { technology, segments } = options.own;
    const imported = archimateManifest(
      together(models),
      { name, isTechnology: technology === true, hasSegments: segments === true },
      report,
    );
    return importedAs('archimate', imported, report);
  },
};

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
