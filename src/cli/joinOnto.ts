/** `import … --join-on name`: onto a manifest in a file, or onto what others state in the tenant. */
import { Option, type Command } from 'commander';
import type { Manifest } from '@/contract/manifest/schema';
import { readManifestText } from '@/contract/manifest/text/readText';
import { joinImported, type JoinedImport } from '@/sources/join/joinImported';
import { JOIN_ON } from '@/sources/join/joinOn';
import type { Imported } from '@/sources/proposal/imported';
import { countOf } from '@/plain/counts';
import { Failure } from './failure';
import { issueFacts } from './fileIssues';
import { readManifestFile } from './manifestFile';
import { serverManifest } from './serverManifest';
import type { Session } from './session';
import { harmless } from './terminal';

/** The options of the command, by name in camelCase. */
export type JoinValues = Readonly<Record<string, unknown>>;

export function addJoinOptions(command: Command): void {
  command
    .addOption(
      new Option('--join-on <what>', 'join components onto existing ones of the same name, and state only what these leave open').choices(
        JOIN_ON,
      ),
    )
    .option('--onto <file>', 'with --join-on: onto this manifest instead of the landscape of the tenant');
}

/** Throws Failure if the options do not fit, or if there is no landscape to join onto; UnreadableSource as `joinImported` does. */
export async function joinOnto(session: Session, imported: Imported, { joinOn, onto }: JoinValues): Promise<JoinedImport | null> {
  if (joinOn === undefined) {
    if (onto !== undefined) throw new Failure('--onto needs --join-on', { code: 'usage', hint: 'add --join-on name' });
    return null;
  }
  const { terminal } = session;
  const isFile = typeof onto === 'string';
  const existing = isFile ? await manifestIn(onto, session) : await landscapeWithout(imported.manifest.name, session);
  const what = isFile ? onto : 'the landscape of the tenant';
  const joined = joinImported(imported, existing, what);
  const fresh = joined.added === 0 ? '' : `; ${countOf(joined.added, 'component')} stated as new`;
  terminal.note(harmless(`joined ${countOf(joined.matched, 'component')} onto ${what}${fresh}`));
  return joined;
}

async function manifestIn(file: string, { world }: Session): Promise<Manifest> {
  const source = await readManifestFile(file, world);
  const reading = readManifestText(source.text, source.format);
  if (reading.manifest !== null) return reading.manifest;
  throw new Failure(`${source.file} is not a valid manifest`, issueFacts('invalid_input', reading, source));
}

/** What others state, since what this manifest stated last time is its own to change. */
async function landscapeWithout(name: string, session: Session): Promise<Manifest> {
  const { text } = await session.terminal.progress.during('asking the server for the landscape', 1, 1, () =>
    session.openApi().request({ method: 'GET', path: '/manifest', query: { without: name }, accept: 'application/yaml' }),
  );
  return serverManifest(text);
}
