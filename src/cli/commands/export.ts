/** `faultline export`: the landscape as a manifest. */
import { Option, type Command } from 'commander';
import { componentsCsv } from '@/contract/manifest/componentsCsv';
import { countOf } from '@/plain/counts';
import { catalogYaml, toCatalog } from '@/sources/backstage/backstageExport';
import { toWorkspace } from '@/sources/structurizr/structurizrExport';
import { askLine } from '@/cli/askSecret';
import { EXIT, Failure } from '@/cli/failure';
import { kindNoun } from '@/cli/render/values';
import type { Session, Shell } from '@/cli/session';
import { serverManifest } from '@/cli/serverManifest';
import { writeTextFile } from '@/cli/writeTextFile';

interface ExportOptions {
  application?: string;
  at?: string;
  name?: string;
  takeOver?: boolean;
  output?: string;
  format: 'manifest' | 'csv' | 'structurizr' | 'backstage';
}

const AFTER_HELP = `
The export stays the same byte for byte until the landscape changes, so you can keep it in Git and compare.
Keep it as your manifest under a name of its own (--name): once pushed, the manifest owns what it declares, conflicts with others that state
it differently, and can prune. Without a name it is called export, owns nothing, and is refused by push if it would change anything.

Examples:
  faultline export --name landscape -o landscape.yaml
  faultline export --application storefront
  faultline export --at 2026-09-30                the landscape as it was
  faultline export --format csv -o landscape.csv  its components, for a spreadsheet
  faultline export --format structurizr -o workspace.json
  faultline export --format backstage -o catalog-info.yaml
  faultline export --json | jq '.applications[].technicalName'`;

export function addExport(program: Command, shell: Shell): void {
  const command = program
    .command('export')
    .summary('write the landscape as a manifest')
    .description('Write the landscape, or one application of it, as a YAML manifest to stdout or a file (as JSON with --json).')
    .option('-a, --application <name>', 'only this application and what it refers to')
    .option('--at <time>', 'as of a date, or a date-time such as 2026-09-30T17:00:00Z')
    .option('-n, --name <name>', 'name of the manifest; asked for on a terminal; otherwise export, which owns nothing')
    .option('--take-over', 'allow the name of a manifest that exists already: the export then continues it')
    .option('-o, --output <file>', 'write to this file')
    .addOption(
      new Option(
        '--format <format>',
        'a manifest, its components as a table for spreadsheets, the JSON of a Structurizr workspace, or entities of a Backstage catalog',
      )
        .choices(['manifest', 'csv', 'structurizr', 'backstage'])
        .default('manifest'),
    )
    .addHelpText('after', AFTER_HELP);
  shell.on<ExportOptions>(command, exportLandscape);
}

async function exportLandscape(session: Session, options: ExportOptions): Promise<number> {
  const { application, at, output, takeOver, format } = options;
  if (format === 'csv' && session.isJson) throw new Failure('--format csv and --json cannot be combined', { code: 'usage' });
  const api = session.openApi();
  // Only a manifest owns anything, so only it needs a name.
  const name = options.name ?? (format === 'manifest' ? await askName(session) : undefined);
  const { text, contentType } = await session.terminal.progress.during('asking the server for the landscape', 1, 1, () =>
    api.request({ method: 'GET', path: '/manifest', query: { application, at, name, takeOver }, accept: 'application/yaml' }),
  );
  if (!contentType.includes('yaml'))
    throw new Failure(`the server answered with ${contentType || 'no type'} instead of a manifest`, { code: 'not_the_api' });
  const content = contentOf(text, options, session);
  if (output === undefined) session.terminal.write(content);
  else {
    writeTextFile(output, content, session.world);
    session.terminal.note(`wrote ${output}`);
    if (session.isJson) session.writeJson({ written: output });
  }
  return EXIT.done;
}

function contentOf(text: string, { format, name }: ExportOptions, session: Session): string {
  if (format === 'csv') return componentsCsv(serverManifest(text));
  if (format === 'structurizr') return asWorkspace(text, name, session);
  if (format === 'backstage') return asCatalog(text, session);
  return session.isJson ? `${JSON.stringify(serverManifest(text), null, 2)}\n` : text;
}

/** Undefined if nobody can be asked, or if the person wants no name. */
async function askName(session: Session): Promise<string | undefined> {
  if (!session.terminal.canAsk) return undefined;
  const name = await askLine(session, 'Name of the manifest (leave empty for export, which owns nothing): ');
  return name === '' ? undefined : name;
}

/** Tells what a workspace has no place for. */
function asWorkspace(yaml: string, name: string | undefined, { terminal }: Session): string {
  const { workspace, left } = toWorkspace({ ...serverManifest(yaml), name: name ?? 'Landscape' });
  if (left.length > 0)
    terminal.note(
      `a Structurizr workspace has no place for ${left.map(([noun, count]) => countOf(count, kindNoun(noun, 1), kindNoun(noun, 2))).join(', ')}`,
    );
  return `${JSON.stringify(workspace, null, 2)}\n`;
}

/** Tells what a catalog has no place for. */
function asCatalog(yaml: string, { terminal, isJson }: Session): string {
  const { entities, left } = toCatalog(serverManifest(yaml));
  if (left.length > 0) terminal.note(`a Backstage catalog has no place for ${left.join(', ')}`);
  return isJson ? `${JSON.stringify(entities, null, 2)}\n` : catalogYaml(entities);
}
