/** Prints a blast radius: the roll-up first, then the components ring by ring, then what was left out. */
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { Colours } from '../terminal';
import { kindNoun } from './values';

const STATE_WIDTH = 'Degraded'.length;
const SHOWN = 100;

export function blastLines(answer: BlastRadiusAnswer, colours: Colours, isFull: boolean): string[] {
  const { entity, direction, state, depth } = answer;
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
    colours.dim(`${countOf(depth.applied, 'hop')} deep${capped}${filterText(answer)}`),
    '',
    `  ${countsText(answer)}`,
    ...revenueLines(answer),
    ...rings(answer, colours, isFull),
    ...rollUps(answer, colours, isFull),
    ...completenessLines(answer, colours),
  ];
}

function filterText({ filters: { modes, types } }: BlastRadiusAnswer): string {
  const parts = [...(modes === null ? [] : [`modes ${modes.join(', ')}`]), ...(types === null ? [] : [`types ${types.join(', ')}`])];
  return parts.length === 0 ? '' : ` · only ${parts.join(' and ')}`;
}

function countsText({ counts, direction }: BlastRadiusAnswer): string {
  const parts = [
    countOf(counts.components, 'component'),
    countOf(counts.applications, 'application'),
    countOf(counts.capabilities, 'capability', 'capabilities'),
    countOf(counts.processes, 'process', 'processes'),
    countOf(counts.audiences, 'audience'),
  ];
  return `${direction === 'downstream' ? 'affects' : 'depends on'} ${parts.join(', ')}`;
}

function revenueLines({ revenueExposure, completeness }: BlastRadiusAnswer): string[] {
  if (revenueExposure === undefined) {
    return completeness.withheld.includes('revenueExposure') ? ['  revenue exposure withheld: this key may not see revenue'] : [];
  }
  const { currency, perYear, perHour, expectedPerHour } = revenueExposure;
  const money = (amount: number): string => moneyText(currency, amount);
  return [`  exposure: ${money(expectedPerHour)} an hour; ${money(perHour)} at risk (${money(perYear)} a year)`];
}

export function moneyText(currency: string, amount: number): string {
  return `${currency} ${amount.toLocaleString('en-US', { maximumFractionDigits: 0 })}`;
}

export function stateText(state: HealthState, { red, yellow, green, cyan }: Colours, width = STATE_WIDTH): string {
  const paint = { Outage: red, Degraded: yellow, Warning: cyan, Healthy: green }[state];
  return paint(state.padEnd(width));
}

interface Row {
  technicalName: string;
  name: string;
  depth: number;
  expectedState: HealthState;
}

function table(rows: readonly Row[], colours: Colours, isFull: boolean, more: (row: never) => string = () => ''): string[] {
  const shown = isFull ? rows : rows.slice(0, SHOWN);
  const width = Math.max(0, ...shown.map(({ technicalName }) => technicalName.length));
  const lines = shown.map((row) =>
    `  ${stateText(row.expectedState, colours)}  ${row.technicalName.padEnd(width)}  ${colours.dim(row.name)}${more(row as never)}`.trimEnd(),
  );
  if (shown.length < rows.length)
    lines.push(colours.dim(`  … and ${(rows.length - shown.length).toLocaleString('en-US')} more: --full shows all`));
  return lines;
}

type ComponentRow = BlastRadiusAnswer['components'][number];

function rings({ components, origin, direction }: BlastRadiusAnswer, colours: Colours, isFull: boolean): string[] {
  const names = new Map([...origin, ...components].map(({ id, technicalName }) => [id, technicalName]));
  const through = ({ via }: ComponentRow): string => {
    const name = names.get(via.componentId);
    return name === undefined ? '' : colours.dim(`  ${direction === 'downstream' ? '← uses' : '→ used by'} ${name}`);
  };
  const depths = [...new Set(components.map(({ depth }) => depth))];
  return depths.flatMap((depth) => {
    const ring = components.filter((component) => component.depth === depth);
    return [
      '',
      colours.bold(`${depth === 1 ? 'Directly' : `${depth} hops away`} (${ring.length.toLocaleString('en-US')})`),
      ...table(ring, colours, isFull, through),
    ];
  });
}

function rollUps({ applications, capabilities, processes, audiences }: BlastRadiusAnswer, colours: Colours, isFull: boolean): string[] {
  const section = (title: string, rows: readonly Row[], more?: (row: never) => string): string[] =>
    rows.length === 0 ? [] : ['', colours.bold(`${title} (${rows.length.toLocaleString('en-US')})`), ...table(rows, colours, isFull, more)];
  return [
    ...section('Applications', applications, ({ criticalityTier, ownerTeam }: BlastRadiusAnswer['applications'][number]) =>
      colours.dim(`  ${[criticalityTier, ...(ownerTeam === null ? [] : [`team ${ownerTeam}`])].join(', ')}`),
    ),
    ...section('Capabilities', capabilities),
    ...section('Processes', processes),
    ...section('Audiences', audiences, ({ audienceType, people }: BlastRadiusAnswer['audiences'][number]) =>
      colours.dim(`  ${audienceType}${people === null ? '' : `, ${people.toLocaleString('en-US')} people`}`),
    ),
  ];
}

/** "Nothing depends on it" and "the search stopped there" are different answers. */
function completenessLines({ completeness, depth, components }: BlastRadiusAnswer, { dim, green }: Colours): string[] {
  const { beyondDepth, stoppedByFilter, stoppedByPropagates, componentsOmitted } = completeness;
  const lines = [
    ...(beyondDepth > 0 ? [`${countOf(beyondDepth, 'component')} more one hop beyond ${countOf(depth.applied, 'hop')}`] : []),
    ...(stoppedByFilter > 0 ? [`${countOf(stoppedByFilter, 'dependency', 'dependencies')} not followed because of the filters`] : []),
    ...(stoppedByPropagates > 0
      ? [`${countOf(stoppedByPropagates, 'dependency', 'dependencies')} not followed because they do not propagate failures`]
      : []),
    ...(componentsOmitted > 0 ? [`${countOf(componentsOmitted, 'component')} counted but not listed`] : []),
  ];
  if (lines.length > 0) return ['', ...lines.map((line) => dim(`  ${line}`))];
  return components.length === 0 ? ['', green('  Nothing else is reached, and nothing was left out.')] : [];
}
