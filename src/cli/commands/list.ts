/** `faultline list`: what the landscape holds of one kind. */
import type { Command } from 'commander';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { Page } from '@/contract/lists';
import { didYouMean } from '@/domain/manifest/closest';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { formatNumber } from '@/plain/counts';
import { wholeNumber } from '@/cli/enumArgument';
import { Failure } from '@/cli/failure';
import { columns } from '@/cli/render/columns';
import type { Session, Shell } from '@/cli/session';
import { harmless, type Colours } from '@/cli/terminal';

interface ListOptions {
  search?: string;
  limit: number;
}

type Item = Readonly<Record<string, unknown>> & { technicalName: string; name: string };

/** What is shown of each kind beside its names. */
const SHOWN_FIELDS: Readonly<Record<EntityKind, readonly string[]>> = {
  application: ['criticalityTier', 'lifecycleState', 'ownerTeam'],
  component: ['kind', 'runtime'],
  capability: ['criticalityTier', 'ownerTeam'],
  process: ['ownerTeam'],
  'hosting-area': ['provider', 'region'],
  'hosting-zone': [],
  technology: ['vendor', 'technologyVersion', 'endOfSupport'],
  segment: ['audienceType', 'people'],
  dataset: ['classification'],
};

/** Plural and singular, as people say them. */
export const KIND_WORDS: ReadonlyMap<string, EntityKind> = new Map(
  ENTITY_KINDS.flatMap((kind) => [kind, ENTITY_REGISTRY[kind].path].map((word) => [word, kind] as const)),
);

const PLURALS = ENTITY_KINDS.map((kind) => ENTITY_REGISTRY[kind].path);
const PAGE = 200;

const AFTER_HELP = `
KIND is one of ${PLURALS.join(', ')}.

Examples:
  faultline list components
  faultline list applications --search shop
  faultline list components --json | jq -r '.items[].technicalName'`;

export function addList(program: Command, shell: Shell): void {
  const command = program
    .command('list [kind]')
    .usage('<kind> [options]')
    .summary('list everything of one kind')
    .description('List everything of one KIND in the landscape, by technicalName.')
    .option('-s, --search <text>', 'only those with this text in a name')
    .option('-n, --limit <number>', 'how many to list', wholeNumber(1, 100_000), PAGE)
    .addHelpText('after', AFTER_HELP);
  shell.on<ListOptions>(command, list);
}

async function list(session: Session, { search, limit }: ListOptions, word: string | undefined): Promise<number> {
  if (word === undefined) throw new Failure('name a kind to list', { code: 'usage', hint: `one of ${PLURALS.join(', ')}` });
  const kind = KIND_WORDS.get(word.toLowerCase());
  if (kind === undefined)
    throw new Failure(`there is no kind "${word}"`, { code: 'usage', hint: didYouMean(word, PLURALS) ?? `one of ${PLURALS.join(', ')}` });
  const found = await readItems(session, kind, search, limit);
  return session.answer(found, (shown, colours) => listLines(kind, search, shown, colours));
}

/** At most `limit` items, in as many pages as that takes. */
async function readItems(session: Session, kind: EntityKind, search: string | undefined, limit: number): Promise<Page<Item>> {
  const api = session.openApi();
  const { path } = ENTITY_REGISTRY[kind];
  const items: Item[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { search, cursor, sort: 'technicalName', limit: Math.min(PAGE, limit - items.length) };
    const page = await session.terminal.progress.during('asking the server', 1, 1, () =>
      api.json<Page<Item>>({ method: 'GET', path: `/${path}`, query }),
    );
    items.push(...page.items);
    if (page.nextCursor === null || items.length >= limit) return { ...page, items };
    cursor = page.nextCursor;
  }
}

function listLines(
  kind: EntityKind,
  search: string | undefined,
  { items, total, totalIsMinimum }: Page<Item>,
  { bold, dim }: Colours,
): string[] {
  if (items.length === 0)
    return [`There are no ${ENTITY_REGISTRY[kind].plural}${search === undefined ? '' : ` with “${harmless(search)}” in a name`}.`];
  const fields = SHOWN_FIELDS[kind];
  const rows = items.map((item) => [item.technicalName, item.name, ...fields.map((field) => cell(item[field]))]);
  const lines = columns(rows, (text, column) => (column === 0 ? bold(text) : column === 1 ? text : dim(text)));
  const rest = total - items.length;
  return rest > 0 ? [...lines, dim(`… and ${formatNumber(rest)}${totalIsMinimum ? ' or more' : ' more'}: --limit shows them`)] : lines;
}

function cell(value: unknown): string {
  return value === null || value === undefined ? '' : String(value as string | number | boolean);
}
