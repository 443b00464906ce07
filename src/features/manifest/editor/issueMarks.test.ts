import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { diagnosticsOf } from './issueMarks';

it('marks the word from the offset, the rest of the line where there is none, and nothing beyond the text', () => {
  const doc = Text.of(['version: 1', 'nmae: Shop', '']);
  const marks = diagnosticsOf(doc, [
    { path: 'nmae', message: 'is not a field of a manifest', line: 2, column: 1, hint: 'did you mean "name"?' },
    { path: 'applications[0].name', subject: 'name of application “Shop”', message: 'is odd', line: 1, column: 8, severity: 'warning' },
    { path: '', message: 'is far away', line: 9, column: 1 },
    { path: '', message: 'stands nowhere' },
  ]);
  expect(marks).toEqual([
    { from: 11, to: 15, severity: 'error', message: 'nmae: is not a field of a manifest. Hint: did you mean "name"?' },
    { from: 7, to: 10, severity: 'warning', message: 'name of application “Shop”: is odd' },
  ]);
});
