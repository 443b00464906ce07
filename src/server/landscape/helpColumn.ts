/**
 * Contact and references are stored in one column: nobody filters or joins by them, and PostgreSQL guesses from the number of columns how many
 * rows a table has before it knows anything. With one more column, it would take a tenant for a single component, and plan accordingly.
 */
import { z } from 'zod';
import { contactOut, referencesOut } from '@/contract/references';
import type { HelpFields } from '@/domain/references';
import { parseStored, type StoredAt } from '@/server/db/parseStored';

/** The expression for each field of a row `e`. A row from before the column existed has neither. */
const EXPRESSIONS: Readonly<Record<keyof HelpFields, string>> = {
  contact: `e."help" ->> 'contact'`,
  references: `coalesce(e."help" -> 'references', '[]'::json)`,
};

/** Undefined for a field with a column of its own. */
export function helpExpression(field: string): string | undefined {
  return isHelpField(field) ? EXPRESSIONS[field] : undefined;
}

export function isHelpField(field: string): field is keyof HelpFields {
  return Object.hasOwn(EXPRESSIONS, field);
}

const Stored = z.strictObject({ contact: contactOut.default(null), references: referencesOut.default([]) });

/** The fields in a stored value. Throws an Error that names the row if it holds something else. */
export function helpFrom(value: unknown, at: StoredAt): HelpFields {
  return parseStored(Stored, value, at);
}

/** The value to store; null empties either. */
export function helpColumn(contact: unknown, references: unknown): object {
  return { contact: contact ?? null, references: references ?? [] };
}
