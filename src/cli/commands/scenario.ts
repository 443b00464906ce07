/** `faultline scenario`: what breaks if these fail together. */
import type { Command } from 'commander';
import type { ScenarioAnswer, ScenarioInput } from '@/contract/scenarios';
import { EXIT, Failure } from '../failure';
import { someOf, wholeNumber } from '../enumArgument';
import { findFailures, typedFailures, type TypedFailure } from '../failures';
import { scenarioLines } from '../render/scenarioText';
import type { Session, Shell } from '../session';
import { harmlessCopy } from '../terminal';

const VERDICTS = ['excess', 'breached'] as const;
export type FailOn = (typeof VERDICTS)[number];

interface EvaluateOptions {
  fail?: TypedFailure[];
  withhold?: string[];
  live?: boolean;
  at?: string;
  minutes?: number;
  failOn?: FailOn[];
  full?: boolean;
}

const EVALUATE_HELP = `
What fails is written [KIND:]NAME[=STATE]: a technicalName or a GUID, Outage unless said. zone, area and app are short for hosting-zone,
hosting-area and application.

Examples:
  faultline scenario evaluate --fail cart-db-a --fail cart-db-b
  faultline scenario evaluate --fail zone:eu-1a --fail kafka=Degraded --minutes 240
  faultline scenario evaluate --fail payment --live --fail-on excess,breached --minutes 60

Exit code 3: what --fail-on names is so.`;

/** Adds `scenario` with what is below it. */
export function addScenario(program: Command, shell: Shell): void {
  const parent = program
    .command('scenario')
    .summary('what breaks when several things fail together')
    .description('What breaks when several things fail together, and which of it no single failure would do.');
  parent.copyInheritedSettings(program);
  const evaluate = parent
    .command('evaluate')
    .summary('ask without keeping anything')
    .description('What breaks when all of these fail at once. Keeps nothing.')
    .option('-f, --fail <failure>', 'what fails: [KIND:]NAME[=STATE]; may be repeated', typedFailures)
    .option('--withhold <id>', 'a dependency that passes nothing on, by id; may be repeated', (id: string, before: string[] = []) => [
      ...before,
      id,
    ])
    .option('--live', 'on top of what every component reports now')
    .option('--at <moment>', 'in the landscape as it was then: a date or a date-time')
    .option('--minutes <minutes>', 'how long it lasts, held against what each capability tolerates', wholeNumber(1, 5_256_000))
    .option('--fail-on <verdicts>', `exit with 3 when it is so: ${VERDICTS.join(', ')}`, someOf(VERDICTS))
    .option('--full', 'show every component, however many')
    .addHelpText('after', EVALUATE_HELP);
  shell.on<EvaluateOptions>(evaluate, evaluateScenario);
}

async function evaluateScenario(session: Session, options: EvaluateOptions): Promise<number> {
  const { fail = [], withhold, live, at, minutes, failOn = [] } = options;
  if (fail.length === 0) throw new Failure('nothing fails', { code: 'usage', hint: 'say what does: --fail NAME' });
  if (live === true && at !== undefined) throw new Failure('--live and --at exclude one another', { code: 'usage' });
  if (failOn.includes('breached') && minutes === undefined) {
    throw new Failure('--fail-on breached needs --minutes', { code: 'usage', hint: 'say how long it lasts' });
  }
  const api = session.openApi();
  const { terminal } = session;
  const answer = await terminal.progress.during('asking the server', 1, 2, async () => {
    const question: ScenarioInput = {
      failures: await findFailures(api, fail),
      withheldDependencies: withhold ?? [],
      baseline: at === undefined ? (live === true ? 'live' : 'clean') : { at },
      durationMinutes: minutes ?? null,
    };
    return api.json<ScenarioAnswer>({
      method: 'POST',
      path: '/scenarios/evaluate',
      body: { text: JSON.stringify(question), contentType: 'application/json' },
    });
  });
  if (session.isJson) session.writeJson(answer);
  else terminal.write(`${scenarioLines(harmlessCopy(answer), terminal.colours, options.full === true).join('\n')}\n`);
  return failOn.some((verdict) => isSo(answer, verdict)) ? EXIT.foundFault : EXIT.done;
}

/** Whether an answer has what `--fail-on` names. */
export function isSo({ excess, tolerances }: Pick<ScenarioAnswer, 'excess' | 'tolerances'>, verdict: FailOn): boolean {
  if (verdict === 'excess') return Object.values(excess).some((count) => count > 0);
  return tolerances.some((tolerance) => tolerance.verdict === 'Breached');
}
