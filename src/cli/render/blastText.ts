/**
 * Prints a blast radius: how many are affected first, then the components ring by ring (upstream: by how much they would hurt) and the
 * roll-up, with what is only reached apart, then what was left out.
 */
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { HealthState } from '@/domain/vocabulary';
import { splitByAffected, type KindCounts, type ReachedRow } from '@/domain/affected';
import { insideWords } from '@/domain/insideWords';
import { notInServiceWords } from '@/domain/lifecycle';
import type { RecordedPart } from '@/domain/graph/questions/notRecorded';
import { recordingHint } from '@/domain/recordedWords';
import { withoutComponents } from '@/domain/withoutComponents';
import { UPSTREAM_GROUP_WORDS, UPSTREAM_GROUPS, upstreamGroups } from '@/domain/upstreamGroups';
import { countOf, formatNumber } from '@/plain/counts';
import type { Colours } from '@/cli/terminal';
import { capitalised } from '@/plain/capitalised';
import { moneyText } from './money';
import { kindNoun } from './values';

const STATE_WIDTH = 'Degraded'.length;
const SHOWN = 100;

export function blastLines(answer: BlastRadiusAnswer, colours: Colours, isFull: boolean): string[] {
  const { entity, direction, state, depth } = answer;
  const most = isFull ? Infinity : SHOWN;
  const subject = `${colours.bold(entity.technicalName)} (${kindNoun(entity.type)}, ${entity.name})`;
  const question =
    direction === 'downstream'
      ? `What breaks when ${subject} goes to ${stateText(state, colours, 0)}`
      : `What could bring ${subject} down, if it alone went to ${stateText(state, colours, 0)}`;
  const capped =
    depth.requested !== null && depth.requested > depth.applied
      ? ` (asked for ${depth.requested}; the plan allows ${depth.planMaximum})`
      : '';
  return [
    question,
    colours.dim(`looked up to ${countOf(depth.applied, 'hop')} away${capped}${filterText(answer)}`),
    '',
    ...headline(answer),
    ...revenueLines(answer),
    ...(direction === 'downstream' ? rings(answer, colours, most) : causes(answer, colours, most)),
    ...rollUps(answer, colours, most),
    ...notRecordedLines(answer.completeness, colours),
    ...completenessLines(answer, colours),
  ];
}

function filterText({ filters: { modes, types } }: BlastRadiusAnswer): string {
  const parts = [...(modes === null ? [] : [`modes ${modes.join(', ')}`]), ...(types === null ? [] : [`types ${types.join(', ')}`])];
  return parts.length === 0 ? '' : ` · only ${parts.join(' and ')}`;
}

function countsText(counts: KindCounts): string {
  return [
    countOf(counts.components, 'component'),
    countOf(counts.applications, 'application'),
    countOf(counts.capabilities, 'capability', 'capabilities'),
    countOf(counts.processes, 'process', 'processes'),
    countOf(counts.audiences, 'audience'),
  ].join(', ');
}

/** Affected, and apart from it what is only reached. */
function headline(answer: BlastRadiusAnswer): string[] {
  const { counts, affectedCounts, direction, origin } = answer;
  if (direction === 'upstream') {
    const { takesDown, degrades, harmless } = upstreamGroups(answer);
    return [
      `  ${countOf(takesDown.length, 'component')} could take it down, ${degrades.length} could degrade it, ${harmless.length} reach it without harm (own components included: ${origin.length})`,
    ];
  }
  const reached = KINDS_COUNTED.some((kind) => counts[kind] > affectedCounts[kind]);
  const outside = notInServiceWords(answer.completeness.notInService);
  return [
    `  affects ${countsText(affectedCounts)}`,
    ...(outside === null ? [] : [`  ${outside}`]),
    ...(reached ? [`  reaches ${countsText(counts)}`] : []),
  ];
}

const KINDS_COUNTED = ['components', 'applications', 'capabilities', 'processes', 'audiences'] as const;

function revenueLines({ revenueExposure, completeness }: BlastRadiusAnswer): string[] {
  if (completeness.notRecorded.includes('revenue')) return ['  expected cost per hour: not recorded'];
  if (revenueExposure === undefined)
    return completeness.withheld.includes('revenueExposure') ? ['  expected cost withheld: this key may not see revenue'] : [];
  const { currency, perYear, perHour, expectedPerHour } = revenueExposure;
  const money = (amount: number): string => moneyText(currency, amount);
  return [`  expected cost per hour: ${money(expectedPerHour)} (${money(perHour)} at risk, ${money(perYear)} a year)`];
}

export function stateText(state: HealthState, { red, yellow, green, cyan }: Colours, width = STATE_WIDTH): string {
  const paint = { Outage: red, Degraded: yellow, Warning: cyan, Healthy: green }[state];
  return paint(state.padEnd(width));
}

interface NamedRow {
  technicalName: string;
  name: string;
  expectedState: HealthState;
}

/** A title with the number of rows, and the first `most` of them; nothing without rows. `more` ends the line of a row. */
export function section<Row extends NamedRow>(
  title: string,
  rows: readonly Row[],
  colours: Colours,
  most: number,
  more: (row: Row) => string = () => '',
  omitted = 0,
): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, most);
  const width = Math.max(...shown.map(({ technicalName }) => technicalName.length));
  const lines = shown.map((row) =>
    `  ${stateText(row.expectedState, colours)}  ${row.technicalName.padEnd(width)}  ${colours.dim(row.name)}${more(row)}`.trimEnd(),
  );
  if (shown.length < rows.length) lines.push(colours.dim(`  … and ${formatNumber(rows.length - shown.length)} more: --full shows all`));
  return ['', colours.bold(`${title} (${formatNumber(rows.length + omitted)})`), ...lines];
}

type ComponentRow = BlastRadiusAnswer['components'][number];

/** Names the neighbour through which a component is reached. */
function throughIn({ components, origin, direction }: BlastRadiusAnswer, colours: Colours): (row: ComponentRow) => string {
  const names = new Map([...origin, ...components].map(({ id, technicalName }) => [id, technicalName]));
  return ({ via }) => {
    const name = names.get(via.componentId);
    return name === undefined ? '' : colours.dim(`  ${direction === 'downstream' ? '← uses' : '→ used by'} ${name}`);
  };
}

function rings(answer: BlastRadiusAnswer, colours: Colours, most: number): string[] {
  const { affected, reached } = splitByAffected(answer.components);
  const depths = [...new Set(affected.map(({ depth }) => depth))];
  const through = throughIn(answer, colours);
  return [
    ...depths.flatMap((depth) => {
      const ring = affected.filter((component) => component.depth === depth);
      return section(depth === 1 ? 'Directly' : `${depth} hops away`, ring, colours, most, through);
    }),
    ...section('Components reached, not affected', reached, colours, most, through),
  ];
}

/** Upstream: what could bring the entity down, by how much it would hurt, its own components first. */
function causes(answer: BlastRadiusAnswer, colours: Colours, most: number): string[] {
  const groups = upstreamGroups(answer);
  const through = throughIn(answer, colours);
  return UPSTREAM_GROUPS.flatMap((group) => {
    const own = new Set(groups[group].filter(({ isOwn }) => isOwn).map(({ row }) => row));
    const title = UPSTREAM_GROUP_WORDS[group];
    return section(
      capitalised(title),
      groups[group].map(({ row }) => row),
      colours,
      most,
      (row) => (own.has(row) ? colours.dim('  its own') : 'via' in row ? through(row) : ''),
    );
  });
}

function rollUps(
  { applications, capabilities, processes, audiences, direction }: BlastRadiusAnswer,
  colours: Colours,
  most: number,
): string[] {
  if (direction === 'upstream') return section('Applications that they are in', applications, colours, most, applicationText(colours));
  const split = <Row extends NamedRow & ReachedRow>(title: string, rows: readonly Row[], more?: (row: Row) => string): string[] => {
    const { affected, reached } = splitByAffected(rows);
    return [...section(title, affected, colours, most, more), ...section(`${title} reached, not affected`, reached, colours, most, more)];
  };
  return [
    ...split('Applications', applications, applicationText(colours)),
    ...split('Capabilities', capabilities),
    ...split('Processes', processes),
    ...split('Audiences', audiences, ({ audienceType, people }) =>
      colours.dim(`  ${audienceType}${people === null ? '' : `, ${formatNumber(people)} people`}`),
    ),
  ];
}

function applicationText(colours: Colours): (row: BlastRadiusAnswer['applications'][number]) => string {
  return (row) => {
    const inside = insideWords(row);
    const parts = [row.criticalityTier, ...(row.ownerTeam === null ? [] : [`team ${row.ownerTeam}`]), ...(inside === null ? [] : [inside])];
    return colours.dim(`  ${parts.join(', ')}`);
  };
}

/** What the landscape does not say is no "nobody". */
export function notRecordedLines({ notRecorded = [] }: { notRecorded?: readonly RecordedPart[] }, { dim }: Colours): string[] {
  const hint = recordingHint(notRecorded);
  return hint === null ? [] : ['', dim(`  not recorded: ${notRecorded.join(', ')}; ${hint}`)];
}

/** "Nothing depends on it" and "the search stopped there" are different answers. */
function completenessLines(
  { entity, completeness, depth, components, direction, origin }: BlastRadiusAnswer,
  { dim, green }: Colours,
): string[] {
  const { beyondDepth, stoppedByFilter, stoppedByPropagates, componentsOmitted } = completeness;
  const lines = [
    ...(beyondDepth > 0 ? [`${countOf(beyondDepth, 'more component', 'more components')} one hop beyond depth ${depth.applied}`] : []),
    ...(stoppedByFilter > 0 ? [`${countOf(stoppedByFilter, 'dependency', 'dependencies')} not followed because of the filters`] : []),
    ...(stoppedByPropagates > 0
      ? [`${countOf(stoppedByPropagates, 'dependency', 'dependencies')} not followed because they do not propagate failures`]
      : []),
    ...(componentsOmitted > 0 ? [`${countOf(componentsOmitted, 'component')} counted but not listed`] : []),
  ];
  if (lines.length > 0) return ['', ...lines.map((line) => dim(`  ${line}`))];
  if (components.length > 0) return [];
  if (origin.length === 0) return ['', `  ${withoutComponents(entity.name)}`];
  const nothing =
    direction === 'upstream'
      ? 'It depends on no other component, and nothing was left out.'
      : 'No other component is reached, and nothing was left out.';
  return ['', green(`  ${nothing}`)];
}
