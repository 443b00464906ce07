/** Sets up tRPC: the context, the facts that every procedure must state, and the two steps before its work (the guard, and idempotency). */
import { TRPCError, initTRPC, type TRPCProcedureType } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { isChange, type Access } from '@/domain/access';
import { AppError, tenantIsMoving, type ErrorCode } from '@/domain/errors';
import { admit, admitPerson, type Admitted, type Credentials } from '@/server/auth/admit';
import { runOnce, type Outcome } from '@/server/idempotency';
import { requestLog } from '@/server/observability/log';
import { appErrorOf, trpcCodeOf } from './appErrors';

/** What a procedure tells its door beside the answer. */
export interface Reply {
  /** What is left of the caller's limit, set once the guard has admitted the request. */
  limit?: { perMinute: number; remaining: number; resetSeconds: number };
  isReplay?: boolean;
  canSeeRevenue?: boolean;
}

/** What a door passes on. Nothing in it has been checked. */
export interface RequestContext {
  credentials: Credentials;
  requestId: string;
  /** The caller's trace, if one was sent. */
  traceId?: string | null;
  method: string;
  /** The path below the tenant, as it was called. */
  path: string;
  ifMatch: string | null;
  idempotencyKey: string | null;
  /** The content type of the body, if a procedure takes more than JSON. */
  contentType?: string | null;
  /** The header as it was sent, if the door has one. */
  lastEventId?: string | null;
  reply: Reply;
}

export type RestFacts = NonNullable<OpenApiMeta['openapi']> & {
  /** The status of success; default 200. */
  status?: 200 | 201 | 202;
  /** Refusals in addition to those of every route. */
  refusals?: readonly ErrorCode[];
  /** Where to read what was created; `{id}` and similar are filled in from the answer. */
  location?: `/${string}`;
  hasETag?: boolean;
  takesIfMatch?: boolean;
  /** The body is a manifest: YAML or JSON, up to 16 MiB. */
  takesManifest?: boolean;
  /** The body is a JSON object in the format of another system; the fields of the input are in path and query. */
  takesPayload?: boolean;
  /** The answer is a FileAnswer, sent with this media type instead of JSON. */
  answersFile?: 'text/csv' | 'application/yaml' | 'text/plain';
  /** The answer is a FileAnswer with this media type if the input asks for one, otherwise JSON. */
  alsoAnswersFile?: 'application/xml';
  /** The answer is a FeedAnswer: server-sent events until one side disconnects. */
  answersFeed?: true;
};

export interface ProcedureMeta {
  access: Access;
  /** How REST reaches the procedure; without it, only the browser does. */
  openapi?: RestFacts;
  /** The answer contains a secret. */
  isSecret?: boolean;
}

/** What most procedures require of their caller: the right to read, or to change, what a tenant has. */
export const READ = { scope: 'read', role: 'Viewer' } as const;
export const WRITE = { scope: 'write', role: 'Editor' } as const;

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    defaultMeta: { access: { scope: null, role: 'Owner' } },
    errorFormatter: ({ shape, error, ctx }) => {
      const { code, message, issues, facts, retryAfterSeconds } = appErrorOf(error);
      return {
        ...shape,
        message,
        data: { code, httpStatus: ERROR_STATUS[code], issues, facts, retryAfterSeconds, requestId: ctx?.requestId ?? null },
      };
    },
  });

export const { router, createCallerFactory } = t;

/** A procedure that does not state what it requires of its caller does not compile. */
export function procedure(meta: ProcedureMeta) {
  return t.procedure.meta(meta).use(guarded);
}

/** For what people do for themselves outside any tenant. Has `person`, and cannot reach a landscape. */
export function personalProcedure() {
  return t.procedure.use(knownErrors).use(async ({ ctx, next }) => next({ ctx: { person: await admitPerson(ctx.credentials.session) } }));
}

/** For callers that have a secret which the use case itself checks, whether or not they are signed in. */
export function secretHoldersProcedure() {
  return t.procedure.use(knownErrors);
}

/** Every error leaves as this. */
const knownErrors = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  throw toldError(ctx, path, result.error);
});

/** The error with the nearest tRPC code and its AppError as the cause. Unexpected errors are logged here, for all doors. */
function toldError(ctx: RequestContext, procedure: string, error: unknown): unknown {
  const cause = appErrorOf(error);
  if (cause.code !== 'internal') return new TRPCError({ code: trpcCodeOf(cause.code), message: cause.message, cause });
  const unexpected = error instanceof TRPCError ? (error.cause ?? error) : error;
  requestLog(ctx).error({ err: unexpected, procedure }, 'unexpected error');
  return error;
}

/** The guard, idempotency and the form of errors in one step, because tRPC copies a call several times for each. */
const guarded = t.middleware(async (opts) => {
  try {
    const admitted = await admittedTo(opts);
    const run = (tenant: Admitted['tenant']) => opts.next({ ctx: { ...admitted, tenant } });
    const result = await onceOnly(opts, admitted, run);
    if (result.ok) return result;
    throw result.error;
  } catch (error) {
    throw toldError(opts.ctx, opts.path, error);
  }
});

interface Step {
  ctx: RequestContext;
  meta: ProcedureMeta | undefined;
  type: TRPCProcedureType;
  signal: AbortSignal | undefined;
  getRawInput: () => Promise<unknown>;
}

/** A query may stop when its caller disconnects; a mutation that was admitted is completed. */
async function admittedTo({ ctx, meta, type, signal }: Step): Promise<Omit<Admitted, 'limit'>> {
  if (meta === undefined) throw new AppError('internal', 'A procedure without meta.');
  const { limit, ...admitted } = await admit(ctx.credentials, meta.access);
  if (limit !== null) ctx.reply.limit = limit;
  ctx.reply.canSeeRevenue = admitted.principal.canSeeRevenue;
  const tenant = {
    ...admitted.tenant,
    ...(type === 'query' && signal !== undefined ? { signal } : {}),
    ...(isChange(type, meta.access) ? { isForChange: true } : {}),
  };
  if (tenant.isForChange === true && admitted.isFrozen) throw tenantIsMoving();
  return { ...admitted, tenant };
}

type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError };

async function onceOnly<R extends Result>(
  step: Step,
  admitted: Omit<Admitted, 'limit'>,
  run: (tenant: Admitted['tenant']) => Promise<R>,
): Promise<R> {
  const { ctx, type, meta } = step;
  const { idempotencyKey: key, method, path } = ctx;
  if (key === null || type !== 'mutation' || method !== 'POST') return run(admitted.tenant);
  if (key.length < 1 || key.length > 255 || !/^[\x21-\x7e]+$/.test(key))
    throw new AppError('invalid_input', 'Idempotency-Key must have 1 to 255 visible ASCII characters.', {
      issues: [{ path: 'Idempotency-Key', message: 'is not usable' }],
    });
  const body = await step.getRawInput();
  let last: R | null = null;
  const outcome = await runOnce<unknown>(
    admitted.tenant,
    admitted.principal,
    { key, method, path, body, isSecret: meta?.isSecret === true },
    async (tenant): Promise<Outcome<unknown>> => {
      const result = await run(tenant);
      last = result;
      if (result.ok) return { data: result.data };
      const error = appErrorOf(result.error);
      if (error.code === 'internal') throw result.error.cause ?? result.error;
      return { error };
    },
  );
  ctx.reply.isReplay = outcome.isReplay;
  if ('error' in outcome) throw outcome.error;
  // tRPC reads no more of a result than this, and the first answer was already checked against the output schema.
  return last ?? ({ ok: true, data: outcome.data, marker: 'middlewareMarker', ctx } as unknown as R);
}

/** The context after the guard. */
export type CallContext = RequestContext & Admitted;
