/** `faultline export`: the landscape as a manifest. */
import type { Command } from 'commander';
import { readManifestText } from '@/contract/manifest/text/readText';
import { EXIT, Failure } from '../failure';
import type { Session, Shell } from '../session';
import { writeTextFile } from '../writeTextFile';

interface ExportOptions {
  application?: string;
  at?: string;
  output?: string;
}

const AFTER_HELP = `
The export stays the same byte for byte until the landscape changes, so you can keep it in Git and compare.
It owns nothing: pushing it back changes nothing, and it cannot prune. Give it a name of its own before you keep it as your manifest.

Examples:
  faultline export -o landscape.yaml
  faultline export --application storefront
  faultline export --at 2026-09-30                the landscape as it was
  faultline export --json | jq '.applications[].technicalName'`;

export function addExport(program: Command, shell: Shell): void {
  const command = program
    .command('export')
    .summary('write the landscape as a manifest')
    .description('Write the landscape, or one application of it, as a YAML manifest to stdout or a file (as JSON with --json).')
    .option('-a, --application <name>', 'only this application and what it refers to')
    .option('--at <time>', 'as of a date, or a date-time such as 2026-09-30T17:00:00Z')
    .option('-o, --output <file>', 'write to this file')
    .addHelpText('after', AFTER_HELP);
  shell.on<ExportOptions>(command, exportLandscape);
}

async function exportLandscape(session: Session, { application, at, output }: ExportOptions): Promise<number> {
  const api = session.openApi();
  const { text, contentType } = await session.terminal.progress.during('asking the server for the landscape', 1, 1, () =>
    api.request({ method: 'GET', path: '/manifest', query: { application, at }, accept: 'application/yaml' }),
  );
  if (!contentType.includes('yaml'))
    throw new Failure(`the server answered with ${contentType || 'no type'} instead of a manifest`, { code: 'not_the_api' });
  const content = session.isJson ? asJson(text) : text;
  if (output === undefined) session.terminal.write(content);
  else {
    writeTextFile(output, content, session.world);
    session.terminal.note(`wrote ${output}`);
    if (session.isJson) session.writeJson({ written: output });
  }
  return EXIT.done;
}

function asJson(yaml: string): string {
  const { manifest, issues } = readManifestText(yaml, 'yaml');
  if (manifest === null) throw new Failure(`the server's manifest cannot be read: ${issues[0]?.message ?? ''}`, { code: 'not_the_api' });
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
