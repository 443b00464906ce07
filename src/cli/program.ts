/** The commands of the program, and the one place that turns a failure into text and an exit code. */
import { Command, CommanderError, type HelpContext } from 'commander';
import { addBlast } from './commands/blast';
import { addComplete } from './commands/complete';
import { addCompare } from './commands/compare';
import { addCompletion } from './commands/completion';
import { addExport } from './commands/export';
import { addGet } from './commands/get';
import { addHealth } from './commands/health';
import { addHistory } from './commands/history';
import { addImpact } from './commands/impact';
import { addImport } from './commands/import';
import { addIncidents } from './commands/incidents';
import { addList } from './commands/list';
import { addObserve } from './commands/observe';
import { addLogin } from './commands/login';
import { addMcp } from './commands/mcp';
import { addOpen } from './commands/open';
import { addPush } from './commands/push';
import { addScenario } from './commands/scenario';
import { addStatus } from './commands/status';
import { addUndo } from './commands/undo';
import { addValidate } from './commands/validate';
import { addWeakPoints } from './commands/weakPoints';
import { refuseKeyInArguments } from './connection';
import { EXIT, Failure, failureDocument } from './failure';
import { issueLines } from './issueLines';
import { openSession, type GlobalOptions, type Shell } from './session';
import { harmless } from './terminal';
import type { World } from './world';

const AFTER_HELP = `
Examples:
  faultline login                                  keep server, tenant and key for later commands
  faultline validate landscape.yaml                check a manifest, no server needed
  faultline push --preview landscape.yaml          what would change, and what that would break
  faultline push landscape.yaml                    the same, then apply it
  faultline status                                 where commands go, and what is wrong there
  faultline blast astronomy-db                     what breaks when it fails
  faultline export -o landscape.yaml               the landscape as a manifest
  faultline import compose.yaml -o landscape.yaml  a manifest from files of another tool

Environment:
  FAULTLINE_URL       address of the server, as in https://faultline.example.com
  FAULTLINE_TENANT    GUID of the tenant
  FAULTLINE_KEY       API key (or FAULTLINE_KEY_FILE: a file that holds it); never an argument
  FAULTLINE_PROFILE   name of what faultline login kept, used where the three above are not set
  FAULTLINE_KEYCHAIN  off: faultline login keeps keys in a file instead of the system's keychain
  NO_COLOR, FORCE_COLOR

Exit codes: 0 done, 1 error, 2 differences found (push --preview --fail-on-changes, compare --fail-on-differences, scenario compare),
3 a condition of --fail-on is met, or --fail-on-new found something`;

export const VERSION = process.env.FAULTLINE_CLI_VERSION ?? '0.0.0';

/** A group of commands that is called without one shows its help, which is an answer; to a program that wants JSON it is a mistake. */
class HelpfulCommand extends Command {
  override createCommand(name?: string): Command {
    return new HelpfulCommand(name);
  }

  override help(context?: HelpContext | ((text: string) => string)): never {
    const isJson = this.optsWithGlobals<GlobalOptions>().json === true;
    return super.help((isJson ? context : undefined) as HelpContext);
  }
}

/** For example `faultline scenario list`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** The whole tree of commands; `exited` receives the exit code of the one that ran. */
export function buildProgram(world: World, exited: (code: number) => void): Command {
  const program = new HelpfulCommand('faultline');
  program
    .description('Faultline: what breaks when something fails. Your landscape as code, from the command line.')
    .version(VERSION, '-V, --version')
    .option('--url <url>', 'address of the server (FAULTLINE_URL)')
    .option('--tenant <guid>', 'tenant (FAULTLINE_TENANT)')
    .option('--key-file <file>', 'file with the API key (FAULTLINE_KEY_FILE, or the key itself in FAULTLINE_KEY)')
    .option(
      '--profile <name>',
      'a profile saved by faultline login (FAULTLINE_PROFILE); for import a profile of compose files',
      (name: string, before: string[] = []) => [...before, name],
    )
    .option('--json', 'write exactly one JSON document to stdout')
    .option('--color', 'colours even if stdout is not a terminal')
    .option('--no-color', 'no colours (NO_COLOR)')
    .addHelpText('after', AFTER_HELP)
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => void world.stdout.write(text),
      writeErr: (text) => void world.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'faultline: ')),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(faultline --help lists all commands; faultline help COMMAND explains one)')
    .exitOverride();
  const shell: Shell = {
    world,
    on: (command, work) => {
      command.copyInheritedSettings(command.parent ?? program).showHelpAfterError(`(${pathOf(command)} --help explains it)`);
      command.action(async () => {
        const session = openSession(world, command.optsWithGlobals<GlobalOptions>());
        try {
          exited(await work(session, command.opts(), ...(command.processedArgs.flat() as string[])));
        } finally {
          session.terminal.progress.stop();
        }
      });
    },
  };
  for (const add of [
    addValidate,
    addPush,
    addHistory,
    addUndo,
    addExport,
    addStatus,
    addList,
    addGet,
    addOpen,
    addBlast,
    addScenario,
    addWeakPoints,
    addHealth,
    addImpact,
    addIncidents,
    addImport,
    addCompare,
    addObserve,
    addMcp,
    addLogin,
    addCompletion,
    addComplete,
  ])
    add(program, shell);
  return program;
}

/** Runs the command line `argv` (without node and script) and returns its exit code. Never rejects for a user's mistake. */
export async function runFaultline(argv: readonly string[], world: World): Promise<number> {
  let code: number = EXIT.done;
  try {
    refuseKeyInArguments(argv);
    const program = buildProgram(world, (exited) => (code = exited));
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return tellFailure(error, argv, world);
  }
}

function tellFailure(error: unknown, argv: readonly string[], world: World): number {
  const ownArguments = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const session = openSession(world, { json: ownArguments.includes('--json'), color: colourWish(ownArguments) });
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done;
    if (session.isJson) session.writeJson(failureDocument(new Failure(error.message.replace(/^error: /, ''), { code: 'usage' })));
    return EXIT.error;
  }
  if (world.signal.aborted && !(error instanceof Failure && error.facts.isAnswer === true)) {
    session.terminal.note('Interrupted.');
    return EXIT.interrupted;
  }
  if (!(error instanceof Failure)) throw error;
  const { noteColours, note } = session.terminal;
  const { hint, issues = [], issuesOmitted = 0, requestId } = error.facts;
  for (const line of issueLines(issues, noteColours, () => undefined)) note(line);
  if (issuesOmitted > 0) note(`${issuesOmitted} more mistakes are not listed`);
  note(`${noteColours.red('faultline:')} ${harmless(error.message)}`);
  if (hint !== undefined) note(`  ${noteColours.dim(harmless(hint))}`);
  if (requestId !== undefined) note(`  ${noteColours.dim(`request id ${harmless(requestId)}`)}`);
  if (session.isJson) session.writeJson(failureDocument(error));
  return EXIT.error;
}

function colourWish(argv: readonly string[]): boolean | undefined {
  const last = argv.findLast((argument) => argument === '--color' || argument === '--no-color');
  return last === undefined ? undefined : last === '--color';
}
