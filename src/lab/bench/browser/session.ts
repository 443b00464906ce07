/** One phase of the benchmark: what was done, how long each step took, and the lines that report it. */
import type { Locator, Page } from '@playwright/test';
import type { OwnTenant } from '../../../../e2e/support/ownTenant';
import { framesDuring, longestHeldUp, settledAfter, timed, type Answer, type HeldUp, type Timed } from './probe';

/** From the start of the navigation. */
const SETTLED_WITHIN_MS = 1_500;
const ANSWERED_WITHIN_MS = 100;
/** For an answer that is not cached anywhere, while the old one is shown. */
export const NEW_QUESTION_WITHIN_MS = 500;
/** For a picture that is cached or was prefetched. */
export const KEPT_PICTURE_WITHIN_MS = 200;
const BLOCKED_AT_MOST_MS = 100;
export const QUIET_MS = 400;
/** The pointer or the keyboard focus rests on a control for at least this long before it is pressed. */
export const REACHED_MS = 100;
export const ROUNDS = 5;

/** The site that the phases use, and the person. */
export interface Site {
  address: string;
  tenant: OwnTenant;
}

function told(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(0).padStart(5)} ms` : 'no answer';
}

function print(what: string, value: number, target: number, more = ''): void {
  process.stdout.write(`  ${what.padEnd(46)} ${told(value)}  (${value <= target ? 'within' : 'OVER'} ${target} ms)${more}\n`);
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function withLongestTask(heldUp: ReadonlyMap<string, HeldUp>): [during: string, held: HeldUp] {
  return [...heldUp].reduce((worst, one) => (one[1].task > worst[1].task ? one : worst));
}

/** Everything that was not timed: the steps between inputs. */
const BETWEEN = 'between the inputs';

export class Session {
  private readonly times = new Map<string, Timed[]>();
  private readonly targets = new Map<string, number>();
  private readonly pictured = new Set<string>();
  private readonly heldUp = new Map<string, HeldUp>();

  constructor(
    readonly page: Page,
    readonly site: Site,
  ) {}

  /** `path` is below the tenant; `sign` appears once the page can be used. */
  async open(name: string, path: string, sign: string, within = SETTLED_WITHIN_MS): Promise<void> {
    await this.noteHeldUp(BETWEEN);
    await this.page.goto(`/t/${this.site.tenant.tenantId}/${path}`);
    const { load, navigation } = await settledAfter(this.page, sign);
    print(`${name}: there, after navigation`, navigation, within, `  ${load.toFixed(0)} ms after the page had loaded`);
    await this.page.waitForTimeout(QUIET_MS);
    await this.noteHeldUp(name);
  }

  /** Opens a page that the phase does not measure, although its tasks count. */
  async come(name: string, path: string, sign: string): Promise<void> {
    await this.noteHeldUp(BETWEEN);
    await this.page.goto(`/t/${this.site.tenant.tenantId}/${path}`);
    await this.page.locator(sign).first().waitFor();
    await this.page.waitForTimeout(QUIET_MS);
    await this.noteHeldUp(name);
  }

  /** Times one input; inputs with the same name are reported together. */
  async answer(name: string, act: () => Promise<unknown>, answer: Answer, within = ANSWERED_WITHIN_MS): Promise<void> {
    this.targets.set(name, within);
    await this.noteHeldUp(BETWEEN);
    const took = await timed(this.page, act, answer);
    if (answer.picture !== undefined) this.pictured.add(name);
    this.times.set(name, [...(this.times.get(name) ?? []), took]);
    // What follows an answer (a second picture, a table that settles) must not count for the next one.
    await this.page.waitForTimeout(QUIET_MS);
    await this.noteHeldUp(name);
  }

  /** Times a press on something. */
  async press(name: string, target: Locator, answer: Answer, within?: number): Promise<void> {
    // A header that stays in place covers what the browser scrolls to the edge.
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await target.hover();
    await this.page.waitForTimeout(REACHED_MS);
    await this.answer(name, () => target.click(), answer, within);
  }

  async scroll(name: string, act: () => Promise<unknown>): Promise<void> {
    const { perSecond, worstMs } = await framesDuring(this.page, act);
    process.stdout.write(
      `  ${name.padEnd(46)} ${perSecond.toFixed(0).padStart(5)} frames a second, the worst after ${worstMs.toFixed(0)} ms\n`,
    );
    await this.page.waitForTimeout(QUIET_MS);
    await this.noteHeldUp(name);
  }

  /** Prints the median of each input, then how long the page was blocked. */
  async report(phase: string): Promise<void> {
    for (const [name, all] of this.times) {
      const answers = all.map(({ answer }) => answer);
      const reaction = medianOf(all.map((one) => one.reaction));
      const picture = medianOf(all.map((one) => one.picture));
      const first = reaction < medianOf(answers) ? `, reacts after ${told(reaction).trim()}` : '';
      const then = this.pictured.has(name) ? `, its picture after ${told(picture).trim()}` : '';
      const held = `, longest task ${told(this.heldUp.get(name)?.task ?? 0).trim()}`;
      print(
        name,
        medianOf(answers),
        this.targets.get(name) ?? ANSWERED_WITHIN_MS,
        `  worst of ${all.length}: ${told(Math.max(...answers)).trim()}${first}${then}${held}`,
      );
    }
    this.times.clear();
    await this.noteHeldUp(BETWEEN);
    if ([...this.heldUp].every(([name, { task }]) => name === BETWEEN && task === 0)) return;
    const [during, { task }] = withLongestTask(this.heldUp);
    const wait = Math.max(...[...this.heldUp.values()].map((held) => held.wait));
    print(
      `${phase}: longest task`,
      task,
      BLOCKED_AT_MOST_MS,
      `  ${task === 0 ? '' : `${during}; `}a timer waited up to ${told(wait).trim()}`,
    );
    this.heldUp.clear();
  }

  /** When a page is left, its records are lost. */
  private async noteHeldUp(during: string): Promise<void> {
    const { task, wait } = await longestHeldUp(this.page);
    const before = this.heldUp.get(during) ?? { task: 0, wait: 0 };
    this.heldUp.set(during, { task: Math.max(task, before.task), wait: Math.max(wait, before.wait) });
  }
}
