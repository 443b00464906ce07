/** tRPC set up once: the context, the meta that every procedure must state, and the two steps before its work (the guard, and once-only). */
import { TRPCError, initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { isChange, type Access } from '@/domain/access';
import { AppError, tenantIsMoving, type ErrorCode } from '@/domain/errors';
import { admit, admitPerson, type Credentials } from '@/server/auth/admit';
import { runOnce, type Outcome } from '@/server/idempotency';
import { requestLog } from '@/server/observability/log';
import { appErrorOf, trpcCodeOf } from './appErrors';

/** What a procedure leaves for its door to say beside the answer. */
export interface Reply {
  /** Left of the caller's limit, once the guard has let it through. */
  limit?: { perMinute: number; remaining: number; resetSeconds: number };
  isReplay?: boolean;
  canSeeRevenue?: boolean;
}

/** What a door hands over. Nothing in it has been checked. */
export interface RequestContext {
  credentials: Credentials;
  requestId: string;
  method: string;
  /** Below the tenant, as it was called. */
  path: string;
  ifMatch: string | null;
  idempotencyKey: string | null;
  /** Of the body, where a procedure takes more than JSON. */
  contentType?: string | null;
  /** As the header came, where the door has one. */
  lastEventId?: string | null;
  reply: Reply;
}

type RestFacts = NonNullable<OpenApiMeta['openapi']> & {
  /** The status of success; 200 unless said. */
  status?: 200 | 201 | 202;
  /** Refusals beyond those that every route may give. */
  refusals?: readonly ErrorCode[];
  /** Where the created thing is read; `{id}` and the like are filled from the answer's fields. */
  location?: `/${string}`;
  hasETag?: boolean;
  takesIfMatch?: boolean;
  /** The body is a manifest: YAML or JSON, of up to 16 MiB. */
  takesManifest?: boolean;
  /** The body is a JSON object in the words of another system; the input's own fields stand in path and query. */
  takesPayload?: boolean;
  /** The answer is a FileAnswer, sent as this media type and not as JSON. */
  answersFile?: 'text/csv' | 'application/yaml' | 'text/plain';
  /** The answer is a FileAnswer of this media type where the input asks for one, JSON else. */
  alsoAnswersFile?: 'application/xml';
  /** The answer is a FeedAnswer: server-sent events that go on until somebody hangs up. */
  answersFeed?: true;
};

export interface ProcedureMeta {
  access: Access;
  /** How REST reaches it; without it, only the browser does. */
  openapi?: RestFacts;
  /** The answer holds a secret. */
  isSecret?: boolean;
}

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

/** A procedure says what it asks of its caller, or it does not compile. */
export function procedure(meta: ProcedureMeta) {
  return t.procedure.meta(meta).use(knownErrors).use(guard).use(onceOnly);
}

/** What somebody signed in does for themselves, in no tenant: it carries `person`, and reaches nobody's landscape. */
export function personalProcedure() {
  return t.procedure.use(knownErrors).use(async ({ ctx, next }) => next({ ctx: { person: await admitPerson(ctx.credentials.session) } }));
}

/** For whoever holds a secret that the work itself asks for, signed in or not. */
export function secretHoldersProcedure() {
  return t.procedure.use(knownErrors);
}

/** Whatever goes wrong leaves with tRPC's nearest code, and its AppError as the cause; what nobody foresaw is logged here for every door. */
const knownErrors = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  const cause = appErrorOf(result.error);
  if (cause.code === 'internal') {
    requestLog(ctx.requestId).error({ err: result.error.cause ?? result.error, procedure: path }, 'unforeseen error');
    return result;
  }
  throw new TRPCError({ code: trpcCodeOf(cause.code), message: cause.message, cause });
});

/** A question may be given up when its caller hangs up; a change, once it is admitted, is made. */
const guard = t.middleware(async ({ ctx, meta, type, signal, next }) => {
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
  return next({ ctx: { ...admitted, tenant } });
});

type Guarded = RequestContext & Awaited<ReturnType<typeof admit>>;

const onceOnly = t.middleware(async (opts) => {
  const ctx = opts.ctx as unknown as Guarded;
  const { idempotencyKey: key, method, path } = ctx;
  if (key === null || opts.type !== 'mutation' || method !== 'POST') return opts.next({ ctx });
  if (key.length < 1 || key.length > 255 || !/^[\x21-\x7e]+$/.test(key)) {
    throw new AppError('invalid_input', 'Idempotency-Key must have 1 to 255 visible ASCII characters.', {
      issues: [{ path: 'Idempotency-Key', message: 'is not usable' }],
    });
  }
  const body = await opts.getRawInput();
  let last: Awaited<ReturnType<typeof opts.next>> | null = null;
  const outcome = await runOnce<unknown>(
    ctx.tenant,
    ctx.principal,
    { key, method, path, body, isSecret: opts.meta?.isSecret === true },
    async (tenant): Promise<Outcome<unknown>> => {
      last = await opts.next({ ctx: { ...ctx, tenant } });
      if (last.ok) return { data: last.data };
      const error = appErrorOf(last.error);
      if (error.code === 'internal') throw last.error.cause ?? last.error;
      return { error };
    },
  );
  ctx.reply.isReplay = outcome.isReplay;
  if ('error' in outcome) throw outcome.error;
  // tRPC reads no more of a result than this, and the first answer was already checked against the output schema.
  return (last ?? { ok: true, data: outcome.data, marker: 'middlewareMarker', ctx }) as unknown as Awaited<ReturnType<typeof opts.next>>;
});

/** The context behind the guard. */
export type CallContext = Guarded;
