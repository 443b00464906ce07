/** `faultline get`: everything recorded about one entity. */
import type { Command } from 'commander';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { LinkField } from '@/contract/values/kinds';
import { isReference, lacksHelp, referenceWords, shownHelp, type HelpFields } from '@/domain/references';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import type { Api } from '@/cli/api';
import { oneOf } from '@/cli/enumArgument';
import { findEntity } from '@/cli/findEntity';
import { entityPageAddress } from '@/cli/pageAddress';
import { columns } from '@/cli/render/columns';
import { kindNoun } from '@/cli/render/values';
import type { Session, Shell } from '@/cli/session';
import { harmless, harmlessCopy } from '@/cli/terminal';

interface GetOptions {
  kind?: EntityKind;
}

type Entity = Readonly<Record<string, unknown>> & { id: string; technicalName: string; name: string };

/** Of each kind of link, this many are named; the rest are counted. */
const NAMED_LINKS = 20;
/** Shown in the heading, or of no use to people. */
const LEFT_OUT: ReadonlySet<string> = new Set(['id', 'technicalName', 'name', 'createdAt', 'updatedAt', 'version']);

const AFTER_HELP = `
NAME is a technicalName or a GUID, of any kind; when several kinds have it, --kind says which is meant.

Examples:
  faultline get astronomy-db
  faultline get checkout --kind capability
  faultline get astronomy-db --json | jq .runtime`;

export function addGet(program: Command, shell: Shell): void {
  const command = program
    .command('get <name>')
    .summary('everything recorded about one entity')
    .description('Show everything recorded about NAME, and the address of its page.')
    .option('-k, --kind <kind>', `kind of NAME: ${ENTITY_KINDS.join(', ')}`, oneOf(ENTITY_KINDS))
    .addHelpText('after', AFTER_HELP);
  shell.on<GetOptions>(command, get);
}

async function get(session: Session, options: GetOptions, name: string): Promise<number> {
  const { progress } = session.terminal;
  const api = session.openApi();
  const { kind, id } = await progress.during('asking the server', 1, 2, () => findEntity(api, name, options.kind));
  const entity = await progress.during('asking the server', 2, 2, () =>
    api.json<Entity>({ method: 'GET', path: `/${ENTITY_REGISTRY[kind].path}/${id}` }),
  );
  const rows = session.isJson ? [] : await fieldRows(api, kind, harmlessCopy(entity));
  return session.answer({ kind, ...entity }, (shown, { bold, dim }) => [
    `${bold(shown.technicalName)}  ${shown.name}  ${dim(kindNoun(kind))}`,
    ...columns(rows.map(([field, value]) => [`  ${field}`, value])),
    `  ${dim(entityPageAddress(session.connection(), 'inventory', kind, id))}`,
  ]);
}

async function fieldRows(api: Api, kind: EntityKind, entity: Entity): Promise<[string, string][]> {
  const links: readonly LinkField[] = ENTITY_REGISTRY[kind].links;
  const inherited = kind === 'component' ? await inheritedBy(api, entity) : {};
  const shown = Object.entries(entity).filter(([field]) => !LEFT_OUT.has(field));
  return Promise.all(
    shown.map(async ([field, value]): Promise<[string, string]> => {
      if (Object.hasOwn(inherited, field)) return [field, `${valueWords(inherited[field])} (of its application)`];
      const link = links.find((candidate) => candidate.field === field);
      return link === undefined ? [field, valueWords(value)] : [field.replace(/Ids?$/, ''), await linkWords(api, link, value)];
    }),
  );
}

/** The contact and references that a component shows of its application, because it has none itself. */
async function inheritedBy(api: Api, component: Entity): Promise<Record<string, unknown>> {
  const own = component as unknown as HelpFields;
  if (!lacksHelp(own)) return {};
  const path = `/${ENTITY_REGISTRY.application.path}/${component.applicationId as string}`;
  const application = harmlessCopy(await api.json<HelpFields>({ method: 'GET', path }));
  const { inherited } = shownHelp(own, application);
  return Object.fromEntries(inherited.map((field) => [field, application[field]]));
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'not recorded';
  if (Array.isArray(value)) return value.map((item) => (isReference(item) ? referenceWords(item) : JSON.stringify(item))).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

/** The technicalNames of what a field points to. */
async function linkWords(api: Api, { target, rowKey }: LinkField, value: unknown): Promise<string> {
  const members = (Array.isArray(value) ? value : [value]).filter((member) => member !== null && member !== undefined);
  const ids = members.map((member: unknown) => (rowKey === undefined ? member : (member as Record<string, unknown>)[rowKey]) as string);
  if (ids.length === 0) return 'not recorded';
  const names = await Promise.all(ids.slice(0, NAMED_LINKS).map((id) => nameOf(api, target, id)));
  return [...names, ...(ids.length > NAMED_LINKS ? [`and ${ids.length - NAMED_LINKS} more`] : [])].join(', ');
}

/** What was deleted in the meantime keeps its id. */
async function nameOf(api: Api, kind: EntityKind, id: string): Promise<string> {
  const answer = await api.request({ method: 'GET', path: `/${ENTITY_REGISTRY[kind].path}/${id}`, expected: [404] });
  return answer.status === 404 ? id : harmless((JSON.parse(answer.text) as Entity).technicalName);
}
