/** Prints a scenario: what fails, what that causes together, why, and which tolerances it breaches. */
import type { MissingMember, Scenario, ScenarioComparison, ScenarioDifference, ScenarioRun } from '@/contract/savedScenarios';
import type { ScenarioAnswer } from '@/contract/scenarios';
import { notInServiceWords, RULES_CHANGED } from '@/domain/lifecycle';
import type { HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { Colours } from '@/cli/terminal';
import { capitalised } from '@/plain/capitalised';
import { notRecordedLines, section, stateText } from './blastText';
import { moneyText } from './money';
import { kindNoun } from './values';

const SHOWN = 50;

/** How many rows of each list a run did not store; zero for an answer that was just computed. */
type Omitted = Partial<ScenarioRun['omitted']>;

export function scenarioLines(answer: ScenarioAnswer, colours: Colours, isFull: boolean, omitted: Omitted = {}): string[] {
  const { failures, baseline, durationMinutes, counts, completeness } = answer;
  const outside = completeness.notInService === undefined ? null : notInServiceWords(completeness.notInService);
  const failing = failures.length + (omitted.failures ?? 0);
  const onto = { clean: 'everything else healthy', live: 'in addition to what is reported now', at: `in the landscape of ${baseline.at}` }[
    baseline.kind
  ];
  const lasting = durationMinutes === null ? '' : `, for ${countOf(durationMinutes, 'minute')}`;
  const excessText = ({ isExcess, alone }: { isExcess: boolean; alone: HealthState }): string =>
    isExcess ? `  ${colours.yellow('*')} ${alone} alone` : '';
  const rowsOf = (kind: 'capabilities' | 'applications' | 'processes' | 'audiences' | 'components'): string[] => {
    const rows = section(capitalised(kind), answer[kind], colours, isFull ? Infinity : SHOWN, excessText, omitted[kind]);
    return rows.length === 0 ? [] : [...rows, ...notStored(omitted[kind] ?? 0, colours.dim)];
  };
  return [
    `What breaks when ${failing === 1 ? 'this fails' : `these ${failing} fail together`} (${onto}${lasting})`,
    ...failures.map(
      ({ entityType, technicalName, name, state }) =>
        `  ${stateText(state, colours)}  ${colours.bold(technicalName)}  ${colours.dim(`${kindNoun(entityType)}, ${name}`)}`,
    ),
    '',
    `  affects ${countOf(counts.components, 'component')}, ${countOf(counts.applications, 'application')}, ${countOf(counts.capabilities, 'capability', 'capabilities')}, ${countOf(counts.processes, 'process', 'processes')}, ${countOf(counts.audiences, 'audience')}`,
    ...(outside === null ? [] : [`  ${outside}`]),
    ...revenueLines(answer),
    ...gaveWayLines(answer, colours, omitted),
    ...rowsOf('capabilities'),
    ...toleranceLines(answer, colours, omitted),
    ...rowsOf('applications'),
    ...rowsOf('processes'),
    ...rowsOf('audiences'),
    ...rowsOf('components'),
    ...notRecordedLines(completeness, colours),
    '',
    colours.dim(`digest ${answer.digest}`),
  ];
}

function revenueLines({ revenueExposure, completeness }: ScenarioAnswer): string[] {
  if (completeness.notRecorded?.includes('revenue') === true) return ['  expected cost per hour: not recorded'];
  if (revenueExposure !== undefined) {
    const { currency, expectedPerHour, perHour } = revenueExposure;
    return [`  expected cost per hour: ${moneyText(currency, expectedPerHour)} (${moneyText(currency, perHour)} at risk)`];
  }
  return completeness.withheld.includes('revenueExposure') ? ['  expected cost withheld: this key may not see revenue'] : [];
}

function gaveWayLines({ gaveWay, excess, failures }: ScenarioAnswer, { bold, dim }: Colours, omitted: Omitted): string[] {
  const total = Object.values(excess).reduce((sum, count) => sum + count, 0);
  if (failures.length === 1) return [];
  if (total === 0 && gaveWay.length === 0)
    return ['', dim('  Nothing is worse with all of these failures than with the worst of them for it.')];
  const groups = gaveWay.map(
    ({ source, redundancyGroup, redundancyMinimum, targets, working, lost }) =>
      `  ${source.technicalName}: ${redundancyGroup} has ${working} of ${targets} left and needs ${redundancyMinimum}  ${dim(`lost ${lost.map(({ technicalName }) => technicalName).join(', ')}`)}`,
  );
  const { gaveWay: more = 0 } = omitted;
  return [
    '',
    bold(`Redundancy that gave way (${(gaveWay.length + more).toLocaleString('en-US')}); * marks what no single failure causes`),
    ...groups,
    ...notStored(more, dim),
  ];
}

/** A capability whose tolerance nobody recorded is neither too long down nor short enough. */
function toleranceLines({ tolerances, durationMinutes }: ScenarioAnswer, { bold, dim, red }: Colours, omitted: Omitted): string[] {
  if (durationMinutes === null || tolerances.length === 0) return [];
  const breached = tolerances.filter(({ verdict }) => verdict === 'Breached');
  const unset = tolerances.filter(({ verdict }) => verdict === 'NotSet').length;
  const { tolerances: unlisted = 0 } = omitted;
  return [
    '',
    bold(`Down longer than tolerated (${breached.length})`),
    ...breached.map(
      ({ technicalName, maximumTolerableDowntimeMinutes: most }) =>
        `  ${red(technicalName)}  may be down for ${countOf(most ?? 0, 'minute')}`,
    ),
    ...(unset === 0
      ? []
      : [
          dim(
            `  not recorded: what ${unset === tolerances.length ? '' : `${unset} of `}${countOf(tolerances.length, 'affected capability', 'affected capabilities')} may tolerate`,
          ),
        ]),
    ...(unlisted === 0
      ? []
      : [dim(`  … and ${countOf(unlisted, 'affected capability', 'affected capabilities')} that a run does not store`)]),
  ];
}

function notStored(count: number, dim: Colours['dim']): string[] {
  return count > 0 ? [dim(`  … and ${count.toLocaleString('en-US')} that a run does not store`)] : [];
}

/** A run: its answer, and which failures are no longer in the landscape. */
export function runLines({ id, answer, missing, omitted }: ScenarioRun, colours: Colours, isFull: boolean): string[] {
  return [...missingLines(missing, colours), ...scenarioLines(answer, colours, isFull, omitted), colours.dim(`run ${id}`)];
}

function missingLines(missing: readonly MissingMember[], { yellow }: Colours): string[] {
  return missing.map(
    ({ entityType, technicalName }) =>
      `${yellow('!')} the ${kindNoun(entityType)} ${technicalName} is gone; the rest is evaluated without it`,
  );
}

export function scenarioListLines(scenarios: readonly Scenario[], { bold, dim, yellow }: Colours): string[] {
  if (scenarios.length === 0) return ['No scenario is saved.'];
  const width = Math.max(...scenarios.map(({ technicalName }) => technicalName.length));
  return scenarios.map(({ technicalName, name, failures, durationMinutes, missing }) => {
    const lasting = durationMinutes === null ? '' : `, ${countOf(durationMinutes, 'minute')}`;
    const gone = missing.length === 0 ? '' : yellow(`  ${missing.length} gone`);
    return `${bold(technicalName.padEnd(width))}  ${name}  ${dim(`${countOf(failures.length, 'failure')}${lasting}`)}${gone}`;
  });
}

const DIFFERENCES = [
  ['newlyAffected', 'Newly affected'],
  ['worse', 'Worse'],
  ['milder', 'Milder'],
  ['noLongerAffected', 'No longer affected'],
] as const;

export function comparisonLines(compared: ScenarioComparison, colours: Colours, isFull: boolean): string[] {
  const { scenario, from, to, isSame, verdicts, omitted, isPartial, haveRulesChanged } = compared;
  const { bold, dim, green, yellow } = colours;
  const side = ({ run, at, landscapeVersion }: ScenarioComparison['from']): string =>
    `${run === null ? 'now' : at} (landscape version ${landscapeVersion})`;
  const lists = DIFFERENCES.flatMap(([list, title]) => differenceLines(title, compared[list], colours, isFull));
  const changed = verdicts.map(
    ({ technicalName, from: was, to: is }) => `  ${technicalName}  ${was ?? 'not affected'} → ${is ?? 'not affected'}`,
  );
  return [
    `${bold(scenario.technicalName)}: ${side(from)} → ${side(to)}`,
    ...missingLines(to.missing, colours),
    ...(haveRulesChanged ? ['', yellow(RULES_CHANGED)] : []),
    ...(isSame ? ['', green('  Both answers are the same.')] : []),
    ...lists,
    ...(changed.length === 0 ? [] : ['', bold(`Other verdicts (${changed.length})`), ...changed]),
    ...(omitted > 0 ? [dim(`  … and ${countOf(omitted, 'more difference')}`)] : []),
    ...(isPartial ? ['', yellow('Too much is affected to compare all of it.')] : []),
  ];
}

function differenceLines(
  title: string,
  rows: readonly ScenarioDifference[],
  { bold, dim, ...colours }: Colours,
  isFull: boolean,
): string[] {
  if (rows.length === 0) return [];
  const shown = isFull ? rows : rows.slice(0, SHOWN);
  const more = rows.length - shown.length;
  return [
    '',
    bold(`${title} (${rows.length.toLocaleString('en-US')})`),
    ...shown.map(
      ({ entityType, technicalName, name, from, to }) =>
        `  ${stateText(to, { bold, dim, ...colours })}  ${technicalName}  ${dim(`${kindNoun(entityType)}, ${name}; was ${from}`)}`,
    ),
    ...(more > 0 ? [dim(`  … and ${more.toLocaleString('en-US')} more: --full shows all`)] : []),
  ];
}
