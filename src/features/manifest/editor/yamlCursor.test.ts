import { yaml } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { cursorAt } from './yamlCursor';

const CURSOR = /\|(?!-)|\^/;
/** The cursor is at `|`, or at `^` if the text itself contains a `|`. */
const cursorIn = (text: string) =>
  cursorAt(EditorState.create({ doc: text.replace(CURSOR, ''), extensions: [yaml()] }), text.search(CURSOR));

const cases: [string, string, ReturnType<typeof cursorIn>][] = [
  ['an empty document', '|', { path: [], field: null, typed: '', taken: [], isFlow: false }],
  [
    'a field of the document',
    'version: 1\nna|\ndatasets:\n',
    { path: [], field: null, typed: 'na', taken: ['version', 'datasets'], isFlow: false },
  ],
  ['a new list item', 'applications:\n  - |', { path: ['applications'], field: null, typed: '', taken: [], isFlow: false }],
  [
    'a list at the column of its field',
    'applications:\n- technicalName: a\n- na|',
    { path: ['applications'], field: null, typed: 'na', taken: [], isFlow: false },
  ],
  [
    'a field between others',
    'applications:\n  - technicalName: a\n    |\n    name: A\n  - name: B',
    { path: ['applications'], field: null, typed: '', taken: ['technicalName', 'name'], isFlow: false },
  ],
  [
    'a field of a nested list',
    'applications:\n  - technicalName: a\n    components:\n      - technicalName: b\n        ki|',
    { path: ['applications', 'components'], field: null, typed: 'ki', taken: ['technicalName'], isFlow: false },
  ],
  [
    'back out of a nested list',
    'applications:\n  - technicalName: a\n    components:\n      - technicalName: b\n    |',
    { path: ['applications'], field: null, typed: '', taken: ['technicalName', 'components'], isFlow: false },
  ],
  [
    'a value',
    'dependencies:\n  - source: web\n    mode: Ha|',
    { path: ['dependencies'], field: 'mode', typed: 'Ha', taken: ['source'], isFlow: false },
  ],
  ['a value after a quote', 'name: "Sh|', { path: [], field: 'name', typed: 'Sh', taken: [], isFlow: false }],
  [
    'an item of a list of names',
    'applications:\n  - technicalName: a\n    capabilities:\n      - sell|',
    { path: ['applications', 'capabilities'], field: null, typed: 'sell', taken: [], isFlow: false },
  ],
  [
    'a field within braces',
    'dependencies:\n  - { source: web, ta| }',
    { path: ['dependencies'], field: null, typed: 'ta', taken: ['source'], isFlow: true },
  ],
  [
    'a value within braces',
    'dependencies:\n  - { source: web, target: or| }',
    { path: ['dependencies'], field: 'target', typed: 'or', taken: ['source'], isFlow: true },
  ],
  [
    'a name within brackets',
    'applications:\n  - technicalName: a\n    processes: [one, tw|]',
    { path: ['applications', 'processes'], field: null, typed: 'tw', taken: [], isFlow: true },
  ],
  [
    'braces within brackets',
    'applications:\n  - components: [{ technicalName: b, kind: W|',
    { path: ['applications', 'components'], field: 'kind', typed: 'W', taken: ['technicalName'], isFlow: true },
  ],
  [
    'after closed brackets',
    'applications:\n  - processes: [one]\n    na|',
    { path: ['applications'], field: null, typed: 'na', taken: ['processes'], isFlow: false },
  ],
  [
    'a name that is being changed',
    'applications:\n  - tech|Name: a\n    name: A',
    { path: ['applications'], field: null, typed: 'tech', taken: ['name'], isFlow: false },
  ],
  [
    'a new list item above other fields',
    'applications:\n  - |\n    name: A',
    { path: ['applications'], field: null, typed: '', taken: ['name'], isFlow: false },
  ],
  [
    'brackets over several lines',
    'dependencies:\n  - {\n      source: web,\n      ta|\n    }',
    { path: ['dependencies'], field: null, typed: 'ta', taken: ['source'], isFlow: true },
  ],
  ['a text of several lines', 'description: |-\n  so na^', null],
  ['a comment', 'name: x # what|', null],
  [
    'lines of comments and blanks between',
    'applications:\n\n  # all of them\n  - technicalName: a\n\n    |',
    { path: ['applications'], field: null, typed: '', taken: ['technicalName'], isFlow: false },
  ],
];

describe('the cursor', () => {
  it.each(cases)('is located for %s', (_name, text, cursor) => {
    expect(cursorIn(text)).toEqual(cursor);
  });
});
