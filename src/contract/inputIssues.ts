/** Says what is wrong with an input in our own words: zod's texts name its types rather than the caller's mistake. */
import type { z } from 'zod';
import type { Issue } from '@/domain/errors';
import { countOf } from '@/plain/counts';

type ZodIssue = z.core.$ZodIssue;

/** `capabilities[2].revenueShare` */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
    '',
  );
}

/** The value at a path; undefined if there is none. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Record<PropertyKey, unknown>)[step] : undefined,
    root,
  );
}

/** Each mistake with its path; one for each unknown field. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return withoutSizeOfWrongType(error.issues).flatMap((issue) => issuesFrom(issue, []));
}

/** Without the size of a value of the wrong type: zod also measures the characters of a text where it wanted a list. */
export function withoutSizeOfWrongType(issues: readonly ZodIssue[]): ZodIssue[] {
  const wrong = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pathText(path)));
  return issues.filter(({ code, path }) => !((code === 'too_small' || code === 'too_big') && wrong.has(pathText(path))));
}

function issuesFrom(issue: ZodIssue, within: readonly PropertyKey[]): Issue[] {
  const path = [...within, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: pathText([...path, key]), message: 'is not a known field' }));
  if (issue.code === 'invalid_union') {
    // The alternative that the caller meant is the one whose kind of value fits.
    const meant = issue.errors.filter(([first]) => first !== undefined && !isWrongKind(first));
    if (meant.length === 1) return withoutSizeOfWrongType(meant[0]!).flatMap((inner) => issuesFrom(inner, path));
    const words = issue.errors.map(([first]) => (first === undefined ? '' : inPlainWords(first))).filter((text) => text !== '');
    return [{ path: pathText(path), message: [...new Set(words)].join(', or ') || 'has none of the forms that are allowed here' }];
  }
  return [{ path: pathText(path), message: inPlainWords(issue) }];
}

function isWrongKind({ code, path }: ZodIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a date-time with an offset, such as 2026-11-20T09:30:00Z',
  date: 'a date, such as 2026-11-20',
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a GUID',
};

/** How the texts begin that zod writes itself; any other is ours. */
const TEXT_OF_ZOD = /^(Invalid|Too small|Too big|Unrecognized)/;

/** What the value must be and, if it helps, what it was. */
function inPlainWords(issue: ZodIssue): string {
  // A required choice says this itself, because zod does not distinguish a missing value from a wrong one.
  if (issue.message === 'is required') return issue.message;
  if (issue.code === 'invalid_value') return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return wrongType(issue.expected, /received (\w+)$/.exec(issue.message)?.[1]);
  if (!TEXT_OF_ZOD.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return wrongSize(issue);
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'written differently'}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'is not allowed here';
  }
}

function wrongType(expected: string, received: string | undefined): string {
  if (received === 'undefined') return 'is required';
  const wanted = TYPES[expected] ?? expected;
  const isNearly = received === undefined || (expected === 'int' && received === 'number');
  return `must be ${wanted}${isNearly ? '' : `, not ${TYPES[received] ?? received}`}`;
}

function wrongSize(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isLow = issue.code === 'too_small';
  const bound = Number(isLow ? issue.minimum : issue.maximum);
  switch (issue.origin) {
    case 'string':
      return isLow && bound === 1 ? 'must not be empty' : `must have ${isLow ? 'at least' : 'at most'} ${countOf(bound, 'character')}`;
    case 'array':
    case 'set':
      return isLow && bound === 1 ? 'must not be empty' : `must list ${isLow ? 'at least' : 'at most'} ${countOf(bound, 'value')}`;
    default:
      return issue.inclusive === false
        ? `must be ${isLow ? 'above' : 'below'} ${bound}`
        : `must be ${isLow ? 'at least' : 'at most'} ${bound}`;
  }
}
