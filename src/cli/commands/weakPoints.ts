/** `faultline weak-points`: what takes something down, alone or together. */
import type { Command } from 'commander';
import type { WeakPoints } from '@/contract/weakPoints';
import {
  WEAK_POINT_ENTITY_KINDS,
  WEAK_POINT_STATES,
  type WeakPointEntityKind,
  type WeakPointState,
} from '@/domain/graph/weakPoints/weakPointQuestion';
import { jsonOrNull } from '@/plain/jsonOrNull';
import { oneOf, wholeNumber } from '@/cli/enumArgument';
import { EXIT, Failure } from '@/cli/failure';
import { findEntity } from '@/cli/findEntity';
import { readTextFile } from '@/cli/manifestFile';
import { weakPointLines } from '@/cli/render/weakPointText';
import type { Session, Shell } from '@/cli/session';

interface WeakPointOptions {
  order?: number;
  state?: WeakPointState;
  includeNotInService?: boolean;
  failOnNew?: boolean;
  baseline?: string;
}

const AFTER_HELP = `
Write ENTITY as [KIND:]NAME: a technicalName or a GUID. KIND is one of ${WEAK_POINT_ENTITY_KINDS.join(', ')}.

Examples:
  faultline weak-points capability:checkout
  faultline weak-points capability:checkout --order 2 --json > baseline.json
  faultline weak-points capability:checkout --order 2 --fail-on-new --baseline baseline.json

Exit code 3: with --fail-on-new, something takes it down that is not in the baseline.`;

export function addWeakPoints(program: Command, shell: Shell): void {
  const command = program
    .command('weak-points <entity>')
    .summary('what takes something down, alone or together')
    .description('What takes ENTITY down alone, what does so only together, which redundancy is left, and what to change.')
    .option('--order <number>', 'how many may fail together, 1 to 3', wholeNumber(1, 3))
    .option('-s, --state <state>', `what counts as down: ${WEAK_POINT_STATES.join(', ')}`, oneOf(WEAK_POINT_STATES))
    .option('--include-not-in-service', 'count applications in Planning, Development and Retired as in service')
    .option('--fail-on-new', 'exit with 3 if something is not in the baseline')
    .option('--baseline <file>', 'a file written by --json earlier')
    .addHelpText('after', AFTER_HELP);
  shell.on<WeakPointOptions>(command, weakPoints);
}

async function weakPoints(session: Session, options: WeakPointOptions, entity: string): Promise<number> {
  const { order, state, includeNotInService, failOnNew = false, baseline } = options;
  if (failOnNew !== (baseline !== undefined)) throw new Failure('--fail-on-new and --baseline only work together', { code: 'usage' });
  const known = baseline === undefined ? null : setsOf(readBaseline(session, baseline));
  const colon = entity.indexOf(':');
  const kind = colon === -1 ? undefined : oneOf(WEAK_POINT_ENTITY_KINDS)(entity.slice(0, colon));
  const api = session.openApi();
  const answer = await session.terminal.progress.during('asking the server', 1, 2, async () => {
    const found = await findEntity(api, entity.slice(colon + 1), kind);
    const query = { entityType: withWeakPoints(found.kind), entityId: found.id, order, state, includeNotInService };
    return api.json<WeakPoints>({ method: 'GET', path: '/weak-points', query });
  });
  const fresh = known === null ? [] : setsOf(answer).filter((set) => !known.includes(set));
  session.answer(answer, (shown, colours) => weakPointLines(shown, colours, fresh));
  return fresh.length > 0 ? EXIT.foundFault : EXIT.done;
}

/** Throws Failure for a kind that has none. */
export function withWeakPoints(kind: string): WeakPointEntityKind {
  const found = WEAK_POINT_ENTITY_KINDS.find((candidate) => candidate === kind);
  if (found === undefined)
    throw new Failure(`a ${kind} has no weak points`, {
      code: 'usage',
      hint: `name one of these kinds instead: ${WEAK_POINT_ENTITY_KINDS.join(', ')}`,
    });
  return found;
}

/** Identifies each set by its members' technical names, which outlive ids. */
function setsOf({ singlePoints, cutSets }: Pick<WeakPoints, 'singlePoints' | 'cutSets'>): string[] {
  const sets = [...singlePoints.map((point) => [point]), ...cutSets.map(({ members }) => members)];
  return sets.map((members) =>
    members
      .map(({ technicalName }) => technicalName)
      .sort()
      .join(' + '),
  );
}

/** Throws Failure if the file contains no such answer. */
function readBaseline({ world }: Session, file: string): Pick<WeakPoints, 'singlePoints' | 'cutSets'> {
  const answer = jsonOrNull(readTextFile(file, world)) as WeakPoints | null;
  if (Array.isArray(answer?.singlePoints) && Array.isArray(answer.cutSets)) return answer;
  throw new Failure(`${file} contains no weak points`, {
    code: 'unreadable_baseline',
    hint: 'write it with faultline weak-points … --json',
  });
}
