/** Replaces variables in compose files: `$VAR`, `${VAR}`, `${VAR:-default}` and similar forms. Unknown variables are left as written. */

export type Variables = ReadonlyMap<string, string>;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*/;
/** Longer results are left as written: variables can double each other, and defaults can contain defaults. */
const LONGEST_RESULT = 65_536;
const DEEPEST = 16;

/** `text` with its variables replaced. `depth` counts defaults within defaults; what is nested too deeply stays as written. */
export function interpolate(text: string, variables: Variables, depth = 0): string {
  if (depth > DEEPEST || text.length > LONGEST_RESULT || !text.includes('$')) return text;
  let result = '';
  for (let at = 0; at < text.length; at += 1) {
    if (result.length > LONGEST_RESULT) return text;
    const char = text[at] ?? '';
    if (char !== '$') {
      result += char;
      continue;
    }
    if (text[at + 1] === '$') {
      result += '$';
      at += 1;
    } else if (text[at + 1] === '{') {
      const end = closingBrace(text, at + 2);
      if (end === -1) return result + text.slice(at);
      result += expand(text.slice(at + 2, end), variables, depth + 1);
      at = end;
    } else {
      const [name = ''] = NAME.exec(text.slice(at + 1)) ?? [];
      result += name === '' ? '$' : (variables.get(name) ?? `$${name}`);
      at += name.length;
    }
  }
  return result;
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{' && text[at - 1] === '$') depth += 1;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

function expand(body: string, variables: Variables, depth: number): string {
  const [name = ''] = NAME.exec(body) ?? [];
  const rest = body.slice(name.length);
  const value = variables.get(name);
  const [, operator, word = ''] = /^(:?[-+?])([^]*)$/.exec(rest) ?? [];
  if (name === '' || (operator === undefined && rest !== '')) return `\${${body}}`;
  const isThere = value !== undefined && !(operator?.startsWith(':') === true && value === '');
  if (operator?.endsWith('-') === true) return isThere ? value : interpolate(word, variables, depth);
  if (operator?.endsWith('+') === true) return isThere ? interpolate(word, variables, depth) : '';
  return isThere ? value : `\${${name}}`;
}

/**
 * Reads a `.env` file as compose does: `NAME=value`, quotes around the value, comments. `saw` is called for each variable with its line,
 * from 1.
 */
export function readEnvFile(text: string, saw: (name: string, line: number) => void = () => undefined): Map<string, string> {
  const variables = new Map<string, string>();
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const [, name, raw = ''] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]*)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const quoted = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)")/.exec(raw);
    const value =
      quoted === null ? raw.replace(/\s+#.*$/, '').trim() : (quoted[1] ?? (quoted[2] ?? '').replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'));
    variables.set(name, quoted?.[1] === undefined ? interpolate(value, variables) : value);
    saw(name, index + 1);
  }
  return variables;
}
