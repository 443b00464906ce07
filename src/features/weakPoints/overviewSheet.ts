/** The weak points of all capabilities for strangers: what takes which down, what to change, and redundancy in name only, as tables. Pure. */
import { reachedWords, savingWords } from '@/client/fixes/bestFixWords';
import { fixWords } from '@/client/fixes/fixWords';
import { money } from '@/client/labels/figures';
import type { CsvTable, Exported } from '@/client/pictureExports';
import type { SharedAnswer } from '@/contract/shareLinks';
import type { CapabilityWeakPoints } from '@/contract/weakPoints';
import { countOf, formatNumber } from '@/plain/counts';
import { hasCosts, ownCostWords } from './ownCostWords';
import { redundancyTable } from './weakPointSheet';

type Shared = Extract<SharedAnswer, { page: 'weak-points-overview' }>;

export function overviewSheet({ summary, best }: Shared): Exported {
  const { landscapeVersion, total, undermined, underminedOmitted, worstComponents } = summary;
  const groups = undermined.length + underminedOmitted;
  return {
    draw: null,
    title: 'Weak points of all capabilities',
    note: `Landscape version ${landscapeVersion}`,
    figures: [
      { label: 'Capabilities', value: formatNumber(total), note: '' },
      { label: 'Redundancy in name only', value: formatNumber(groups), note: groups === 1 ? 'group' : 'groups' },
      ...(best.fixes.length === 0 ? [] : [{ label: 'Changes worth most', value: formatNumber(best.fixes.length), note: triedWords(best) }]),
    ],
    legend: [],
    fileName: 'weak-points',
    tables: [
      ...(best.fixes.length === 0 ? [] : [fixTable(best)]),
      capabilityTable(summary),
      ...(worstComponents.length === 0 ? [] : [componentTable(summary)]),
      ...(groups === 0 ? [] : [groupTable(summary)]),
    ],
  };
}

function triedWords({ tried }: Shared['best']): string {
  return `of ${formatNumber(tried)} tried`;
}

function fixTable({ fixes, currency }: Shared['best']): CsvTable {
  return {
    title: 'The changes worth most',
    fileName: 'changes',
    head: ['Change', 'What it is worth', 'Today', 'With the change'],
    rows: () => fixes.map((fix) => [fixWords(fix), savingWords(fix, currency), reachedWords(fix.before), reachedWords(fix.after)]),
  };
}

function capabilityTable({ items, total, worstComponents, currency }: Shared['summary']): CsvTable {
  const names = new Map(worstComponents.map(({ id, name }) => [id, name]));
  const more = items.length === total ? '' : `, the first of ${formatNumber(total)}`;
  return {
    title: `What takes which capability down${more}`,
    fileName: 'capabilities',
    head: [
      'Capability',
      ...(currency === null ? [] : ['Cost of an hour down']),
      'Alone',
      'Pairs',
      'Least redundancy',
      'Enough alone, of the components below',
    ],
    rows: () =>
      items.map((row) => [
        row.name,
        ...(currency === null ? [] : [ownCostWords(row, currency)]),
        row.singlePoints,
        row.arePairsComplete ? row.pairs : `${formatNumber(row.pairs)} or more`,
        redundancyWords(row),
        row.worstComponentIds.flatMap((id) => names.get(id) ?? []).join(', '),
      ]),
  };
}

function redundancyWords({ smallestMargin, undermined }: CapabilityWeakPoints): string {
  const left =
    smallestMargin === null ? 'none' : smallestMargin === 0 ? 'no target may fail' : `${countOf(smallestMargin, 'target')} may fail`;
  return undermined === 0 ? left : `${left}, ${countOf(undermined, 'group')} not redundant`;
}

function componentTable(summary: Shared['summary']): CsvTable {
  const { worstComponents, currency } = summary;
  return {
    title: hasCosts(summary) ? 'The components that cost the most' : 'The components that take down the most',
    fileName: 'components',
    head: ['Component', 'Capabilities that it takes down alone', ...(currency === null ? [] : ['An hour without it costs'])],
    rows: () =>
      worstComponents.map(({ name, capabilities, perHour }) => [
        name,
        capabilities,
        ...(currency === null ? [] : [perHour === null || perHour === 0 ? '' : money(perHour, currency)]),
      ]),
  };
}

function groupTable({ undermined, underminedOmitted }: Shared['summary']): CsvTable {
  const more = underminedOmitted === 0 ? '' : `, the first of ${formatNumber(undermined.length + underminedOmitted)}`;
  return redundancyTable(`Redundancy in name only${more}`, undermined);
}
