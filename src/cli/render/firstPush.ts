/** Tells of the first push into an empty tenant in five lines: what was made, the three costliest single points, and where to look. */
import type { ManifestPlan } from '@/contract/manifest/plan';
import { countOf, formatNumber } from '@/plain/counts';
import type { Colours } from '@/cli/terminal';
import { uncheckedSentences } from './impactLines';
import { moneyText } from './money';
import { kindNoun } from './values';

const SHOWN_POINTS = 3;
const NO_POINT = 'According to the manifest, no component takes a capability down alone.';

/** Whether nothing has ever been in the landscape that this plan changes. */
export function isFirstPush({ landscapeVersion, summary }: ManifestPlan): boolean {
  return landscapeVersion === 0 && summary.create > 0;
}

/** `address` is that of the page with all of it. */
export function firstPushLines(plan: ManifestPlan, address: string, colours: Colours): string[] {
  return [
    `${colours.green('✓')} ${colours.bold(plan.manifest)}: created ${madeWords(plan)}`,
    ...pointLines(plan, colours),
    `See all of it: ${address}`,
  ];
}

/** `2 applications, 5 components and 4 dependencies`, in the order in which they are made. */
function madeWords({ changes }: ManifestPlan): string {
  const counts = new Map<string, number>();
  for (const { op, kind } of changes) if (op === 'create') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => countOf(count, kindNoun(kind), kindNoun(kind, 2)));
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}

interface Point {
  component: string;
  capabilities: number;
  perHour: number | null;
}

function pointLines(plan: ManifestPlan, { dim, red }: Colours): string[] {
  const { changes, impact } = plan;
  if (impact === null) return [dim('  Single points of failure were not checked.')];
  const { added, addedOmitted } = impact.singlePointsOfFailure;
  const points = new Map<string, Point>();
  for (const { component, perHour } of added) {
    const known = points.get(component);
    points.set(component, { component, capabilities: (known?.capabilities ?? 0) + 1, perHour });
  }
  const dearest = [...points.values()]
    .sort((a, b) => (b.perHour ?? 0) - (a.perHour ?? 0) || b.capabilities - a.capabilities)
    .slice(0, SHOWN_POINTS);
  if (dearest.length === 0) {
    if (!changes.some(({ kind }) => kind === 'capability'))
      return [dim('  No capability is recorded, so nothing is known about single points of failure.')];
    const unchecked = uncheckedSentences(plan);
    return (unchecked.length > 0 ? unchecked : [NO_POINT]).map((sentence) => dim(`  ${sentence}`));
  }
  const lines = dearest.map(({ component, capabilities, perHour }) => {
    const cost = perHour === null || perHour === 0 ? '' : `, expected to cost ${moneyText(impact.currency ?? null, perHour)} an hour`;
    return `  ${red('!')} ${component} alone takes down ${countOf(capabilities, 'capability', 'capabilities')}${cost}`;
  });
  if (addedOmitted > 0) return [...lines, dim(`    of the first ${formatNumber(added.length)} that were found`)];
  const more = points.size - dearest.length;
  return more > 0 ? [...lines, dim(`    and ${countOf(more, 'more single point', 'more single points')} of failure`)] : lines;
}
