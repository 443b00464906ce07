import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ManifestIssue } from '@/contract/manifest/issue';
import { offsetsInManifest, readManifestText, readManifestValue, type ManifestFormat, type ReadingOptions } from './readText';

/** Each mistake as `line:column path | message | hint`. */
function mistakes(text: string, format: ManifestFormat = 'yaml', options: ReadingOptions = {}): string[] {
  const { manifest, issues } = readManifestText(text, format, options);
  if (issues.some(({ severity }) => severity !== 'warning')) expect(manifest).toBeNull();
  else expect(manifest).not.toBeNull();
  return issues.map(line);
}
const line = ({ line: at, column, path, message, hint }: ManifestIssue): string =>
  `${at}:${column} ${path} | ${message}${hint === undefined ? '' : ` | ${hint}`}`;
const head = 'version: 1\nname: x\n';

describe('a byte order mark', () => {
  it.each([
    ['yaml', 'version: 1\nname: x\n'],
    ['yaml', "version: 1 # not plain: \"\nname: 'x'\n"],
    ['json', '{"version":1,"name":"x"}'],
  ] as const)('before %s is accepted', (format, text) => {
    expect(readManifestText(`\ufeff${text}`, format).manifest).toEqual({ version: 1, name: 'x' });
  });

  it.each([
    ['yaml', 'version: 2\nname: x\n'],
    ['json', '{"version":2,"name":"x"}'],
  ] as const)('does not move the columns of %s', (format, text) => {
    expect(mistakes(`\ufeff${text}`, format)).toEqual(mistakes(text, format));
    const paths = [['version'], ['name']];
    expect(offsetsInManifest(`\ufeff${text}`, format, paths)).toEqual(offsetsInManifest(text, format, paths));
  });
});

describe('a manifest that is right', () => {
  it('is read as written, without a warning', () => {
    const text = readFileSync('src/test/landscapes/opentelemetry-demo.yaml', 'utf8');
    const { manifest, issues, issuesOmitted } = readManifestText(text, 'yaml', { isOffline: true });
    expect([issues, issuesOmitted]).toEqual([[], 0]);
    expect(manifest?.technologies?.[1]).toEqual({
      technicalName: 'postgresql-17',
      name: 'PostgreSQL',
      technologyVersion: '17',
      endOfSupport: '2029-11-08',
    });
    expect(manifest?.applications?.map(({ components }) => components?.length)).toEqual([5, 3, 8, 8, 1, 7, 1]);
  });

  it('is the same as JSON', () => {
    const text = readFileSync('src/test/landscapes/opentelemetry-demo.yaml', 'utf8');
    const { manifest } = readManifestText(text, 'yaml');
    expect(readManifestText(JSON.stringify(manifest), 'json')).toEqual({ manifest, issues: [], issuesOmitted: 0 });
    expect(readManifestValue(manifest)).toEqual({ manifest, issues: [], issuesOmitted: 0 });
  });

  it.each([
    '\ufeffversion: 1\nname: x\n',
    '%YAML 1.2\n---\nversion: 1\nname: x\n...\n',
    '---\nversion: 1\nname: x\n# the end\n',
    'version: 1\r\nname: x\r\napplications:\r\n',
    '{version: 1, name: x, applications: []}',
  ])('may use any valid form of YAML: %j', (text) => expect(mistakes(text)).toEqual([]));

  it('keeps tabs where they do no harm', () => {
    const { manifest } = readManifestText(
      'version: 1\t# one\nname: "a\tb"\n\t\ndatasets: [\n\t]\ntechnologies:\n  - technicalName: t\n    description: |\n      a\tb\n      \tc\n',
      'yaml',
    );
    expect(manifest).toMatchObject({ name: 'a\tb', technologies: [{ description: 'a\tb\n\tc\n' }] });
  });
});

it('line ends of Windows change neither the value nor a position', () => {
  const text = `${head}technologies:\n  - technicalName: t\n    name: 1\n    description: |\n      two\n      lines\n`;
  const windows = text.replaceAll('\n', '\r\n');
  expect(mistakes(windows)).toEqual(mistakes(text));
  expect(mistakes(windows)).toEqual(['5:11 technologies[0].name | must be a text, not the number 1 | put it in quotes: "1"']);
  const right = (from: string): unknown => readManifestText(from.replace('name: 1', 'name: T'), 'yaml').manifest;
  expect(right(windows)).toEqual(right(text));
  expect(right(windows)).toMatchObject({ technologies: [{ description: 'two\nlines\n' }] });
});

describe('a hostile text', () => {
  const deep = (open: string, count: number): string => `${head}applications: ${open.repeat(count)}`;
  const table: [string, string, string[]][] = [
    ['flow lists 10,000 deep', deep('[', 10_000), ['3:46  | is nested more than 32 levels deep | a manifest needs 8 at most']],
    ['flow maps 10,000 deep', deep('{a: ', 10_000), ['3:139  | is nested more than 32 levels deep | a manifest needs 8 at most']],
    [
      'block lists 10,000 deep on one line',
      '- '.repeat(10_000),
      ['1:65  | is nested more than 32 levels deep | a manifest needs 8 at most'],
    ],
    ['explicit keys 10,000 deep', '? '.repeat(10_000), ['1:65  | is nested more than 32 levels deep | a manifest needs 8 at most']],
    [
      'maps 1,000 deep by indentation',
      Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      ['33:34  | is nested more than 32 levels deep | a manifest needs 8 at most'],
    ],
    [
      'an alias bomb',
      `${head}a: &a [x, x]\nb: &b [*a, *a]\n`,
      [
        '3:1 a | is not a field of a manifest',
        '3:4  | is an anchor, which a manifest cannot have | write the value out',
        '4:1 b | is not a field of a manifest',
        '4:4  | is an anchor, which a manifest cannot have | write the value out',
        '4:8  | is an alias, which a manifest cannot have | write the value out',
        '4:12  | is an alias, which a manifest cannot have | write the value out',
      ],
    ],
    [
      'an alias in place of a value',
      `${head}applications: *all\n`,
      ['3:15  | is an alias, which a manifest cannot have | write the value out'],
    ],
    [
      'a merge key',
      `${head}<<: {}\n`,
      ['3:1 << | is not a field of a manifest | merge keys are not part of a manifest: write the fields out'],
    ],
    [
      'a tag',
      `${head}datasets: !!set {}\n`,
      [
        '3:11  | is a tag, which a manifest cannot have | leave it out; quote what should be text',
        '3:17 datasets | must be a list, not a set of fields',
      ],
    ],
    ['a directive', `%TAG ! tag:x,1:\n---\n${head}`, ['1:1  | is a directive, which a manifest cannot have | leave it out']],
    [
      'two documents',
      `${head}---\n${head}`,
      ['3:1  | starts a second document | a manifest is one document: put this into a separate file'],
    ],
    [
      'a second document after an end marker',
      `${head}...\n${head}`,
      ['4:1  | starts a second document | a manifest is one document: put this into a separate file'],
    ],
    ['a key given twice', `${head}name: y\n`, ['3:1 name | is given twice | keep one of them']],
    [
      'a nested key given twice',
      `${head}datasets:\n  - technicalName: d\n    "technicalName": e\n`,
      ['5:5 datasets[0].technicalName | is given twice | keep one of them'],
    ],
    ['binary', `${head}\u0000\u0001`, ['3:1  | the character U+0000 is not allowed in text | send plain text in UTF-8']],
    ['half a character', `${head}# \ud800\n`, ['3:3  | the character U+D800 is not allowed in text | send plain text in UTF-8']],
    [
      'tabs for indentation',
      `${head}datasets:\n\t- technicalName: d\n\t- technicalName: e\n`,
      [
        '4:1  | is a tab: YAML is indented with spaces | replace tabs with spaces',
        '5:1  | is a tab: YAML is indented with spaces | replace tabs with spaces',
      ],
    ],
    [
      '__proto__ and constructor',
      `${head}__proto__: {a: 1}\nconstructor: {b: 2}\n`,
      ['3:1 __proto__ | is not a field of a manifest', '4:1 constructor | is not a field of a manifest'],
    ],
    ['a list as a key', `${head}? [a]\n: 1\n`, ['3:3  | has a key that is not a plain name']],
    ['nothing', '', ['1:1  | the document is empty | start with "version: 1" and a name']],
    ['a comment', '# nothing\n', ['1:1  | the document is empty | start with "version: 1" and a name']],
    ['a text', 'hello', ['1:1  | must be a set of fields, not the text "hello"']],
  ];
  it('with a text longer than any field takes is refused before anybody looks for mistakes in it', () => {
    const expected = ['3:14  | is a text of more than 100,000 characters | no field takes one as long'];
    expect(mistakes(`${head}description: "${'\\x'.repeat(60_000)}"\n`)).toEqual(expected);
  });

  it('with more list entries than can be checked is refused', () => {
    const { issues } = readManifestText(`{"version":1,"name":"x","technologies":[${'1,'.repeat(500_001)}1]}`, 'json');
    expect(issues.map(({ message }) => message)).toEqual(['holds more than 500,000 list entries: split it into several manifests']);
  });

  it('with more than the complete parser reads in time is refused there', { tags: ['long'] }, () => {
    const applications = Array.from({ length: 300_000 }, (_, at) => `{technicalName: a${at}},`);
    const { issues } = readManifestText(`${head}applications: [\n  ${applications.join('\n  ')}\n  ]\n`, 'yaml');
    expect(issues).toEqual([
      expect.objectContaining({ line: 116_669, message: 'is where reading stopped: this YAML takes too long to read' }),
    ]);
  });

  it('with mistakes in its beginning is not searched for more', () => {
    const wrong = `${head}technologies:\n${'- a:\n'.repeat(30_000)}`;
    const { issues, issuesOmitted } = readManifestText(wrong, 'yaml');
    expect([issues.length, issuesOmitted]).toEqual([1_000, 39_000]);
  });

  it.each(table)('is refused at its position: %s', (_name, text, expected) => expect(mistakes(text)).toEqual(expected));

  it('changes no prototype', () => {
    readManifestText(`${head}__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\n`, 'yaml');
    readManifestText('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}', 'json');
    expect('polluted' in {}).toBe(false);
  });

  it('lists a thousand mistakes and counts the others', () => {
    const { issues, issuesOmitted } = readManifestText(
      `${head}${Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n')}\n`,
      'yaml',
    );
    expect([issues.length, issuesOmitted]).toEqual([1_000, 19_000]);
    expect(issues.at(-1)).toEqual({ path: 'k999', message: 'is not a field of a manifest', line: 1_002, column: 1 });
  });

  it('stops when the syntax is beyond repair', () => {
    const { manifest, issues } = readManifestText(']\n'.repeat(500_000), 'yaml');
    expect(manifest).toBeNull();
    expect(issues.at(-1)?.message).toBe('too many syntax errors: the text after this was not read');
  });
});

describe('JSON', () => {
  const table: [string, string, string[]][] = [
    ['a key given twice', '{"version": 1, "name": "x",\n "name": "y"}', ['2:2 name | is given twice | keep one of them']],
    ['the same key by an escape', '{"version": 1, "name": "x",\n "n\\u0061me": "y"}', ['2:2 name | is given twice | keep one of them']],
    ['one comma too many', '{"version": 1, "name": "x",}', ['1:28  | Expected double-quoted property name']],
    ['a line break in a text', '{"version": 1, "name": "a\nb"}', ['1:26  | Bad control character in string literal']],
    ['an unexpected end', '{"version": 1', ["1:14  | Expected ',' or '}' after property value"]],
    ['text after the end', '{"version": 1, "name": "x"} 1', ['1:29  | Unexpected non-whitespace character after JSON']],
    ['lists 10,000 deep', `{"applications": ${'['.repeat(10_000)}`, ['1:50  | is nested more than 32 levels deep']],
    [
      'an unknown field',
      '{"version": 1,\n "name": "x",\n "datasets": [{"technicalName": "d", "kind": 1}]}',
      ['3:38 datasets[0].kind | is not a field of a dataset'],
    ],
    [
      'an unknown field of a thing that begins with a vowel',
      '{"version": 1,\n "name": "x",\n "applications": [{"technicalName": "d", "kidn": 1}]}',
      ['3:42 applications[0].kidn | is not a field of an application'],
    ],
    [
      'a wrong value',
      '{"version": 1,\n "name": "x",\n "datasets": [{"technicalName": "d", "classification": "public"}]}',
      ['3:56 datasets[0].classification | must be one of Public, Internal, Confidential, Restricted | did you mean "Public"?'],
    ],
    ['__proto__', '{"version": 1, "name": "x", "__proto__": {}}', ['1:29 __proto__ | is not a field of a manifest']],
  ];
  it.each(table)('is refused at its position: %s', (_name, text, expected) => expect(mistakes(text, 'json')).toEqual(expected));
});

describe('mistakes of the shape', () => {
  const table: [string, string, string[]][] = [
    [
      'no required fields',
      'applicatons: []\n',
      [
        '1:1 version | is required',
        '1:1 name | is required',
        '1:1 applicatons | is not a field of a manifest | did you mean "applications"?',
      ],
    ],
    ['another version', 'version: 2\nname: x\n', ['1:10 version | must be 1']],
    [
      'wrong types, with what to write instead',
      `${head}technologies:\n  - {technicalName: t, name: 5, technologyVersion: 17}\ndatasets:\n  - {technicalName: d, containsPersonalData: yes}\nsegments:\n  - {technicalName: s, people: "40", capabilities: c}\n`,
      [
        '4:30 technologies[0].name | must be a text, not the number 5 | put it in quotes: "5"',
        '4:52 technologies[0].technologyVersion | must be a text, not the number 17 | put it in quotes: "17"',
        '6:46 datasets[0].containsPersonalData | must be true or false, not the text "yes" | write true, without quotes',
        '8:32 segments[0].people | must be a number, not the text "40" | write 40, without quotes',
        '8:52 segments[0].capabilities | must be a list, not the text "c" | write it as a list: [ … ]',
      ],
    ],
    [
      'values out of range',
      `${head}segments:\n  - technicalName: s\n    name: ""\n    capabilities: [{capability: c, revenueShare: 1.5}]\n`,
      ['5:11 segments[0].name | must not be empty', '6:50 segments[0].capabilities[0].revenueShare | must be at most 1'],
    ],
    [
      'null for a field that cannot be cleared',
      `${head}applications:\n  - technicalName: a\n    name:\n    lifecycleState: null\n`,
      [
        '5:10 applications[0].name | must be a text, not null',
        '6:21 applications[0].lifecycleState | must be one of Planning, Development, Pilot, Production, Sunset, Retired',
      ],
    ],
    [
      'a name that looks like a GUID',
      `${head}processes: [{technicalName: 3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44}]\n`,
      ['3:29 processes[0].technicalName | must not look like a GUID'],
    ],
    [
      'a field of another kind',
      `${head}hostingAreas:\n  - technicalName: a\n    zones:\n      - technicalName: z\n        provder: p\n`,
      ['7:9 hostingAreas[0].zones[0].provder | is not a field of a hosting zone'],
    ],
  ];
  it.each(table)('are reported with their position: %s', (_name, text, expected) => expect(mistakes(text)).toEqual(expected));
});

describe('mistakes of the whole', () => {
  const edge = (target: string, more = ''): string => `  - {source: a, target: ${target}, dependencyType: Calls${more}}\n`;
  const table: [string, string, string[]][] = [
    [
      'names declared twice, also below different parents',
      `${head}applications:\n  - {technicalName: a, components: [{technicalName: c}]}\n  - {technicalName: b, components: [{technicalName: c}]}\n`,
      [
        '5:53 applications[1].components[0].technicalName | there is already a component "c" in this manifest | give it another technicalName, or merge the two',
      ],
    ],
    [
      'links listed twice',
      `${head}processes: [{technicalName: p, capabilities: [c, d, c]}]\n`,
      ['3:53 processes[0].capabilities[2] | "c" is listed twice'],
    ],
    [
      'shares listed twice',
      `${head}segments: [{technicalName: s, capabilities: [{capability: c}, {capability: c}]}]\n`,
      ['3:76 segments[0].capabilities[1].capability | "c" is listed twice'],
    ],
    [
      'a circle of parents',
      `${head}capabilities:\n  - {technicalName: c, parent: a}\n  - {technicalName: a, parent: b}\n  - {technicalName: b, parent: c}\n`,
      ['5:32 capabilities[1].parent | closes a cycle of parents: a → b → c → a | capabilities form a tree'],
    ],
    [
      'a dependency on itself',
      `${head}dependencies:\n${edge('a')}`,
      ['4:25 dependencies[0].target | "a" is the source itself: a component cannot depend on itself'],
    ],
    [
      'a dependency twice',
      `${head}dependencies:\n${edge('b')}${edge('b', ', mode: Soft')}`,
      ['5:5 dependencies[1] | there is already a dependency a → b (Calls) in this manifest | merge the two'],
    ],
    [
      'a redundancy group with two minimums',
      `${head}dependencies:\n${edge('b', ', redundancyGroup: g, redundancyMinimum: 1')}${edge('c', ', redundancyGroup: g, redundancyMinimum: 2')}`,
      [
        '5:90 dependencies[1].redundancyMinimum | another dependency of "a" in group "g" states 1 | state the same redundancyMinimum on all dependencies of a group',
      ],
    ],
  ];
  it.each(table)('are reported with their position: %s', (_name, text, expected) => expect(mistakes(text)).toEqual(expected));

  it('are reported together with those of syntax and shape', () => {
    expect(mistakes(`${head}name: y\ndependencies:\n${edge('a', ', mode: hard')}`)).toEqual([
      '3:1 name | is given twice | keep one of them',
      '5:25 dependencies[0].target | "a" is the source itself: a component cannot depend on itself',
      '5:57 dependencies[0].mode | must be one of Hard, Soft, Async, Degraded | did you mean "Hard"?',
    ]);
  });
});

describe('without a server', () => {
  it('a reference that only the landscape can satisfy is a warning', () => {
    const text = `${head}applications:\n  - technicalName: shop\n    name: Shop\n    capabilities: [sell]\n    components: [{technicalName: frontend, name: Frontend}]\ncapabilities: [{technicalName: sells, name: Sell}]\ndependencies: [{source: frontend, target: fronted, dependencyType: Calls}]\nsegments: [{technicalName: s, name: S}]\n`;
    expect(mistakes(text, 'yaml', { isOffline: true })).toEqual([
      '6:20 applications[0].capabilities[0] | the capability "sell" is not declared here: it must be in the landscape | did you mean "sells"?',
      '9:43 dependencies[0].target | the component "fronted" is not declared here: it must be in the landscape | did you mean "frontend"?',
      '10:12 segments[0].audienceType | is required if the segment "s" is not in the landscape yet',
    ]);
    expect(readManifestText(text, 'yaml', { isOffline: true }).issues.map(({ severity }) => severity)).toEqual([
      'warning',
      'warning',
      'warning',
    ]);
    expect(mistakes(text)).toEqual([]);
  });
});

describe('positions', () => {
  it('of values that exist, or of the nearest container of those that do not', () => {
    const paths = [['name'], ['datasets', 0, 'technicalName'], ['datasets', 0, 'classification'], ['nowhere']];
    expect(offsetsInManifest(`${head}datasets:\n  - technicalName: d\n`, 'yaml', paths)).toEqual([
      { line: 2, column: 7 },
      { line: 4, column: 20, subject: 'technicalName of dataset “d”' },
      { line: 4, column: 5, subject: 'classification of dataset “d”' },
      { line: 1, column: 1 },
    ]);
    expect(offsetsInManifest('{"version": 1, "name": "x",\n"datasets": [{"technicalName": "d"}]}', 'json', paths)).toEqual([
      { line: 1, column: 24 },
      { line: 2, column: 32, subject: 'technicalName of dataset “d”' },
      { line: 2, column: 14, subject: 'classification of dataset “d”' },
      { line: 1, column: 1 },
    ]);
  });
});
