/** `faultline history`: the manifests that were applied, newest first. */
import { InvalidArgumentError, type Command } from 'commander';
import type { ManifestApply } from '@/contract/manifest/applies';
import { countOf } from '@/plain/counts';
import { EXIT } from '@/cli/failure';
import type { Session, Shell } from '@/cli/session';
import { harmless, harmlessCopy } from '@/cli/terminal';

interface HistoryOptions {
  manifest?: string;
  limit: number;
}

interface Applies {
  items: ManifestApply[];
  nextCursor: string | null;
}

const AFTER_HELP = `
Applies that changed nothing are not listed. The id in front is what faultline undo expects.

Examples:
  faultline history
  faultline history --manifest astronomy-shop --limit 5
  faultline history --json | jq -r '.items[0].changeSetId'`;

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 200) throw new InvalidArgumentError('It must be a whole number from 1 to 200.');
  return value;
}

export function addHistory(program: Command, shell: Shell): void {
  const command = program
    .command('history')
    .summary('the manifests that were applied')
    .description('List the applied manifests that changed something, newest first.')
    .option('-m, --manifest <name>', 'only those with this name')
    .option('-n, --limit <number>', 'how many to list', wholeNumber, 20)
    .addHelpText('after', AFTER_HELP);
  shell.on<HistoryOptions>(command, showHistory);
}

async function showHistory(session: Session, { manifest, limit }: HistoryOptions): Promise<number> {
  const { terminal } = session;
  const applies = await session.openApi().json<Applies>({ method: 'GET', path: '/manifest/applies', query: { manifest, limit } });
  if (session.isJson) {
    session.writeJson(applies);
    return EXIT.done;
  }
  const { items, nextCursor } = harmlessCopy(applies);
  const { dim, bold } = terminal.colours;
  const lines = items.map(({ changeSetId, at, manifest: name, actor, summary, takenOver, prune, undoneBy }) => {
    const counts = `+${summary.create} ~${summary.update} -${summary.delete}`;
    const taken = takenOver === 0 ? null : `${countOf(takenOver, 'field')} taken over`;
    const marks = [prune ? 'with prune' : null, taken, undoneBy === null ? null : 'undone'].filter((mark) => mark !== null);
    return `${changeSetId}  ${at.slice(0, 19)}Z  ${bold(name)}  ${counts}  ${dim([`by ${actor.name}`, ...marks].join(', '))}`;
  });
  if (items.length === 0)
    lines.push(
      manifest === undefined
        ? 'No manifest has changed anything yet.'
        : `No manifest called ${harmless(manifest)} has changed anything yet.`,
    );
  if (nextCursor !== null) lines.push(dim(`… and older ones: --limit shows more than ${countOf(limit, 'apply', 'applies')}`));
  terminal.write(`${lines.join('\n')}\n`);
  return EXIT.done;
}
