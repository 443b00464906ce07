/** Renders the chart's templates for tests, on machines without helm: values, `if`, `range` and `toYaml`, which is all that they may use. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

type Scope = Readonly<Record<string, unknown>>;

function read(path: string, scope: Scope): unknown {
  const [first = '', ...rest] = path.replace(/^\./, '').split('.');
  return rest.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], scope[first]);
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function evaluate(words: string, scope: Scope): string {
  const [expression = '', ...filters] = words.split('|').map((part) => part.trim());
  const [, isYaml, path = ''] = /^(toYaml\s+)?([.$][\w.]+)$/.exec(expression) ?? [];
  if (path === '') throw new Error(`The chart uses {{ ${words} }}, which is neither a value nor toYaml.`);
  const value = read(path, scope);
  if (value === undefined) throw new Error(`The chart uses ${path}, which values.yaml does not have.`);
  let text = isYaml === undefined ? String(value) : stringify(value, { lineWidth: 0 }).trimEnd();
  for (const filter of filters) {
    const indent = /^nindent (\d+)$/.exec(filter)?.[1];
    if (indent === undefined) throw new Error(`The chart uses the filter ${filter}.`);
    text = `\n${text.replaceAll(/^/gm, ' '.repeat(Number(indent)))}`;
  }
  return text;
}

/** The scopes in which the inside of an `if` or `range` is rendered: none, the same one, or one for each item. */
function scopesWithin(words: string, scope: Scope): Scope[] {
  const [, negated, condition] = /^if (not )?([.$][\w.]+)$/.exec(words) ?? [];
  if (condition !== undefined) return isTrue(read(condition, scope)) === (negated === undefined) ? [scope] : [];
  const [, key, value, list] = /^range (\$\w+), (\$\w+) := ([.$][\w.]+)$/.exec(words) ?? [];
  if (key === undefined || value === undefined || list === undefined) throw new Error(`The chart uses {{ ${words} }}.`);
  return Object.entries(read(list, scope) as Record<string, unknown>).map(([name, item]) => ({ ...scope, [key]: name, [value]: item }));
}

/** Where the action at `start` ends: at its `end` if it is an `if` or `range`. */
function endOf(parts: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < parts.length; at += 2) {
    if (/^(if|range)\s/.test(parts[at] ?? '')) depth += 1;
    else if (parts[at] === 'end') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('An if or range of the chart is not closed.');
}

/** `parts` are texts and actions by turns, and begin and end with a text. */
function render(parts: readonly string[], scope: Scope): string {
  let [text = ''] = parts;
  for (let at = 1; at < parts.length; at += 2) {
    const words = parts[at] ?? '';
    const end = endOf(parts, at);
    if (end === at) text += evaluate(words, scope);
    else for (const inner of scopesWithin(words, scope)) text += render(parts.slice(at + 1, end), inner);
    at = end;
    text += parts[at + 1] ?? '';
  }
  return text;
}

/** `{{-` removes the white space before it, `-}}` the white space after it. */
function partsOf(template: string): string[] {
  return template
    .replaceAll(/\s*\{\{-/g, '{{')
    .replaceAll(/-\}\}\s*/g, '}}')
    .split(/\{\{\s*(.*?)\s*\}\}/s);
}

/**
 * Every manifest that the chart produces from these values, by file name. Throws for an expression that is not allowed, and for a missing
 * value.
 */
export function renderChart(chart: string, values: unknown): Record<string, string> {
  const templates = join(chart, 'templates');
  return Object.fromEntries(
    readdirSync(templates)
      .sort()
      .map((name) => [name, render(partsOf(readFileSync(join(templates, name), 'utf8')), { Values: values })]),
  );
}
