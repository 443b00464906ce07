/** Where in a manifest the cursor stands, told by indentation and by the brackets on its line, so that it also holds while the text cannot be parsed yet. */

export interface YamlCursor {
  /** The fields from the document down to the set of fields (or list) that the cursor is in; list positions are left out. */
  path: string[];
  /** The field whose value is being written; null where a field or a list item begins. */
  field: string | null;
  /** What stands already between the beginning of this word and the cursor. */
  typed: string;
  /** The fields that this set has already. */
  taken: string[];
  /** Inside brackets that opened on this line. */
  isFlow: boolean;
}

interface Line {
  column: number;
  dash: number | null;
  key: string | null;
  /** Whether something stands behind the colon. */
  hasValue: boolean;
}

const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s#:{}[\],&*!|>'"%@`-][^:#{}[\],]*?))\s*:(?=\s|$)(.*)$/;
/** A manifest says all that matters within so many lines of the cursor. */
const MOST_LINES = 20_000;

/** Null for a line that is blank or a comment. */
export function readLine(text: string): Line | null {
  const indent = text.search(/\S/);
  if (indent === -1 || text[indent] === '#') return null;
  const dashed = /^-(\s+|$)/.exec(text.slice(indent));
  const column = dashed === null ? indent : indent + dashed[0].length;
  const key = KEY.exec(text.slice(column));
  return {
    column,
    dash: dashed === null ? null : indent,
    key: key === null ? null : (key[1] ?? key[2] ?? key[3] ?? ''),
    hasValue: key !== null && !/^\s*(#.*)?$/.test(key[4] ?? ''),
  };
}

/** `lineAt` gives a line's text by its number from 1; `column` counts from 0. Null inside a comment. */
export function cursorAt(lineAt: (number: number) => string, lineCount: number, line: number, column: number): YamlCursor | null {
  const before = lineAt(line).slice(0, column);
  if (isInComment(before)) return null;
  const indent = before.search(/\S|$/);
  const dashed = /^-(\s+|$)/.exec(before.slice(indent));
  const start = dashed === null ? indent : indent + dashed[0].length;
  const content = before.slice(start);
  const owner = ownersOf(lineAt, line, start, dashed === null ? null : indent);
  const around = {
    isFlow: false,
    path: owner.path,
    taken: [...owner.taken, ...(dashed !== null && content === '' ? [] : fieldsBelow(lineAt, lineCount, line, start))],
  };
  const flow = flowCursor(content, around.path);
  if (flow !== null) return flow;
  const key = KEY.exec(content);
  if (key === null) return { ...around, field: null, typed: content };
  const value = (key[4] ?? '').trimStart();
  return { ...around, field: key[1] ?? key[2] ?? key[3] ?? '', typed: value.replace(/^["']/, '') };
}

function isInComment(before: string): boolean {
  return /(^|\s)#/.test(before.replace(/"[^"]*"|'[^']*'/g, (quoted) => 'x'.repeat(quoted.length)));
}

/** Upwards: the fields around `column`, and those beside it. */
function ownersOf(
  lineAt: (number: number) => string,
  line: number,
  column: number,
  dash: number | null,
): { path: string[]; taken: string[] } {
  const path: string[] = [];
  const taken: string[] = [];
  let limit = dash ?? column;
  let isList = dash !== null;
  for (let number = line - 1; number >= Math.max(1, line - MOST_LINES); number--) {
    const found = readLine(lineAt(number));
    if (found === null) continue;
    if (isList) {
      // A list may stand at the very column of the field that it belongs to.
      if (found.dash !== null && found.dash >= limit) continue;
      if (found.column > limit || found.key === null || found.hasValue) continue;
      path.unshift(found.key);
    } else if (found.column === limit) {
      if (found.key !== null && path.length === 0) taken.push(found.key);
      if (found.dash === null) continue;
    } else {
      if (found.column > limit || found.key === null || found.hasValue) continue;
      path.unshift(found.key);
    }
    isList = found.dash !== null;
    limit = found.dash ?? found.column;
    if (limit === 0 && !isList) break;
  }
  return { path, taken };
}

/** Downwards: what else this set of fields has. */
function fieldsBelow(lineAt: (number: number) => string, lineCount: number, line: number, column: number): string[] {
  const taken: string[] = [];
  for (let number = line + 1; number <= Math.min(lineCount, line + MOST_LINES); number++) {
    const found = readLine(lineAt(number));
    if (found === null) continue;
    if (found.column < column || (found.dash !== null && found.dash < column)) break;
    if (found.column === column && found.key !== null) taken.push(found.key);
  }
  return taken;
}

interface Level {
  isList: boolean;
  /** The field that this bracket is the value of. */
  field: string | null;
  taken: string[];
}

/** Reads brackets letter by letter. */
class FlowReader {
  readonly levels: Level[] = [];
  word = '';
  field: string | null = null;
  private quote: string | null = null;

  /** `outerField` is what stands before the first bracket. */
  constructor(private readonly outerField: string | null) {}

  see(letter: string): void {
    if (this.quote !== null) {
      if (letter === this.quote) this.quote = null;
      else this.word += letter;
    } else if ((letter === '"' || letter === "'") && this.word.trim() === '') this.quote = letter;
    else if (letter === '{' || letter === '[') this.open(letter === '[');
    else if (letter === '}' || letter === ']') {
      this.levels.pop();
      this.begin();
    } else if (letter === ',') this.begin();
    else if (letter === ':' && this.levels.at(-1)?.isList === false) {
      const field = this.word.trim();
      this.levels.at(-1)?.taken.push(field);
      this.begin(field);
    } else this.word += letter;
  }

  private open(isList: boolean): void {
    const outer = this.levels.at(-1);
    const field = outer === undefined ? this.outerField : outer.isList ? null : this.field;
    this.levels.push({ isList, field, taken: [] });
    this.begin();
  }

  private begin(field: string | null = null): void {
    this.word = '';
    this.field = field;
  }
}

/** Inside brackets that open on this line; null outside of them. */
function flowCursor(content: string, path: readonly string[]): YamlCursor | null {
  const block = KEY.exec(content);
  const reader = new FlowReader(block === null ? null : (block[1] ?? block[2] ?? block[3] ?? null));
  for (const letter of content) reader.see(letter);
  const level = reader.levels.at(-1);
  if (level === undefined) return null;
  const inner = reader.levels.flatMap(({ field }) => (field === null ? [] : [field]));
  return {
    isFlow: true,
    path: [...path, ...inner],
    field: level.isList ? null : reader.field,
    typed: reader.word.trimStart(),
    taken: level.isList ? [] : level.taken,
  };
}
