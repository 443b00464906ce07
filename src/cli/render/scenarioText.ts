/** A scenario on a terminal: what fails, what that does together, why, and what lasts too long. */
import type { ScenarioAnswer } from '@/contract/scenarios';
import type { HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { Colours } from '../terminal';
import { moneyText, stateText } from './blastText';
import { kindNoun } from './values';

const SHOWN = 50;

export function scenarioLines(answer: ScenarioAnswer, colours: Colours, isFull: boolean): string[] {
  const { failures, baseline, durationMinutes, counts } = answer;
  const onto = { clean: 'all else well', live: 'on top of what is reported now', at: `in the landscape of ${baseline.at}` }[baseline.kind];
  const lasting = durationMinutes === null ? '' : `, for ${countOf(durationMinutes, 'minute')}`;
  return [
    `What breaks when ${failures.length === 1 ? 'this fails' : `these ${failures.length} fail together`} (${onto}${lasting})`,
    ...failures.map(
      ({ entityType, technicalName, name, state }) =>
        `  ${stateText(state, colours)}  ${colours.bold(technicalName)}  ${colours.dim(`${kindNoun(entityType)}, ${name}`)}`,
    ),
    '',
    `  hits ${countOf(counts.components, 'component')}, ${countOf(counts.applications, 'application')}, ${countOf(counts.capabilities, 'capability', 'capabilities')}, ${countOf(counts.processes, 'process', 'processes')}, ${countOf(counts.audiences, 'audience')}`,
    ...revenueLines(answer),
    ...gaveWayLines(answer, colours),
    ...section('Capabilities', answer.capabilities, colours, isFull),
    ...toleranceLines(answer, colours),
    ...section('Applications', answer.applications, colours, isFull),
    ...section('Processes', answer.processes, colours, isFull),
    ...section('Audiences', answer.audiences, colours, isFull),
    ...section('Components', answer.components, colours, isFull),
    '',
    colours.dim(`digest ${answer.digest}`),
  ];
}

function revenueLines({ revenueExposure, completeness }: ScenarioAnswer): string[] {
  if (revenueExposure !== undefined) {
    const { currency, expectedPerHour, perHour } = revenueExposure;
    return [`  exposure: ${moneyText(currency, expectedPerHour)} an hour; ${moneyText(currency, perHour)} at risk`];
  }
  return completeness.withheld.includes('revenueExposure') ? ['  revenue exposure withheld: this key may not see revenue'] : [];
}

function gaveWayLines({ gaveWay, excess, failures }: ScenarioAnswer, { bold, dim, green }: Colours): string[] {
  const total = Object.values(excess).reduce((sum, count) => sum + count, 0);
  if (failures.length === 1) return [];
  if (total === 0 && gaveWay.length === 0) return ['', green('  Together they do no more than the worst of them does alone.')];
  const groups = gaveWay.map(
    ({ source, redundancyGroup, redundancyMinimum, targets, working, lost }) =>
      `  ${source.technicalName}: ${redundancyGroup} has ${working} of ${targets} left and needs ${redundancyMinimum}  ${dim(`lost ${lost.map(({ technicalName }) => technicalName).join(', ')}`)}`,
  );
  return ['', bold(`Redundancy that gave way (${gaveWay.length}); * marks what no single failure does`), ...groups];
}

function toleranceLines({ tolerances, durationMinutes }: ScenarioAnswer, { bold, red }: Colours): string[] {
  const breached = tolerances.filter(({ verdict }) => verdict === 'Breached');
  if (durationMinutes === null || breached.length === 0) return [];
  return [
    '',
    bold(`Down longer than tolerable (${breached.length})`),
    ...breached.map(
      ({ technicalName, maximumTolerableDowntimeMinutes: most }) =>
        `  ${red(technicalName)}  may be down for ${countOf(most ?? 0, 'minute')}`,
    ),
  ];
}

interface Row {
  technicalName: string;
  name: string;
  expectedState: HealthState;
  alone: HealthState;
  isExcess: boolean;
}

function section(title: string, rows: readonly Row[], colours: Colours, isFull: boolean): string[] {
  if (rows.length === 0) return [];
  const shown = isFull ? rows : rows.slice(0, SHOWN);
  const width = Math.max(...shown.map(({ technicalName }) => technicalName.length));
  const lines = shown.map((row) => {
    const excess = row.isExcess ? `  ${colours.yellow('*')} ${row.alone} alone` : '';
    return `  ${stateText(row.expectedState, colours)}  ${row.technicalName.padEnd(width)}  ${colours.dim(row.name)}${excess}`;
  });
  const more = rows.length - shown.length;
  return [
    '',
    colours.bold(`${title} (${rows.length.toLocaleString('en-US')})`),
    ...lines,
    ...(more > 0 ? [colours.dim(`  … and ${more.toLocaleString('en-US')} more: --full shows all`)] : []),
  ];
}
