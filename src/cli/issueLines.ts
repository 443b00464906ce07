/** Formats mistakes as compilers do: `file:line:col: message`, with the source line and a mark below it. */
import type { FileIssue } from './failure';
import { harmless, type Colours } from './terminal';

const EXCERPTS = 20;
const EXCERPT_WIDTH = 120;

/** One or more lines per issue. `textOf` returns a file's text if it is available. */
export function issueLines(issues: readonly FileIssue[], colours: Colours, textOf: (file: string) => string | undefined): string[] {
  const rows = new Map<string, string[]>();
  return issues.flatMap((issue, index) => {
    const lines = [headline(issue, colours)];
    const text = textOf(issue.file);
    if (index < EXCERPTS && text !== undefined && issue.line !== undefined) {
      let split = rows.get(issue.file);
      if (split === undefined) rows.set(issue.file, (split = text.split(/\r\n|\n|\r/)));
      lines.push(...excerpt(split[issue.line - 1] ?? '', issue, colours));
    }
    return lines;
  });
}

/** `file:line:col`, as far as it is known. */
export function placeOf({ file, line, column }: Pick<FileIssue, 'file' | 'line' | 'column'>): string {
  return [file, line, column].filter((part) => part !== undefined && part !== '').join(':');
}

/** What it is about and what is wrong as one sentence: `kind of component “Web shop”: must be …`. */
export function sentenceOf({ path, subject = path, message, hint }: FileIssue): string {
  const about = subject === '' ? '' : `${subject}: `;
  return harmless(`${about}${message}${hint === undefined ? '' : ` — ${hint}`}`);
}

function headline(issue: FileIssue, colours: Colours): string {
  const place = placeOf(issue);
  const severity = issue.severity === 'warning' ? colours.yellow('warning: ') : colours.red('error: ');
  return `${place === '' ? '' : colours.bold(`${place}: `)}${severity}${sentenceOf(issue)}`;
}

function excerpt(row: string, { line = 1, column = 1 }: FileIssue, colours: Colours): string[] {
  const start = Math.max(0, column - 1 - EXCERPT_WIDTH / 2);
  const shown = harmless(row.slice(start, start + EXCERPT_WIDTH));
  if (shown.trim() === '') return [];
  const number = String(line).padStart(5);
  return [
    colours.dim(`${number} | ${shown}`),
    `${colours.dim(`${' '.repeat(number.length)} | `)}${' '.repeat(column - 1 - start)}${colours.red('^')}`,
  ];
}
