/** One run of the command: its environment, its global options, and how it writes its answer. */
import type { Command } from 'commander';
import { openApi, type Api } from './api';
import { resolveConnection, type Connection, type ConnectionOptions } from './connection';
import { EXIT, Failure } from './failure';
import { harmlessCopy, openTerminal, type Colours, type Terminal } from './terminal';
import type { World } from './world';

export interface GlobalOptions extends ConnectionOptions {
  json?: boolean;
  color?: boolean;
}

export interface Session {
  world: World;
  terminal: Terminal;
  options: GlobalOptions;
  isJson: boolean;
  /** Throws Failure if server, tenant or key are missing. */
  openApi(): Api;
  /** The same settings, for who needs the address. Throws Failure likewise. */
  connection(): Connection;
  /** Writes the one JSON document of `--json`. */
  writeJson(document: unknown): void;
  /** Writes that document, or without `--json` lines for people. Returns the exit code of a command that has answered. */
  answer<Answer>(document: Answer, linesOf: (harmless: Answer, colours: Colours) => readonly string[]): number;
}

/** The work of a command; a number is the exit code. */
export type Work<Options> = (session: Session, options: Options, ...names: string[]) => Promise<number>;

export interface Shell {
  /** Registers what `command` does. */
  on<Options extends object>(command: Command, work: Work<Options>): void;
  world: World;
}

export function openSession(world: World, options: GlobalOptions): Session {
  const terminal = openTerminal(world, options);
  let resolved: Connection | undefined;
  // A keychain may ask the person, so it is asked once.
  const connection = (): Connection => (resolved ??= resolveConnection(options, world));
  const isJson = options.json === true;
  const writeJson = (document: unknown): void => terminal.write(`${JSON.stringify(document, null, 2)}\n`);
  return {
    world,
    terminal,
    options,
    isJson,
    openApi: () => openApi(connection(), world, terminal),
    connection,
    writeJson,
    answer: (document, linesOf) => {
      if (isJson) writeJson(document);
      else terminal.write(`${linesOf(harmlessCopy(document), terminal.colours).join('\n')}\n`);
      return EXIT.done;
    },
  };
}

/** `--json` promises exactly one JSON document. Throws Failure if another format was requested too. */
export function assertOneFormat({ isJson }: Session, format: string | undefined): void {
  if (isJson && format !== undefined && format !== 'json')
    throw new Failure(`--json and --format ${format} cannot be combined`, { code: 'usage', hint: 'use one of them' });
}
