/** Problems of a manifest as marks in the text. */
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Issue } from '@/domain/errors';

/** Marks from the issue's offset to the end of its word, or of its line if there is no word. */
export function diagnosticsOf(doc: Text, issues: readonly Issue[]): Diagnostic[] {
  return issues.flatMap((issue): Diagnostic[] => {
    if (issue.line === undefined || issue.line > doc.lines) return [];
    const line = doc.line(Math.max(1, issue.line));
    const from = Math.min(line.to, line.from + Math.max(0, (issue.column ?? 1) - 1));
    const word = /^[^\s:,[\]{}]+/.exec(line.text.slice(from - line.from));
    const to = word === null ? line.to : from + word[0].length;
    return [{ from, to, severity: issue.severity ?? 'error', message: issueWords(issue) }];
  });
}

/** By names where there are some: `kind of component “Web shop”: must be one of …`. */
export function issueWords({ path, subject = path, message, hint }: Issue): string {
  return `${subject === '' ? '' : `${subject}: `}${message}${hint === undefined ? '' : `. Hint: ${hint}`}`;
}

export function showIssues(view: EditorView, issues: readonly Issue[]): void {
  view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, issues)));
}
