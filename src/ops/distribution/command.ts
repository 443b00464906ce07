/** The command `npm run admin -- distribute`. */
import type { Command } from 'commander';
import { type AdminSurroundings, ownerOf } from '@/ops/admin/adminSurroundings';
import { countOf } from '@/plain/counts';
import { distribute, type Distribution } from './distribute';

export function addDistributeCommand(program: Command, around: AdminSurroundings): void {
  program
    .command('distribute')
    .description('spread the tables over the nodes of a Citus, each tenant on one of them; safe to repeat')
    .option('--dry-run', 'only print what would be done; works on any PostgreSQL')
    .action(async ({ dryRun: isDryRun = false }: { dryRun?: boolean }) => {
      const done = await distribute({ url: ownerOf(await around.installation()), isDryRun, say: around.say });
      around.answer({ document: done, words: wordsOf(done) });
    });
}

function wordsOf({ isDone, isCitus, steps, tables }: Distribution): string {
  const lines = isDone ? [] : steps.flatMap(({ statements }) => statements.map((statement) => `${statement};`));
  const count = countOf(steps.length, 'table');
  const summary =
    steps.length === 0
      ? 'Every table is in its place.'
      : isDone
        ? `${count} moved.`
        : `${count} would be moved${isCitus ? '' : ', on a Citus; this is a plain PostgreSQL'}.`;
  const places = tables.map(({ name, kind, column }) => `${name}: ${kind === 'reference' ? 'on every node' : `by ${column ?? 'nothing'}`}`);
  return [...lines, ...places, summary].join('\n');
}
