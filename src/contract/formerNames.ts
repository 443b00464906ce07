/** The names that an entity had before it was renamed. */
import { z } from 'zod';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { guid, timestampOut } from './fields';

export const FormerNamesInput = z.strictObject({ kind: z.enum(ENTITY_KINDS), id: guid });
export type FormerNamesInput = z.infer<typeof FormerNamesInput>;

/** Latest first. */
export const FormerNames = z.array(
  z.strictObject({
    technicalName: z.string(),
    /** When it was given up. */
    since: timestampOut,
    /** For components: until when health may be reported under this name; null if no longer. */
    signalsUntil: timestampOut.nullable(),
  }),
);
export type FormerNames = z.infer<typeof FormerNames>;
