/**
 * Stores session tokens as hashes, so that a copy of the database signs nobody in. Wraps the adapter that better-auth reads and writes
 * through.
 */
import { createHash } from 'node:crypto';
import type { prismaAdapter } from 'better-auth/adapters/prisma';

type OpenAdapter = ReturnType<typeof prismaAdapter>;
type Adapter = ReturnType<OpenAdapter>;
/** Inside a transaction, which starts no other. */
type Statements = Omit<Adapter, 'transaction'>;
type Condition = NonNullable<Parameters<Adapter['count']>[0]['where']>[number];

/** No token starts like this: tokens have only letters and digits. */
const PREFIX = 'sha256:';

/** The same for a token and for its hash. */
export function hashOfToken(token: string): string {
  return token.startsWith(PREFIX) ? token : `${PREFIX}${createHash('sha256').update(token).digest('hex')}`;
}

function hashed(value: Condition['value']): Condition['value'] {
  if (typeof value === 'string') return hashOfToken(value);
  return Array.isArray(value)
    ? ((value as unknown[]).map((item) => (typeof item === 'string' ? hashOfToken(item) : item)) as Condition['value'])
    : value;
}

/** `question` with hashed tokens, if it is about sessions. */
function asked<Question extends { model: string; where?: Condition[] | undefined }>(question: Question): Question {
  if (question.model !== 'session' || question.where === undefined) return question;
  return { ...question, where: question.where.map((one) => (one.field === 'token' ? { ...one, value: hashed(one.value) } : one)) };
}

/** The session's row with the clear token that better-auth expects. */
function told<Row>(row: Row, token: unknown): Row {
  const isSession = typeof row === 'object' && row !== null && 'token' in row;
  return isSession && typeof token === 'string' && row.token === hashOfToken(token) ? { ...row, token } : row;
}

function tokenIn({ model, where = [] }: { model: string; where?: Condition[] | undefined }): unknown {
  return model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined;
}

function around(inner: Statements): Statements {
  return {
    ...inner,
    create: async (question) => {
      const { model, data } = question;
      const token: unknown = model === 'session' ? (data as Record<string, unknown>).token : undefined;
      if (typeof token !== 'string') return inner.create(question);
      return told(await inner.create({ ...question, data: { ...data, token: hashOfToken(token) } }), token) as never;
    },
    findOne: async (question) => told(await inner.findOne(asked(question)), tokenIn(question)) as never,
    findMany: (question) => inner.findMany(asked(question)),
    count: (question) => inner.count(asked(question)),
    update: async (question) => told(await inner.update(asked(question)), tokenIn(question)) as never,
    updateMany: (question) => inner.updateMany(asked(question)),
    delete: (question) => inner.delete(asked(question)),
    deleteMany: (question) => inner.deleteMany(asked(question)),
    consumeOne: (question) => inner.consumeOne(asked(question)),
    incrementOne: (question) => inner.incrementOne(asked(question)),
  };
}

/** Wraps `open` so that every token is hashed before it reaches the database. */
export function withHashedTokens(open: OpenAdapter): OpenAdapter {
  return (options) => {
    const inner = open(options);
    return { ...inner, ...around(inner), transaction: (work) => inner.transaction((trx) => work(around(trx))) };
  };
}
