/** `faultline scenario`: what breaks if several things fail together, asked once or saved under a name. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Scenario, ScenarioComparison, ScenarioPage, ScenarioRun, ScenarioRunPage } from '@/contract/savedScenarios';
import type { ScenarioAnswer, ScenarioInput } from '@/contract/scenarios';
import { EXIT, Failure } from '@/cli/failure';
import { someOf, wholeNumber } from '@/cli/enumArgument';
import { findFailures, typedFailures, type TypedFailure } from '@/cli/failures';
import { comparisonLines, runLines, scenarioLines, scenarioListLines } from '@/cli/render/scenarioText';
import type { Api } from '@/cli/api';
import type { Session, Shell } from '@/cli/session';

const VERDICTS = ['excess', 'breached'] as const;
export type FailOn = (typeof VERDICTS)[number];

interface EvaluateOptions {
  fail?: TypedFailure[];
  withhold?: string[];
  includeNotInService?: boolean;
  live?: boolean;
  at?: string;
  minutes?: number;
  failOn?: FailOn[];
  full?: boolean;
}

const EVALUATE_HELP = `
Write a failure as [KIND:]NAME[=STATE]: a technicalName or a GUID; STATE is Outage by default. zone, area and app are short for hosting-zone,
hosting-area and application.

Examples:
  faultline scenario evaluate --fail cart-db-a --fail cart-db-b
  faultline scenario evaluate --fail zone:eu-1a --fail kafka=Degraded --minutes 240
  faultline scenario evaluate --fail payment --live --fail-on excess,breached --minutes 60

Exit code 3: a condition of --fail-on is met.`;

/** Adds `scenario` with its subcommands. */
export function addScenario(program: Command, shell: Shell): void {
  const parent = program
    .command('scenario')
    .summary('what breaks when several things fail together')
    .description('What breaks when several things fail together, and what no single failure would cause.');
  parent.copyInheritedSettings(program);
  const evaluate = parent
    .command('evaluate')
    .summary('ask without saving anything')
    .description('What breaks when all of these fail at once. Saves nothing.')
    .option('-f, --fail <failure>', 'what fails: [KIND:]NAME[=STATE]; can be repeated', typedFailures)
    .option('--withhold <id>', 'id of a dependency that passes nothing on; can be repeated', (id: string, before: string[] = []) => [
      ...before,
      id,
    ])
    .option('--live', 'in addition to what every component reports now')
    .option('--at <time>', 'in the landscape as of a date or date-time')
    .option('--include-not-in-service', 'count applications in Planning, Development and Retired as in service')
    .option('--minutes <minutes>', 'how long it lasts, compared with what each capability tolerates', wholeNumber(1, 5_256_000))
    .option('--fail-on <verdicts>', `exit with 3 if the answer has any of these: ${VERDICTS.join(', ')}`, someOf(VERDICTS))
    .option('--full', 'show every component, however many')
    .addHelpText('after', EVALUATE_HELP);
  shell.on<EvaluateOptions>(evaluate, evaluateScenario);
  addSaved(parent, shell);
}

interface RunOptions {
  failOn?: FailOn[];
  full?: boolean;
}

interface CompareOptions {
  from?: string;
  to?: string;
  full?: boolean;
}

function addSaved(parent: Command, shell: Shell): void {
  const list = parent.command('list').summary('list the saved scenarios').description('List the saved scenarios, by technicalName.');
  shell.on<object>(list, listScenarios);
  const run = parent
    .command('run <scenario>')
    .summary('evaluate a saved scenario and store the answer')
    .description('Evaluate a saved scenario, by technicalName or id, and store the answer as a run.')
    .option('--fail-on <verdicts>', `exit with 3 if the answer has any of these: ${VERDICTS.join(', ')}`, someOf(VERDICTS))
    .option('--full', 'show every row that is stored')
    .addHelpText('after', '\nExit code 3: a condition of --fail-on is met.');
  shell.on<RunOptions>(run, runScenario);
  const compare = parent
    .command('compare <scenario>')
    .summary('what changed since an earlier run of a scenario')
    .description('Compare a run of a saved scenario with another run, or with the current answer.')
    .option('--from <run>', 'the id of the earlier run; default: the last one')
    .option('--to <run>', 'the id of another run, or now', 'now')
    .option('--full', 'show every difference, however many')
    .addHelpText('after', '\nExit code 2: the two differ.');
  shell.on<CompareOptions>(compare, compareRuns);
}

async function listScenarios(session: Session): Promise<number> {
  const api = session.openApi();
  const items = await session.terminal.progress.during('asking the server', 1, 1, async () => {
    const all: ScenarioPage['items'] = [];
    for (let cursor: string | undefined; ;) {
      const page = await api.json<ScenarioPage>({ method: 'GET', path: '/scenarios', query: { limit: 200, cursor } });
      all.push(...page.items);
      if (page.nextCursor === null) return all;
      cursor = page.nextCursor;
    }
  });
  return session.answer({ items }, (shown, colours) => scenarioListLines(shown.items, colours));
}

async function runScenario(session: Session, { failOn = [], full }: RunOptions, scenario: string): Promise<number> {
  const api = session.openApi();
  const run = await session.terminal.progress.during('asking the server', 1, 1, async () => {
    if (failOn.includes('breached')) await assertLasts(api, scenario);
    return api.json<ScenarioRun>({ method: 'POST', path: `${pathOf(scenario)}/runs`, idempotencyKey: randomUUID() });
  });
  session.answer(run, (shown, colours) => runLines(shown, colours, full === true));
  const { answer, breached } = run;
  // A run stores only some of the tolerances, but the count of all that are breached.
  return failOn.some((verdict) => (verdict === 'breached' ? breached > 0 : isSo(answer, verdict))) ? EXIT.foundFault : EXIT.done;
}

/** Without a duration no tolerance is ever breached, so the condition would silently never be met. */
async function assertLasts(api: Api, scenario: string): Promise<void> {
  const { durationMinutes } = await api.json<Scenario>({ method: 'GET', path: pathOf(scenario) });
  if (durationMinutes !== null) return;
  throw new Failure('--fail-on breached needs a scenario with a duration', {
    code: 'usage',
    hint: `set durationMinutes of ${scenario}`,
  });
}

async function compareRuns(session: Session, { from, to = 'now', full }: CompareOptions, scenario: string): Promise<number> {
  const api = session.openApi();
  const compared = await session.terminal.progress.during('asking the server', 1, 1, async () => {
    const query = { from: from ?? (await lastRun(api, scenario)), to };
    return api.json<ScenarioComparison>({ method: 'GET', path: `${pathOf(scenario)}/compare`, query });
  });
  session.answer(compared, (shown, colours) => comparisonLines(shown, colours, full === true));
  return compared.isSame ? EXIT.done : EXIT.differences;
}

async function lastRun(api: Api, scenario: string): Promise<string> {
  const { items } = await api.json<ScenarioRunPage>({ method: 'GET', path: `${pathOf(scenario)}/runs`, query: { limit: 1 } });
  const [last] = items;
  if (last !== undefined) return last.id;
  throw new Failure(`the scenario ${scenario} has never been run`, { code: 'not_found', hint: `faultline scenario run ${scenario}` });
}

function pathOf(scenario: string): string {
  return `/scenarios/${encodeURIComponent(scenario)}`;
}

async function evaluateScenario(session: Session, options: EvaluateOptions): Promise<number> {
  const { fail = [], withhold, includeNotInService, live, at, minutes, failOn = [] } = options;
  if (fail.length === 0) throw new Failure('no failure was given', { code: 'usage', hint: 'say what fails: --fail NAME' });
  if (live === true && at !== undefined) throw new Failure('--live and --at cannot be combined', { code: 'usage' });
  if (failOn.includes('breached') && minutes === undefined)
    throw new Failure('--fail-on breached needs --minutes', { code: 'usage', hint: 'say how long it lasts' });
  const api = session.openApi();
  const answer = await session.terminal.progress.during('asking the server', 1, 2, async () => {
    const question: ScenarioInput = {
      failures: await findFailures(api, fail),
      withheldDependencies: withhold ?? [],
      ...(includeNotInService === true ? { includeNotInService } : {}),
      baseline: at === undefined ? (live === true ? 'live' : 'clean') : { at },
      durationMinutes: minutes ?? null,
    };
    return api.json<ScenarioAnswer>({
      method: 'POST',
      path: '/scenarios/evaluate',
      body: { text: JSON.stringify(question), contentType: 'application/json' },
    });
  });
  session.answer(answer, (shown, colours) => scenarioLines(shown, colours, options.full === true));
  return failOn.some((verdict) => isSo(answer, verdict)) ? EXIT.foundFault : EXIT.done;
}

/** Whether an answer meets a condition of `--fail-on`. */
export function isSo({ excess, tolerances }: Pick<ScenarioAnswer, 'excess' | 'tolerances'>, verdict: FailOn): boolean {
  if (verdict === 'excess') return Object.values(excess).some((count) => count > 0);
  return tolerances.some((tolerance) => tolerance.verdict === 'Breached');
}
