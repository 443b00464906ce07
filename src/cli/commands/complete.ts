/** `faultline complete`: the names that completion scripts offer. Hidden, because it is for shells. */
import type { Command } from 'commander';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { openApi } from '@/cli/api';
import { EXIT } from '@/cli/failure';
import type { Session, Shell } from '@/cli/session';

/** What is offered, and the lists of the API that hold it. */
export const NAME_LISTS = {
  entity: ENTITY_KINDS.map((kind) => ENTITY_REGISTRY[kind].path),
  taken: WEAK_POINT_ENTITY_KINDS.map((kind) => ENTITY_REGISTRY[kind].path),
  application: ['applications'],
  component: ['components'],
  scenario: ['scenarios'],
} as const satisfies Record<string, readonly string[]>;
export type NameList = keyof typeof NAME_LISTS;

/** A person waits for the key they pressed. */
const LONGEST_WAIT_MILLISECONDS = 3_000;
const MOST_NAMES = 200;
/** bash expands the words that it is offered, so anything that is not plainly a name is left out, whoever answered. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export function addComplete(program: Command, shell: Shell): void {
  const command = program.command('complete <list> [start]', { hidden: true }).description('List names for completion scripts.');
  shell.on(command, complete);
}

/** Whatever goes wrong, nothing is offered: nobody wants to read about it while typing. */
async function complete(session: Session, _options: object, list: string, start = ''): Promise<number> {
  if (!Object.hasOwn(NAME_LISTS, list)) return EXIT.done;
  const { world, terminal } = session;
  const impatient = { ...world, signal: AbortSignal.any([world.signal, AbortSignal.timeout(LONGEST_WAIT_MILLISECONDS)]) };
  try {
    const api = openApi(session.connection(), impatient, { ...terminal, note: () => undefined });
    const query = { search: start === '' ? undefined : start.slice(0, 128), limit: MOST_NAMES };
    const pages = await Promise.all(
      NAME_LISTS[list as NameList].map((path) =>
        api.json<{ items: { technicalName: string }[] }>({ method: 'GET', path: `/${path}`, query }),
      ),
    );
    const names = pages.flatMap(({ items }) => items.map(({ technicalName }) => technicalName));
    const offered = [...new Set(names)].filter((name) => name.startsWith(start) && PLAIN_NAME.test(name)).sort();
    if (offered.length > 0) terminal.write(`${offered.join('\n')}\n`);
  } catch {
    // See above.
  }
  return EXIT.done;
}
