/** What `observe` does with what was seen: proposes a manifest, asks what no machine knows, or compares with the tenant. */
import { createInterface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { leftWords, type Observed } from '@/domain/observe/observed';
import { amountIn } from '@/plain/amounts';
import type { CustomerAnswer } from '@/sources/customerAnswers';
import { assertSeen, observedManifest, type Proposal } from '@/sources/observedManifest';
import type { Grouping } from '@/sources/observedApplications';
import { EXIT, Failure } from '@/cli/failure';
import type { Session } from '@/cli/session';
import { harmless } from '@/cli/terminal';
import { writeTextFile } from '@/cli/writeTextFile';
import { comparisonLines, compareWithTenant, isAtFault, namesIn, type Fault } from './against';

export interface ProposeOptions {
  output?: string;
  name: string;
  groupBy: { by: Grouping; key?: string | undefined };
  ask?: boolean;
  against?: boolean;
  names?: string;
  failOn?: Fault[];
}

/** Reads the option. Throws InvalidArgumentError. */
export function groupingIn(text: string): ProposeOptions['groupBy'] {
  const [, key] = /^attribute=([\w.-]{1,200})$/.exec(text) ?? [];
  if (key !== undefined) return { by: 'attribute', key };
  if (text === 'service' || text === 'namespace' || text === 'none') return { by: text };
  throw new InvalidArgumentError('It must be service, namespace, none or attribute=KEY, such as attribute=service.owner.');
}

/** Throws Failure if nothing was seen; `hint` says what to do then. */
export async function propose(session: Session, options: ProposeOptions, observed: Observed, hint?: string): Promise<number> {
  const { terminal, world } = session;
  const { output, name, groupBy, ask = false } = options;
  if (options.against === true) return compare(session, options, observed, hint);
  if (options.names !== undefined || options.failOn !== undefined)
    throw new Failure('--names and --fail-on work only with --against', { code: 'usage' });
  if (ask && !terminal.canAsk)
    throw new Failure('--ask needs a terminal', { code: 'usage', hint: 'without it, the manifest ends with the questions' });
  const proposalWith = (answers: readonly CustomerAnswer[]): Proposal =>
    orFailure(() => observedManifest(observed, { name, groupBy: groupBy.by, answers }), hint);
  const unasked = proposalWith([]);
  const { manifest, text, report, advice, modes, collector } = ask ? proposalWith(await askPerson(session, unasked)) : unasked;
  for (const { type, message } of report) terminal.note(`${type === 'notMapped' ? 'left out' : 'decided'}: ${harmless(message)}`);
  for (const line of advice) terminal.note(harmless(line));
  if (collector !== null) terminal.note(`Configure the collector like this:\n\n${collector}`);
  if (output !== undefined) {
    writeTextFile(output, text, world);
    terminal.note(`wrote ${output}`);
  }
  if (session.isJson) session.writeJson({ manifest, report, modes, advice, collector });
  else if (output === undefined) terminal.write(text);
  return EXIT.done;
}

/** Throws Failure if nothing was seen. */
function orFailure<Result>(read: () => Result, hint: string | undefined): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    throw new Failure(error.message, { code: error.code, hint: hint ?? error.more.hint, isAnswer: true });
  }
}

async function compare(
  session: Session,
  { names, failOn = [], ask }: ProposeOptions,
  observed: Observed,
  hint: string | undefined,
): Promise<number> {
  const { terminal } = session;
  if (ask === true) throw new Failure('--ask and --against cannot be combined', { code: 'usage' });
  // Of what nobody saw, nothing is at odds.
  orFailure(() => assertSeen(observed), hint);
  for (const left of observed.left) terminal.note(`left out: ${harmless(leftWords(left))}`);
  const comparison = await compareWithTenant(session, observed, namesIn(names, session));
  session.answer(comparison, () => comparisonLines(comparison, session));
  return isAtFault(comparison, failOn) ? EXIT.foundFault : EXIT.done;
}

/** The three questions whose answers no span knows. Whoever answers nothing is asked no more. */
async function askPerson({ world }: Session, { services }: Proposal): Promise<CustomerAnswer[]> {
  const lines = createInterface({ input: world.stdin });
  const next = lines[Symbol.asyncIterator]();
  world.signal.addEventListener('abort', () => lines.close(), { once: true });
  const question = async (text: string): Promise<string> => {
    world.stderr.write(`${text} `);
    const { done, value } = await next.next();
    world.signal.throwIfAborted();
    return done === true ? '' : value.trim();
  };
  try {
    const touched = await servicesTouched(services, question);
    const answers: CustomerAnswer[] = [];
    const worth = new Map<string, number | null>();
    for (const service of touched) {
      const activity = await question(`What do they do at ${harmless(service)}, in a few words? Empty: leave it out.`);
      if (activity === '') continue;
      if (!worth.has(activity)) worth.set(activity, await amount(question, activity));
      answers.push({ service, activity, perHour: worth.get(activity)! });
    }
    return answers;
  } finally {
    lines.close();
  }
}

type Question = (text: string) => Promise<string>;

async function servicesTouched(services: Proposal['services'], question: Question): Promise<string[]> {
  const outside = services.filter(({ isCalledFromOutside }) => isCalledFromOutside).map(({ technicalName }) => technicalName);
  const known = new Map(services.map(({ technicalName }) => [technicalName.toLowerCase(), technicalName]));
  for (let asked = `Which services do customers touch? [${harmless(outside.join(', '))}]`; ;) {
    const answer = await question(asked);
    if (answer === '') return outside;
    const names = answer.split(/[,\s]+/).filter((name) => name !== '');
    const unknown = names.find((name) => !known.has(name.toLowerCase()));
    if (unknown === undefined) return [...new Set(names.map((name) => known.get(name.toLowerCase())!))];
    asked = `No service is called ${harmless(unknown)}. Which ones? [${harmless(outside.join(', '))}]`;
  }
}

async function amount(question: Question, activity: string): Promise<number | null> {
  for (let asked = `What is an hour of “${harmless(activity)}” worth, such as 5000? Empty: not known.`; ;) {
    const answer = await question(asked);
    if (answer === '') return null;
    const value = amountIn(answer);
    if (value !== null) return value;
    asked = 'That is not an amount. Give a number without a currency, or nothing:';
  }
}
