/**
 * `faultline login`, `logout` and `profiles`: keep server, tenant and key, so that people need not repeat them. Machines use the
 * environment instead.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { openApi } from '../api';
import { askLine, askSecret } from '../askSecret';
import { assertKey, readKeyFile, resolveTarget, type Connection } from '../connection';
import { EXIT, Failure } from '../failure';
import { assertProfileName, profilesFile, readProfiles, writeProfiles } from '../profiles';
import type { Session, Shell } from '../session';

const DEFAULT_NAME = 'default';

const LOGIN_HELP = `
Examples:
  faultline login                                          asks for the address, the tenant and the key
  faultline login --url https://faultline.example.com/api/TENANT < key.txt
  faultline login --profile staging                        one more server beside the first
  faultline --profile staging push landscape.yaml

The key is kept in a file that only you can read. It is sent to the server and tenant of its profile and to nobody else.
In a pipeline, set FAULTLINE_URL, FAULTLINE_TENANT and FAULTLINE_KEY instead.`;

export function addLogin(program: Command, shell: Shell): void {
  const login = program
    .command('login')
    .summary('keep server, tenant and key for later commands')
    .description('Keep server, tenant and key for later commands, once the server has taken the key.')
    .addHelpText('after', LOGIN_HELP);
  shell.on(login, runLogin);
  const logout = program
    .command('logout')
    .summary('forget a profile, key included')
    .description(
      'Forget a profile and its key: the one of --profile, else the current one. The key itself stays valid until it is revoked.',
    );
  shell.on(logout, (session) => Promise.resolve(runLogout(session)));
  const profiles = program
    .command('profiles')
    .summary('list the profiles, or make one the current one')
    .description('List the profiles; with a NAME, make that one the current one.')
    .argument('[name]', 'the profile to use from now on');
  shell.on(profiles, (session, _options: object, name?: string) => Promise.resolve(runProfiles(session, name)));
}

async function runLogin(session: Session): Promise<number> {
  const { world, terminal, options } = session;
  const name = options.profile ?? DEFAULT_NAME;
  assertProfileName(name);
  const target = resolveTarget(await askedFor(session), world);
  const isFromFile = options.keyFile !== undefined;
  const key =
    options.keyFile === undefined
      ? await askSecret(session, 'API key (not shown): ')
      : readKeyFile(resolve(world.cwd, options.keyFile), options.keyFile);
  assertKey(key, isFromFile ? `${options.keyFile ?? ''} holds` : 'was given');
  await assertTaken(session, { ...target, key });
  const { profiles } = readProfiles(world);
  const file = writeProfiles(world, {
    current: name,
    profiles: { ...profiles, [name]: { url: target.origin, tenant: target.tenantId, key } },
  });
  terminal.note(`Logged in to ${target.origin} as profile ${name}. The key is in ${file}.`);
  if (session.isJson) session.writeJson({ profile: name, url: target.origin, tenant: target.tenantId, file });
  return EXIT.done;
}

/** Asks a person for what neither options nor the environment provide. */
async function askedFor(session: Session): Promise<Session['options']> {
  const { options, terminal, world } = session;
  if (!terminal.canAsk) return options;
  const url = options.url ?? world.env.FAULTLINE_URL ?? (await askLine(session, 'Server, for example https://faultline.example.com: '));
  const isTenantKnown = options.tenant !== undefined || world.env.FAULTLINE_TENANT !== undefined || /\/api\/[^/]+\/?$/.test(url);
  return { ...options, url, ...(isTenantKnown ? {} : { tenant: await askLine(session, 'Tenant (its GUID, under Settings): ') }) };
}

/** A key without the scope read is fine. Throws Failure if the server does not know the key, or knows it for another tenant. */
async function assertTaken({ world, terminal }: Session, connection: Connection): Promise<void> {
  try {
    await openApi(connection, world, terminal).json({ method: 'GET', path: '/components', query: { limit: 1 } });
  } catch (error) {
    if (!(error instanceof Failure) || error.facts.code !== 'scope_missing') throw error;
  }
}

function runLogout(session: Session): number {
  const { world, terminal, options } = session;
  const { current, profiles } = readProfiles(world);
  const name = options.profile ?? current;
  if (name === null || !Object.hasOwn(profiles, name))
    throw new Failure(name === null ? 'there is no profile' : `there is no profile "${name}"`, { code: 'unknown_profile' });
  const { [name]: _gone, ...rest } = profiles;
  writeProfiles(world, { current: current === name ? (Object.keys(rest)[0] ?? null) : current, profiles: rest });
  terminal.note(
    `Profile ${name} and its key were removed from this machine. If nobody needs the key any more, revoke it under Settings → API keys.`,
  );
  if (session.isJson) session.writeJson({ profile: name });
  return EXIT.done;
}

function runProfiles(session: Session, name: string | undefined): number {
  const { world, terminal } = session;
  const held = readProfiles(world);
  if (name !== undefined) {
    if (!Object.hasOwn(held.profiles, name)) throw new Failure(`there is no profile "${name}"`, { code: 'unknown_profile' });
    writeProfiles(world, { ...held, current: name });
  }
  const current = name ?? held.current;
  const rows = Object.entries(held.profiles).map(([profile, { url, tenant }]) => ({
    profile,
    isCurrent: profile === current,
    url,
    tenant,
  }));
  if (session.isJson) session.writeJson({ file: profilesFile(world), profiles: rows });
  else if (rows.length === 0) terminal.note('No profiles yet: run faultline login.');
  else
    for (const { profile, isCurrent, url, tenant } of rows) terminal.write(`${isCurrent ? '*' : ' '} ${profile}  ${url}/api/${tenant}\n`);
  return EXIT.done;
}
