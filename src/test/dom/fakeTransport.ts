/**
 * A network that answers each procedure with a function of its input and records the requests. Everything else of the browser's client is
 * real.
 */
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { ErrorCode, Issue } from '@/domain/errors';
import type { AppRouter } from '@/server/procedures/root';

export interface Call {
  path: string;
  input: unknown;
  /** The version that a change expects. */
  ifMatch?: unknown;
}

/** By path, such as `apiKeys.list`. A promise answers when it settles; a thrown error is the refusal. */
export type FakeAnswers = Readonly<Record<string, (input: never) => unknown>>;

export interface FakeTransport {
  link: TRPCLink<AppRouter>;
  calls: Call[];
  callsOf(path: string): unknown[];
}

export function fakeTransport(answers: FakeAnswers): FakeTransport {
  const calls: Call[] = [];
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op: { path, input, context } }) =>
      observable((observer) => {
        calls.push({ path, input, ...('ifMatch' in context ? { ifMatch: context.ifMatch } : {}) });
        const answer = async (): Promise<unknown> => {
          const own = answers[path];
          if (own === undefined) throw new Error(`No answer was given for ${path}.`);
          return (own as (input: unknown) => unknown)(input);
        };
        answer().then(
          (data) => {
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          },
          (error: unknown) => observer.error(error instanceof TRPCClientError ? error : TRPCClientError.from(error as Error)),
        );
      });
  return { link, calls, callsOf: (path) => calls.filter((call) => call.path === path).map(({ input }) => input) };
}

interface RefusalFacts {
  requestId?: string;
  issues?: readonly Issue[];
  facts?: Readonly<Record<string, unknown>>;
}

/** A refusal in the form that the server sends. */
export function refusal(code: ErrorCode, message: string, more: RefusalFacts = {}): Error {
  return TRPCClientError.from({ error: { message, code: -32_600, data: { code, ...more } } } as never);
}

/** The error that the client sees if there is no answer. */
export function noAnswer(): Error {
  return TRPCClientError.from(new TypeError('Failed to fetch'));
}
