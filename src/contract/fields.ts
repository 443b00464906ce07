/** Field types that all schemas share. Nothing is coerced: a wrong type is an error that names the field. */
import { z } from 'zod';
import { GUID, isGuid } from './values/guid';

/** Whether PostgreSQL can store or search the text unchanged: it has no NUL and no lone surrogates. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

const unstorable = 'must not contain NUL or broken Unicode';

/** Text of `minimum` to `maximum` UTF-16 code units that the database can store unchanged. */
export function text(minimum: number, maximum: number) {
  return z.string().min(minimum).max(maximum).refine(isStorable, unstorable);
}

/** A GUID in any case, converted to lower case. */
export const guid = z
  .string()
  .regex(GUID, 'must be a GUID')
  .toLowerCase()
  .meta({ format: 'uuid', example: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44' });

/** A GUID as the server answers it. */
export const guidOut = z.string().meta({ format: 'uuid', example: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44' });

/** The id of what an answer is about. */
export const idOut = guidOut.meta({ description: 'Given by the service at creation; it never changes.' });

export const timestampOut = z.string().meta({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' });

export const technicalName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'must start with a letter or digit and contain at most 128 letters, digits, dots, underscores and hyphens',
  )
  .refine((value) => !isGuid(value), 'must not look like a GUID')
  .meta({ example: 'astronomy-db' });

/** The longest technicalName and the longest name, as answers state them. */
const LONGEST_TECHNICAL_NAME = 128;
const LONGEST_NAME = 200;

/** A technicalName as the server answers it. */
export const technicalNameOut = z.string().meta({
  description: 'The stable name by which programs and manifests refer to it.',
  maxLength: LONGEST_TECHNICAL_NAME,
  example: 'astronomy-db',
});

/** A display name as the server answers it. */
export const nameOut = z.string().meta({ description: 'What people call it.', maxLength: LONGEST_NAME, example: 'Astronomy database' });

/** What an answer calls an entity. */
export const namedOut = {
  id: guidOut.meta({ description: 'Stays the same when it is renamed.' }),
  technicalName: technicalNameOut,
  name: nameOut,
};

export const ownerTeamOut = z
  .string()
  .nullable()
  .meta({ description: 'The team that owns it; null if none is recorded.', maxLength: LONGEST_NAME, example: 'storefront' });

export const landscapeVersionOut = z
  .int()
  .min(0)
  .meta({ description: 'The version of the landscape that the answer holds for. Each change raises it.', example: 42 });

/** How many there are of something. */
export function countOut(words: string) {
  return z.int().min(0).meta({ description: words });
}

export const createdAtOut = timestampOut.meta({ description: 'When it was created, in UTC.' });
export const updatedAtOut = timestampOut.meta({ description: 'When it was last changed, in UTC.' });

/** Text that says something. */
export function filledText(minimum: number, maximum: number) {
  return text(minimum, maximum).refine((value) => value.trim() !== '', 'must not be blank');
}

export const displayName = filledText(1, 200).meta({ example: 'Astronomy database' });

/** Optional free text: null clears it. */
export function optionalText(maximum: number) {
  return text(0, maximum).nullable().optional();
}

export const description = optionalText(4_000);

/** Reports each entry of a list that has the key of an earlier one, at the `field` that holds the key. */
export function noneTwice<Entry>(keyOf: (entry: Entry) => string, ...field: string[]) {
  return (entries: Entry[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    entries.forEach((entry, index) => {
      if (seen.has(keyOf(entry))) context.addIssue({ code: 'custom', path: [index, ...field], message: 'is listed twice' });
      seen.add(keyOf(entry));
    });
  };
}

/** Links to other entities by GUID, without duplicates. */
export const guidList = z
  .array(guid)
  .max(1_000)
  .superRefine(noneTwice((id) => id));

export const guidListOut = z.array(guidOut);

/** Identifies an entity in a path by GUID or technical name. */
export const entityReference = z
  .string()
  .min(1)
  .max(128)
  .refine(isStorable, unstorable)
  .meta({ description: 'The GUID or the technicalName.', example: 'astronomy-db' });

/** A calendar date that exists, as YYYY-MM-DD. */
export const calendarDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date as YYYY-MM-DD')
  .refine((value) => {
    const date = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && !value.startsWith('0000');
  }, 'must be a date that exists')
  .meta({ format: 'date', example: '2029-11-08' });

/** Whether the moment lies in the years 0001 to 9999 in UTC. Beyond them PostgreSQL and JavaScript write years differently, or not at all. */
function isInFourDigitYears(value: string): boolean {
  const year = new Date(value).getUTCFullYear();
  // What is no date-time was already reported.
  return Number.isNaN(year) || (year >= 1 && year <= 9_999);
}

/** A date-time with an offset (RFC 3339) that can be stored and answered. */
export const instant = z.iso.datetime({ offset: true }).refine(isInFourDigitYears, 'must lie between the years 0001 and 9999 in UTC');

/** An enumerated value that must be present. */
export function requiredEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: (issue) => (issue.input === undefined ? 'is required' : undefined) });
}
