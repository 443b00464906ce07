/**
 * The first questions of a page are asked as soon as the browser reads its HTML, while the page's code is still loading. The code then takes
 * over the answers under way instead of asking again.
 */

export interface EarlyQuestion {
  /** A query that is never batched, such as `landscape.picture`. */
  procedure: string;
  input: object;
}

/** Where the picture will stand: its size becomes the `width` and `height` of every input. */
export interface Stage {
  elementId: string;
  /** Subtracted on each side, in pixels. */
  margin: number;
  /** The size is rounded down to whole steps, at least one. */
  step: number;
}

interface UnderWay {
  answer: Promise<Response>;
  /** By `performance.now()`. */
  askedAt: number;
}

declare global {
  var faultlineEarlyAnswers: Map<string, UnderWay> | undefined;
}

/** On a slow line, an answer this old would show an outage too late. */
const USABLE_FOR_MS = 10_000;

/** Runs in the page before any of its code, so it is written for the browser as it is. Its addresses are those that tRPC's client makes. */
const ASK = `function (base, questions, stage) {
  function stepped(pixels) { return Math.max(stage.step, Math.floor(Math.max(0, pixels - 2 * stage.margin) / stage.step) * stage.step); }
  var size = {};
  if (stage !== null) {
    var element = document.getElementById(stage.elementId);
    if (element === null || element.clientWidth === 0 || element.clientHeight === 0) return;
    size = { width: stepped(element.clientWidth), height: stepped(element.clientHeight) };
  }
  globalThis.faultlineEarlyAnswers = new Map(questions.map(function (question) {
    var input = JSON.stringify(Object.assign({}, question.input, size));
    var address = base + '/' + question.procedure + '?input=' + encodeURIComponent(input);
    var answer = fetch(address);
    answer.catch(function () {});
    return [address, { answer: answer, askedAt: performance.now() }];
  }));
}`;

/** JSON that cannot end the script element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The text of a script that asks these questions of a tenant. */
export function earlyScript(tenantId: string, questions: readonly EarlyQuestion[], stage: Stage | null): string {
  return `(${ASK})(${inScript(`/trpc/${tenantId}`)}, ${inScript(questions)}, ${inScript(stage)});`;
}

/** The answer to a question that was asked early, once; null if there is none, it is too old, or asking failed. */
export async function takeEarlyAnswer(address: string | URL | Request): Promise<Response | null> {
  const answers = globalThis.faultlineEarlyAnswers;
  const underWay = answers?.get(String(address));
  if (answers === undefined || underWay === undefined) return null;
  answers.delete(String(address));
  if (performance.now() - underWay.askedAt > USABLE_FOR_MS) return null;
  return underWay.answer.catch(() => null);
}
