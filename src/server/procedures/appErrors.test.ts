import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { issuesOf } from '@/contract/inputIssues';
import { ERROR_CODES } from '@/domain/errors';
import { appErrorOf, trpcCodeOf } from './appErrors';

const schema = z.strictObject({
  name: z.string(),
  isExternal: z.boolean(),
  mode: z.enum(['Hard', 'Soft']),
  version: z.literal(1),
  people: z.int(),
  ids: z.array(z.strictObject({ id: z.string() })),
});
const given = { isExternal: 'false', mode: 'hard', version: 2, people: 1.5, ids: [{ id: null, extra: 1 }], surplus: true };

describe('bad input', () => {
  it('is reported mistake by mistake, each with its path, in plain words', () => {
    const { error } = schema.safeParse(given);
    expect(error && issuesOf(error)).toEqual([
      { path: 'name', message: 'is required' },
      { path: 'isExternal', message: 'must be true or false, not a string' },
      { path: 'mode', message: 'must be one of Hard, Soft' },
      { path: 'version', message: 'must be 1' },
      { path: 'people', message: 'must be a whole number' },
      { path: 'ids[0].id', message: 'must be a string, not null' },
      { path: 'ids[0].extra', message: 'is not a known field' },
      { path: 'surplus', message: 'is not a known field' },
    ]);
  });

  it('is one mistake if a value has the wrong type, whatever its size', () => {
    const sized = z.strictObject({ roles: z.array(z.string()).max(4), name: z.string().max(2) });
    const { error } = sized.safeParse({ roles: 'Owner', name: [1, 2, 3] });
    expect(error && issuesOf(error)).toEqual([
      { path: 'roles', message: 'must be a list, not a string' },
      { path: 'name', message: 'must be a string, not a list' },
    ]);
  });

  it('reveals nothing about an unexpected error', () => {
    expect(appErrorOf(new Error('password is hunter2'))).toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('hunter2') as string,
    });
  });
});

describe('the status of an error', () => {
  it.each(ERROR_CODES)('is the same over tRPC as at every other door: %s', (code) => {
    expect(getHTTPStatusCodeFromError(new TRPCError({ code: trpcCodeOf(code) }))).toBe(ERROR_STATUS[code]);
  });

  it('uses the codes of tRPC for bad input and for a defect', () => {
    expect([trpcCodeOf('invalid_input'), trpcCodeOf('internal')]).toEqual(['BAD_REQUEST', 'INTERNAL_SERVER_ERROR']);
  });
});
