/** What is wrong with the arguments of a tool, in words that let an agent correct itself: each mistake with what was probably meant. */
import { z } from 'zod';
import { issuesOf, pathText, valueAt, withoutSizeOfWrongType } from '@/contract/inputIssues';
import { closest } from '@/domain/manifest/closest';
import { innerSchema } from './withoutNulls';

const MOST_MISTAKES = 3;
const LONGEST = 2_000;

/** The objects that are taken at a path, one for each form; empty if none is. */
function objectsAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodObject[] {
  let inner = innerSchema(schema);
  for (const step of path)
    if (inner instanceof z.ZodArray && typeof step === 'number') inner = innerSchema(inner.element as z.ZodType);
    else if (inner instanceof z.ZodObject) inner = innerSchema((inner.shape as Record<string, z.ZodType>)[String(step)]);
    else return [];
  const options = inner instanceof z.ZodUnion ? (inner.options as z.ZodType[]) : [inner];
  return options.filter((option) => option instanceof z.ZodObject);
}

/** The names of the fields of the object at a path; empty if there is none. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  return objectsAt(schema, path).flatMap(({ shape }) => Object.keys(shape));
}

/** Which fields the object at a path must and may have, for whoever sent something else in its place. */
function wantedObject(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const [wanted] = objectsAt(schema, path);
  if (wanted === undefined) return '';
  const fields = Object.entries(wanted.shape as Record<string, z.ZodType>);
  const needed = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
  const others = fields.map(([name]) => name).filter((name) => !needed.includes(name));
  const may = others.length === 0 ? '' : `${needed.length === 0 ? '' : ', and may have '}${others.join(', ')}`;
  return ` with ${needed.join(', ')}${may}`;
}

/** The values among which a choice failed; null if the issue is about something else. */
function choicesOf(issue: z.core.$ZodIssue): string[] | null {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code !== 'invalid_union') return null;
  const choices = issue.errors.flat().flatMap((inner) => (inner.path.length === 0 ? (choicesOf(inner) ?? []) : []));
  return choices.length === 0 ? null : choices;
}

/** The words for one issue; an unknown field is one issue for each name. */
function wordsFor(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    const fields = fieldsAt(schema, issue.path);
    return issue.keys.map((key) => {
      const meant = closest(key, fields);
      return `${pathText([...issue.path, key])}: is not a known field; ${meant === undefined ? `known are ${fields.join(', ')}` : `did you mean ${meant}?`}`;
    });
  }
  const given = valueAt(input, issue.path);
  if (issue.code === 'invalid_union' && typeof given === 'object') {
    const within = issue.errors.find((inner) => inner.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'));
    if (within !== undefined) return within.flatMap((inner) => wordsFor({ ...inner, path: [...issue.path, ...inner.path] }, schema, input));
  }
  if (issue.code === 'invalid_type' && issue.expected === 'object' && given !== undefined)
    return [`${pathText(issue.path)}: must be an object${wantedObject(schema, issue.path)}`];
  const choices = choicesOf(issue);
  const meant = choices === null || typeof given !== 'string' ? undefined : closest(given, choices);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  if (issue.code === 'invalid_union' && choices !== null)
    return [`${pathText(issue.path)}: must be one of ${choices.join(', ')}, or an object${hint}`];
  return issuesOf(new z.ZodError([issue])).map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}${hint}`);
}

/** The first mistakes of `input`, and how many more there are. */
export function agentMistakes(error: z.ZodError, schema: z.ZodType, input: unknown): string {
  const all = withoutSizeOfWrongType(error.issues).flatMap((issue) => wordsFor(issue, schema, input));
  const told = all.slice(0, MOST_MISTAKES);
  return `${told.join('; ')}${all.length > told.length ? ` (and ${all.length - told.length} more)` : ''}`.slice(0, LONGEST);
}
