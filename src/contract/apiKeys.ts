/** API keys on the wire. Only the answer to creating a key contains the key itself. */
import { z } from 'zod';
import { SCOPES } from '@/domain/vocabulary';
import { displayName, guid, guidOut, instant, timestampOut } from './fields';
import { pageInput, searchInput } from './lists';

export const ApiKeyCreate = z.strictObject({
  name: displayName,
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'names a scope twice'),
  canSeeRevenue: z.boolean().optional(),
  expiresAt: instant.nullable().optional(),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

export const ApiKey = z.strictObject({
  id: guidOut,
  name: z.string(),
  hint: z.string().meta({ description: 'The first characters of the key, to tell keys apart.', example: 'flt_8sKq…' }),
  scopes: z.array(z.enum(SCOPES)),
  canSeeRevenue: z.boolean(),
  expiresAt: timestampOut.nullable(),
  lastUsedAt: timestampOut.nullable(),
  createdBy: z.string(),
  createdAt: timestampOut,
  revokedAt: timestampOut.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedApiKey = ApiKey.extend({ key: z.string().meta({ description: 'Shown only in this answer.' }) });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const ApiKeyListInput = z.strictObject({ ...pageInput, ...searchInput });
export type ApiKeyListInput = z.infer<typeof ApiKeyListInput>;

export const ApiKeyRevokeInput = z.strictObject({ id: guid });
