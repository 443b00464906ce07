/** `faultline blast`: what breaks when an entity fails, or what could bring it down. */
import type { Command } from 'commander';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import {
  DEPENDENCY_MODES,
  DEPENDENCY_TYPES,
  DIRECTIONS,
  ENTITY_KINDS,
  FAILURE_STATES,
  type DependencyMode,
  type DependencyType,
  type Direction,
  type EntityKind,
  type FailureState,
} from '@/domain/vocabulary';
import { findEntity } from '@/cli/findEntity';
import { blastLines } from '@/cli/render/blastText';
import type { Session, Shell } from '@/cli/session';
import { oneOf, someOf, wholeNumber } from '@/cli/enumArgument';

interface BlastOptions {
  kind?: EntityKind;
  direction: Direction;
  depth?: number;
  modes?: DependencyMode[];
  types?: DependencyType[];
  state?: FailureState;
  at?: string;
  includeNotInService?: boolean;
  full?: boolean;
}

const AFTER_HELP = `
NAME is a technicalName or a GUID, of any kind; when several kinds have it, --kind says which is meant.

Examples:
  faultline blast astronomy-db                          what breaks when it fails
  faultline blast checkout --direction upstream         what could bring it down, worst first
  faultline blast eu-central-a --kind hosting-zone --depth 3
  faultline blast kafka --state Degraded --modes Hard,Async
  faultline blast astronomy-db --json | jq .counts`;

export function addBlast(program: Command, shell: Shell): void {
  const words = (values: readonly string[]): string => values.join(', ');
  const command = program
    .command('blast <name>')
    .summary('what breaks when something fails')
    .description('What breaks when NAME fails (downstream), or what could bring it down (upstream).')
    .option('-k, --kind <kind>', `kind of NAME: ${words(ENTITY_KINDS)}`, oneOf(ENTITY_KINDS))
    .option('-d, --direction <direction>', words(DIRECTIONS), oneOf(DIRECTIONS), 'downstream' as Direction)
    .option('--depth <hops>', 'follow at most this many hops, 1 to 10', wholeNumber(1, 10))
    .option('--modes <modes>', `follow only these: ${words(DEPENDENCY_MODES)}`, someOf(DEPENDENCY_MODES))
    .option('--types <types>', `follow only these: ${words(DEPENDENCY_TYPES)}`, someOf(DEPENDENCY_TYPES))
    .option('-s, --state <state>', `how badly it fails: ${words(FAILURE_STATES)}`, oneOf(FAILURE_STATES))
    .option('--at <time>', 'in the landscape as of a date or date-time')
    .option('--include-not-in-service', 'count applications in Planning, Development and Retired as in service')
    .option('--full', 'show every component, however many')
    .addHelpText('after', AFTER_HELP);
  shell.on<BlastOptions>(command, blast);
}

async function blast(session: Session, options: BlastOptions, name: string): Promise<number> {
  const api = session.openApi();
  const { direction, depth, modes, types, state, at, includeNotInService } = options;
  const answer = await session.terminal.progress.during('asking the server', 1, 2, async () => {
    const { id, kind } = await findEntity(api, name, options.kind);
    const query = {
      entityId: id,
      entityType: kind,
      direction,
      maxDepth: depth,
      modeFilter: modes?.join(','),
      typeFilter: types?.join(','),
      state,
      at,
      includeNotInService,
    };
    return api.json<BlastRadiusAnswer>({ method: 'GET', path: '/blast-radius', query });
  });
  return session.answer(answer, (shown, colours) => blastLines(shown, colours, options.full === true));
}
