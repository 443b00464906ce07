/** `faultline history`: the manifests that were applied, newest first. */
import type { Command } from 'commander';
import type { ManifestApply } from '@/contract/manifest/applies';
import { countOf } from '@/plain/counts';
import { wholeNumber } from '@/cli/enumArgument';
import type { Session, Shell } from '@/cli/session';
import { harmless, type Colours } from '@/cli/terminal';

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

export function addHistory(program: Command, shell: Shell): void {
  const command = program
    .command('history')
    .summary('the manifests that were applied')
    .description('List the applied manifests that changed something, newest first.')
    .option('-m, --manifest <name>', 'only those with this name')
    .option('-n, --limit <number>', 'how many to list', wholeNumber(1, 200), 20)
    .addHelpText('after', AFTER_HELP);
  shell.on<HistoryOptions>(command, showHistory);
}

async function showHistory(session: Session, { manifest, limit }: HistoryOptions): Promise<number> {
  const applies = await session.openApi().json<Applies>({ method: 'GET', path: '/manifest/applies', query: { manifest, limit } });
  return session.answer(applies, (shown, colours) => applyLines(shown, manifest, limit, colours));
}

function applyLines({ items, nextCursor }: Applies, manifest: string | undefined, limit: number, { dim, bold }: Colours): string[] {
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
  return lines;
}
