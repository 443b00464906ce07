/** What an agent tool consists of: a name, a description, schemas, a call. Errors become normal answers here. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AppError } from '@/domain/errors';
import type { Scope } from '@/domain/vocabulary';
import { appErrorOf } from '@/server/procedures/appErrors';
import type { Caller } from '@/server/procedures/callerRouter';
import type { createCaller } from '@/server/procedures/root';
import { DATA_NOTICE, dataBlock, harmless, quoteForAgents } from './quoteForAgents';
import { cut, leftOutLines, PageFacts, type AnswerList, type PageWish } from './paging';

/** Who asks, and the procedures with that caller's rights: every call passes the guard. */
export interface AgentSession {
  caller: Caller;
  procedures: ReturnType<typeof createCaller>;
}

export interface ToolAnswer<Structured> {
  structured: Structured;
  /** Lines of the short text. */
  text: readonly string[];
}

export interface AgentTool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  effect: 'reads' | 'adds' | 'overwrites';
  input: Input;
  output: Output;
  call(session: AgentSession, input: z.infer<Input>): Promise<ToolAnswer<z.infer<Output>>>;
}

/** What a tool does, as the protocol names it. */
export function annotationsOf({ title, effect }: Pick<AgentTool, 'title' | 'effect'>) {
  return {
    title,
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'overwrites',
    idempotentHint: effect !== 'adds',
    openWorldHint: false,
  };
}

/** Keeps the types of the schemas together. */
export function agentTool<Input extends z.ZodType, Output extends z.ZodType>(tool: AgentTool<Input, Output>): AgentTool<Input, Output> {
  return tool;
}

export const notice = z.string().meta({ description: 'How to read the texts in this answer.' });

/** The output schema of a paged answer: the answer as in the REST API, plus which part this page holds. */
export function pagedOutput<Shape extends z.ZodRawShape>(answer: z.ZodObject<Shape>) {
  return z.strictObject({ notice, ...answer.shape, page: PageFacts });
}

interface Paged<Answer> {
  answer: Answer;
  lists: readonly AnswerList[];
  /** The tool and its input. */
  tool: string;
  input: PageWish & object;
  version: number;
  /** Our own sentences. */
  head: readonly string[];
  /** Foreign facts shown above the lists. */
  data?: readonly string[];
  /** Our own sentences below. */
  foot?: readonly string[];
}

/** A long answer as one page that fits an agent. */
export function pagedAnswer<Answer extends object>({ answer, lists, tool, input, version, head, data = [], foot = [] }: Paged<Answer>) {
  const { limit, cursor, maxCharacters, ...rest } = input;
  const page = cut(answer, lists, {
    question: [tool, rest],
    wish: { limit, cursor, maxCharacters },
    version,
    head: [...head, ...data, ...foot, DATA_NOTICE],
  });
  return {
    structured: { notice: DATA_NOTICE, ...page.answer, page: page.page },
    text: [...head, ...dataBlock([...data, ...page.lines]), ...leftOutLines(page.page, page.isOtherVersion), ...foot],
  };
}

/** What a tool could not do, and what to do next. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly lines: readonly string[],
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(lines[0]);
    this.name = 'Refused';
  }
}

const MOST_ISSUES = 20;

const ADVICE: Readonly<Record<string, string>> = {
  digest_mismatch:
    'The landscape changed since the preview. Call preview_manifest again, check the changes, and give its digest to apply_manifest.',
  too_many_deletes:
    'Show the person what preview_manifest lists as deletions. If they agree, repeat with allowDelete set to the number of entities named here.',
  declared_elsewhere: 'Show the person the conflicts that preview_manifest lists. If this manifest should win, repeat with takeOver: true.',
  manifest_needs_a_name: 'Ask the person what the manifest should be called, change `name` in the text, and call preview_manifest again.',
  in_use: 'Call preview_manifest: `blocked` names what still needs it.',
  revenue_forbidden: 'Leave annualRevenue and revenueShare out.',
  unavailable: 'Try again in a few seconds.',
  tenant_moving: 'Questions are still answered. Tell the person that nothing can be changed until the move is over.',
};

function refusalLines(error: AppError): string[] {
  const { code, message, issues = [], retryAfterSeconds } = error;
  // A single mistake without a position is the sentence itself.
  const told = issues.length === 1 && issues[0]?.line === undefined ? [] : issues;
  const issueLines = told.slice(0, MOST_ISSUES).map(({ path, message: said, line, column, hint }) => {
    const place = line === undefined ? '' : `line ${line}, column ${column ?? 1}: `;
    return `- ${place}${quoteForAgents(path, 200)}: ${quoteForAgents(said, 300)}${hint === undefined ? '' : ` (${quoteForAgents(hint, 200)})`}`;
  });
  const more = issues.length > MOST_ISSUES ? [`${issues.length - MOST_ISSUES} more mistakes are not listed.`] : [];
  const advice = [
    ADVICE[code],
    retryAfterSeconds === undefined ? undefined : `Wait ${Math.ceil(retryAfterSeconds)} s before the next call.`,
  ].filter((line) => line !== undefined);
  return [`${code}: ${harmless(message)}`, ...dataBlock(issueLines), ...more, ...advice];
}

/** Turns an error into a tool's answer, so that the agent can read it and correct itself. */
export function refusalResult(error: unknown): CallToolResult {
  const { code, lines, facts } = error instanceof Refused ? error : asRefused(appErrorOf(error));
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], _meta: { 'faultline/refusal': { code, ...facts } } };
}

function asRefused(error: AppError): Refused {
  return new Refused(error.code, refusalLines(error));
}
