/** Turns zod's mistakes about a manifest into ours, with words that name the field and help. */
import type { z } from 'zod';
import { didYouMean } from '@/domain/manifest/closest';
import {
  Manifest,
  ManifestApplication,
  ManifestCapability,
  ManifestComponent,
  ManifestDataset,
  ManifestDependency,
  ManifestHostingArea,
  ManifestHostingZone,
  ManifestProcess,
  ManifestSegment,
  ManifestSegmentCapability,
  ManifestTechnology,
} from './schema';
import { MAXIMUM_LISTED_ISSUES, type IssueCollector, type ManifestPath } from './issue';
import { valueAt } from '@/contract/inputIssues';
import { parseInput } from '@/contract/parseInput';
import { withArticle } from '@/plain/withArticle';

interface Shape {
  noun: string;
  fields: readonly string[];
}

const shapeOf = (noun: string, schema: { shape: object }): Shape => ({ noun, fields: Object.keys(schema.shape) });

/** By the field names on the way to an object: what the object is, and its fields. */
const SHAPES: Readonly<Record<string, Shape>> = {
  '': shapeOf('manifest', Manifest),
  applications: shapeOf('application', ManifestApplication),
  'applications.components': shapeOf('component', ManifestComponent),
  capabilities: shapeOf('capability', ManifestCapability),
  processes: shapeOf('process', ManifestProcess),
  segments: shapeOf('segment', ManifestSegment),
  'segments.capabilities': shapeOf("segment's capability", ManifestSegmentCapability),
  hostingAreas: shapeOf('hosting area', ManifestHostingArea),
  'hostingAreas.zones': shapeOf('hosting zone', ManifestHostingZone),
  technologies: shapeOf('technology', ManifestTechnology),
  datasets: shapeOf('dataset', ManifestDataset),
  dependencies: shapeOf('dependency', ManifestDependency),
};

/** How many list entries of a manifest its beginning has. */
const BEGINNING = 20_000;

/** A copy of `value` whose lists end once `left` entries were copied, but keep their first; null if that leaves nothing out. */
function beginningOf(value: unknown): unknown {
  let left = BEGINNING;
  const copy = (part: unknown): unknown => {
    if (Array.isArray(part)) {
      const kept = part.slice(0, Math.max(1, left));
      left -= kept.length;
      return kept.map(copy);
    }
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([field, inner]) => [field, copy(inner)]));
  };
  const copied = copy(value);
  return left > 0 ? null : copied;
}

/**
 * The manifest if it matches the schema, otherwise null. Adds every mismatch to `issues`; of a large manifest that has more in its beginning
 * than are listed, only those, because finding a million of them takes ten seconds.
 */
export function checkShape(value: unknown, issues: IssueCollector): Manifest | null {
  const beginning = beginningOf(value);
  if (beginning !== null) {
    const { error } = parseInput(Manifest, beginning);
    if (error !== undefined && error.issues.length > MAXIMUM_LISTED_ISSUES) {
      for (const issue of error.issues) addIssue(issue, value, issues);
      return null;
    }
  }
  const parsed = parseInput(Manifest, value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) addIssue(issue, value, issues);
  return null;
}

function addIssue(issue: z.core.$ZodIssue, root: unknown, issues: IssueCollector): void {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const found = valueAt(root, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      addUnknownFields(path, issue.keys, issues);
      break;
    case 'invalid_type':
      if (found === undefined) issues.add({ path, message: 'is required' });
      else issues.add({ path, message: `must be ${article(issue.expected)}, not ${nameOf(found)}`, hint: typeHint(issue.expected, found) });
      break;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const message = found === undefined ? 'is required' : `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
      issues.add({ path, message, hint: typeof found === 'string' ? didYouMean(found, values) : undefined });
      break;
    }
    case 'invalid_union':
      issues.add({ path, message: 'must be a technicalName or a list of them' });
      break;
    case 'too_small':
    case 'too_big':
      issues.add({ path, message: sizeMessage(issue, found) });
      break;
    default:
      issues.add({ path, message: issue.message });
  }
}

function addUnknownFields(path: ManifestPath, keys: readonly string[], issues: IssueCollector): void {
  const shape = SHAPES[path.filter((step) => typeof step === 'string').join('.')];
  for (const key of keys) {
    const known = issues.isFull ? [] : (shape?.fields ?? []);
    const hint = key === '<<' ? 'merge keys are not part of a manifest: write the fields out' : didYouMean(key, known);
    issues.add({ path: [...path, key], atKey: true, message: `is not a field of ${withArticle(shape?.noun ?? 'manifest')}`, hint });
  }
}

function sizeMessage(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, found: unknown): string {
  const bound = issue.code === 'too_big' ? `at most ${String(issue.maximum)}` : `at least ${String(issue.minimum)}`;
  if (typeof found === 'string')
    return issue.code === 'too_small' && issue.minimum === 1 ? 'must not be empty' : `must hold ${bound} characters`;
  if (Array.isArray(found)) return `must list ${bound}`;
  return `must be ${bound}`;
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a set of fields',
};

function article(expected: string): string {
  return ARTICLES[expected] ?? expected;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a set of fields';
  return `the ${typeof value === 'string' ? 'text' : typeof value} ${JSON.stringify(value).slice(0, 60)}`;
}

function typeHint(expected: string, found: unknown): string | undefined {
  if (expected === 'string' && (typeof found === 'number' || typeof found === 'boolean')) return `put it in quotes: "${found}"`;
  if (expected === 'boolean' && typeof found === 'string') {
    const meant = { yes: 'true', on: 'true', true: 'true', no: 'false', off: 'false', false: 'false' }[found.toLowerCase()];
    return meant === undefined ? undefined : `write ${meant}, without quotes`;
  }
  if ((expected === 'number' || expected === 'int') && typeof found === 'string' && found.trim() !== '' && Number.isFinite(Number(found)))
    return `write ${found.trim()}, without quotes`;
  if (expected === 'array' && typeof found === 'string') return 'write it as a list: [ … ]';
  return undefined;
}
