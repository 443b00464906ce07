/** Comments, texts, names and bodies of functions, in which a semicolon ends nothing; then single characters. */
const PARTS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|[\s\S]/g;

export interface SqlStatement {
  /** Where it begins in the whole text. */
  from: number;
  text: string;
}

/** The statements of a migration. Does not know nested comments or texts with a backslash before a quote, which no migration has. */
export function statementsIn(sql: string): SqlStatement[] {
  const found: SqlStatement[] = [];
  let from: number | null = null;
  for (const { 0: part, index } of sql.matchAll(PARTS)) {
    const isEnd = part === ';';
    if (isEnd && from !== null) {
      found.push({ from, text: sql.slice(from, index) });
      from = null;
    } else if (!isEnd && from === null && part.trim() !== '' && !/^(--|\/\*)/.test(part)) from = index;
  }
  return from === null ? found : [...found, { from, text: sql.slice(from) }];
}
