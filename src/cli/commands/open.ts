/** `faultline open`: the page of something, in the browser. */
import { Option, type Command } from 'commander';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { oneOf } from '@/cli/enumArgument';
import { EXIT, Failure } from '@/cli/failure';
import { findEntity } from '@/cli/findEntity';
import { ENTITY_PAGES, entityPageAddress, pageAddress, TENANT_PAGES, type EntityPage, type TenantPage } from '@/cli/pageAddress';
import type { Session, Shell } from '@/cli/session';
import { withWeakPoints } from './weakPoints';

interface OpenOptions {
  kind?: EntityKind;
  page?: TenantPage;
  print?: boolean;
}

const AFTER_HELP = `
With NAME, --page can be ${ENTITY_PAGES.slice(0, -1).join(', ')} or ${ENTITY_PAGES.at(-1)}; default: inventory. Without NAME it can be any page of the tenant; default: home.

Examples:
  faultline open                                    the home page of the tenant
  faultline open --page incidents
  faultline open astronomy-db                       what is recorded about it
  faultline open astronomy-db --page blast-radius   what breaks when it fails
  faultline open checkout --print                   only the address`;

export function addOpen(program: Command, shell: Shell): void {
  const command = program
    .command('open [name]')
    .summary('open a page in the browser')
    .description('Open the page of NAME in the browser, or another page of the tenant.')
    .option('-k, --kind <kind>', `kind of NAME: ${ENTITY_KINDS.join(', ')}`, oneOf(ENTITY_KINDS))
    .addOption(new Option('-p, --page <page>', 'which page').choices(TENANT_PAGES))
    .option('--print', 'write the address, and open nothing')
    .addHelpText('after', AFTER_HELP);
  shell.on<OpenOptions>(command, open);
}

async function open(session: Session, options: OpenOptions, name?: string): Promise<number> {
  const { terminal, world } = session;
  const url = name === undefined ? pageAddress(session.connection(), options.page ?? 'home') : await addressOf(session, options, name);
  const isOpened = options.print !== true && !session.isJson && (await world.openPage(url));
  if (session.isJson) session.writeJson({ url });
  else if (isOpened) terminal.note(`Opened ${url}`);
  else {
    if (options.print !== true) terminal.note('No browser could be started here. The address:');
    terminal.write(`${url}\n`);
  }
  return EXIT.done;
}

async function addressOf(session: Session, { kind: wanted, page = 'inventory' }: OpenOptions, name: string): Promise<string> {
  if (!isEntityPage(page))
    throw new Failure(`the page ${page} is about no single entity`, { code: 'usage', hint: `with a name: ${ENTITY_PAGES.join(', ')}` });
  const api = session.openApi();
  const { kind, id } = await session.terminal.progress.during('asking the server', 1, 1, () => findEntity(api, name, wanted));
  if (page === 'weak-points') withWeakPoints(kind);
  return entityPageAddress(session.connection(), page, kind, id);
}

function isEntityPage(page: TenantPage): page is EntityPage {
  return ENTITY_PAGES.some((known) => known === page);
}
