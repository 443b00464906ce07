import { expect, test } from 'vitest';
import { copiedText } from './copyRows';

test.each([
  ['plain', 'plain'],
  ['', ''],
  [undefined, null],
  ['\\N', null],
  ['\\\\N', '\\N'],
  ['a\\tb\\nc\\rd', 'a\tb\nc\rd'],
  ['\\b\\f\\v', '\b\f\v'],
  ['C:\\\\temp\\\\new', 'C:\\temp\\new'],
  ['Zürich 🙂', 'Zürich 🙂'],
])('what COPY writes as %j is read as %j', (written, text) => {
  expect(copiedText(written)).toBe(text);
});
