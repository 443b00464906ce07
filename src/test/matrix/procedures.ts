/** Every procedure of the router with what it requires, and how a test calls one as somebody. */
import type { z } from 'zod';
import type { Access } from '@/domain/access';
import { appErrorOf } from '@/server/procedures/appErrors';
import type { ProcedureMeta } from '@/server/procedures/init';
import { appRouter, createCaller } from '@/server/procedures/root';
import { contextOf } from '@/test/requestContext';

export interface Procedure {
  name: string;
  type: 'query' | 'mutation';
  access: Access;
  meta: ProcedureMeta;
  input: z.ZodType;
}

interface Described {
  type: Procedure['type'];
  meta: ProcedureMeta;
  inputs: z.ZodType[];
}

const described = appRouter._def.procedures as unknown as Record<string, { _def: Described }>;

export const PROCEDURES: readonly Procedure[] = Object.entries(described).map(([name, { _def }]) => {
  const { type, meta, inputs } = _def;
  if (inputs[0] === undefined || inputs.length > 1) throw new Error(`${name} has ${inputs.length} inputs, where one is expected.`);
  return { name, type, meta, access: meta.access, input: inputs[0] };
});

export interface Credential {
  key?: string;
  session?: Headers;
}

/** What a procedure answers: its result, or code, message, issues and facts of its refusal. */
export async function answerOf(name: string, input: object, who: Credential, tenantId: string): Promise<unknown> {
  const caller = createCaller(contextOf(tenantId, who));
  const call = name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], caller) as (
    input: object,
  ) => Promise<unknown>;
  try {
    return await call(input);
  } catch (error) {
    const { code, message, issues, facts } = appErrorOf(error);
    return { code, message, issues, facts };
  }
}
