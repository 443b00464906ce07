/** Renders the chart's templates for tests, on machines without helm: values, `if`, `range` and `toYaml`, which is all that they may use. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

type Scope = Readonly<Record<string, unknown>>;
interface Block {
  parts: (string | Action)[];
}
interface Action {
  words: string;
  inner: Block | null;
}

/** Text and actions alternate; `{{-` removes the white space before it, `-}}` the white space after it. */
function tokens(template: string): { text: string; words: string | null }[] {
  const found: { text: string; words: string | null }[] = [];
  let at = 0;
  let trimsNext = false;
  for (const match of template.matchAll(/\{\{(-?)\s*(.*?)\s*(-?)\}\}/gs)) {
    let text = template.slice(at, match.index);
    if (trimsNext) text = text.trimStart();
    if (match[1] === '-') text = text.trimEnd();
    found.push({ text, words: match[2] ?? '' });
    trimsNext = match[3] === '-';
    at = match.index + match[0].length;
  }
  const rest = template.slice(at);
  found.push({ text: trimsNext ? rest.trimStart() : rest, words: null });
  return found;
}

function parse(template: string): Block {
  const root: Block = { parts: [] };
  const open = [root];
  for (const { text, words } of tokens(template)) {
    open.at(-1)?.parts.push(text);
    if (words === null) continue;
    if (words === 'end') {
      open.pop();
      continue;
    }
    const inner = /^(if|range)\s/.test(words) ? { parts: [] } : null;
    open.at(-1)?.parts.push({ words, inner });
    if (inner !== null) open.push(inner);
  }
  if (open.length !== 1) throw new Error('An if or range of the chart is not closed.');
  return root;
}

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

function render(block: Block, scope: Scope): string {
  return block.parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.inner === null) return evaluate(part.words, scope);
      const inner = part.inner;
      const [, negated, condition] = /^if (not )?([.$][\w.]+)$/.exec(part.words) ?? [];
      if (condition !== undefined) return isTrue(read(condition, scope)) === (negated === undefined) ? render(inner, scope) : '';
      const [, key, value, list] = /^range (\$\w+), (\$\w+) := ([.$][\w.]+)$/.exec(part.words) ?? [];
      if (key === undefined || value === undefined || list === undefined) throw new Error(`The chart uses {{ ${part.words} }}.`);
      return Object.entries(read(list, scope) as Record<string, unknown>)
        .map(([name, item]) => render(inner, { ...scope, [key]: name, [value]: item }))
        .join('');
    })
    .join('');
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
      .map((name) => [name, render(parse(readFileSync(join(templates, name), 'utf8')), { Values: values })]),
  );
}
