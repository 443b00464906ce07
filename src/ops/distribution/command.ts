/** The commands `npm run admin -- distribute` and `rebalance`. */
import type { Command } from 'commander';
import { type AdminSurroundings, ownerOf } from '@/ops/admin/adminSurroundings';
import { countOf } from '@/plain/counts';
import { formatMebibytes } from '@/plain/sizes';
import { distribute, type Distribution, type NodeContents } from './distribute';
import { isForcing, type PlacedTable, type Step } from './planDistribution';
import { rebalance } from './rebalance';

export function addDistributeCommand(program: Command, around: AdminSurroundings): void {
  program
    .command('distribute')
    .description('spread the tables over the nodes of a Citus, each tenant on one of them; safe to repeat')
    .option('--dry-run', 'only print what would be done; works on any PostgreSQL')
    .action(async ({ dryRun: isDryRun = false }: { dryRun?: boolean }) => {
      const installation = await around.installation();
      const done = await distribute({ url: ownerOf(installation), serving: installation.addresses, isDryRun, say: around.say });
      around.answer({ document: done, words: wordsOf(done), isFailure: done.faults.length > 0 });
    });
  program
    .command('rebalance')
    .description('move tenants from full nodes of a Citus to empty ones; the service may run')
    .action(async () => {
      const done = await rebalance({ url: ownerOf(await around.installation()), say: around.say });
      around.answer({ document: done, words: wordsOfNodes(done.nodes).join('\n') });
    });
}

function wordsOfNodes(nodes: readonly NodeContents[]): string[] {
  return nodes.map(
    ({ node, isCoordinator, shards, bytes }) =>
      `${node}${isCoordinator ? ' (coordinator)' : ''}: ${countOf(shards, 'shard')}, ${formatMebibytes(bytes)}`,
  );
}

function wordsOf({ isDone, isCitus, steps, faults, tables, nodes }: Distribution): string {
  const lines = isDone ? [] : steps.flatMap(({ statements }) => statements.map((statement) => `${statement};`));
  const places = tables.map(({ name, kind, column }) => `${name}: ${wordsOfPlace(kind, column)}`);
  const held = wordsOfNodes(nodes);
  if (faults.length > 0) return [...places, ...held, 'First fix this:', ...faults].join('\n');
  return [...lines, ...places, ...held, ...summaryOf(steps, isDone, isCitus)].join('\n');
}

function summaryOf(steps: readonly Step[], isDone: boolean, isCitus: boolean): string[] {
  const moved = new Set(steps.filter((step) => !isForcing(step)).map(({ table }) => table)).size;
  const forced = steps.filter(isForcing).length;
  const count = countOf(moved, 'table');
  return [
    moved === 0
      ? 'Every table is in its place.'
      : isDone
        ? `${count} moved.`
        : `${count} would be moved${isCitus ? '' : ', on a Citus; this is a plain PostgreSQL'}.`,
    ...(forced === 0
      ? []
      : [`Row-level security ${isDone ? 'applies' : 'would apply'} again to the owner of ${countOf(forced, 'table')}.`]),
  ];
}

function wordsOfPlace(kind: PlacedTable['kind'], column: string | null): string {
  if (kind === 'local') return 'on the coordinator';
  return kind === 'reference' ? 'on every node' : `by ${column ?? 'nothing'}`;
}
