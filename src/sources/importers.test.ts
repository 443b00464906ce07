/** What every importer promises, whatever it reads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import type { Importer } from './importer';
import { IMPORTERS } from './importers';
import { ImportReport } from './proposal/importReport';
import { UnreadableSource } from './proposal/unreadableSource';

/** The text of the manifest, or the sentence of the refusal. Anything else that is thrown fails the test. */
function outcome({ read }: Importer, path: string, content: string | Uint8Array): string {
  try {
    return read([path], memoryDisk({ [path]: content }), { own: {} }, new ImportReport()).text;
  } catch (error) {
    if (error instanceof UnreadableSource) return error.message;
    throw error;
  }
}

it('each has a kind of its own, says what becomes what, and shows examples', () => {
  expect(new Set(IMPORTERS.map(({ kind }) => kind)).size).toBe(IMPORTERS.length);
  for (const { kind, help, source } of IMPORTERS) {
    expect([kind, kind]).toEqual([kind, expect.stringMatching(/^[a-z0-9]+$/)]);
    expect(help).toContain(`\nExamples:\n  `);
    expect(help).toContain(`faultline import ${kind} `);
    expect(source).not.toBe('');
  }
});

it('options of one name take a value in all importers or in none, so that they can be given before the kind is known', () => {
  const byName = new Map<string, Set<string>>();
  for (const { options } of IMPORTERS)
    for (const { flags } of options) {
      const name = /--(?:no-)?[\w-]+/.exec(flags)?.[0] ?? '';
      byName.set(name, (byName.get(name) ?? new Set()).add(String(/[<[]/.test(flags))));
    }
  expect([...byName].filter(([, forms]) => forms.size > 1)).toEqual([]);
});

/** A component of which nothing tells what it is, as each kind of file writes it. */
const UNKNOWN: readonly [kind: string, path: string, text: string][] = [
  ['compose', 'compose.yaml', 'services:\n  quux: { image: quux/quux }\n'],
  [
    'kubernetes',
    'a.yaml',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: quux }\nspec: { template: { spec: { containers: [{ name: quux, image: quux/quux }] } } }\n',
  ],
  [
    'backstage',
    'catalog-info.yaml',
    'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: quux }\nspec: { type: quux }\n',
  ],
  ['structurizr', 'workspace.dsl', 'workspace {\n model {\n quux = softwareSystem "Quux"\n }\n}\n'],
  ['likec4', 'model.c4', "specification {\n element system\n}\nmodel {\n quux = system 'Quux'\n}\n"],
  ['calm', 'a.json', JSON.stringify({ nodes: [{ 'unique-id': 'quux', 'node-type': 'quux', name: 'Quux', description: '' }] })],
];

it.each(UNKNOWN)('%s: what nobody knows the kind of has none, so that it contradicts no manifest that knows', (kind, path, text) => {
  const { read } = IMPORTERS.find((one) => one.kind === kind)!;
  const { manifest } = read([path], memoryDisk({ [path]: text }), { own: {} }, new ImportReport());
  const components = (manifest.applications ?? []).flatMap((application) => application.components ?? []);
  expect(components.map((component) => component.kind)).toEqual([undefined]);
});

describe.each(IMPORTERS.map((importer) => [importer.kind, importer] as const))('%s, given something else', (_kind, importer) => {
  const DEEP = '['.repeat(5_000);
  const BOMB = ['a: &a0 [x, x]', ...Array.from({ length: 40 }, (_, at) => `b${at}: &a${at + 1} [*a${at}, *a${at}]`)].join('\n');

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t\n'],
    ['a word', 'services'],
    ['null', 'null\n'],
    ['a list', '[1, [2], {"a": null}]'],
    ['a page', '<!DOCTYPE html><html><body>x</body></html>'],
    ['brackets', DEEP],
    ['anchors that double', BOMB],
    ['names of JavaScript', '{"__proto__": {"kind": "x"}, "constructor": 1, "toString": []}'],
  ])('%s, recognises nothing and refuses it in a sentence', (_case, text) => {
    expect(importer.recognise({ path: 'file.bin', text })).toBeNull();
    expect(outcome(importer, 'file.bin', text)).toEqual(expect.any(String));
  });

  // A search that begins again at each line would not end.
  it.each([
    ['blank lines', '\n'],
    ['commas and blanks', ', '],
    ['beginnings of services', 'services:\n'],
    ['beginnings of resources', 'Resources:\n{'],
  ])('half a million characters of %s, recognises nothing and ends', (_case, text) => {
    expect(importer.recognise({ path: 'file.bin', text: text.repeat(500_000 / text.length) })).toBeNull();
  });

  it('any text at all, recognises it or not, and never throws for it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.json()), (text) => {
        importer.recognise({ path: 'file.yaml', text });
        outcome(importer, 'file.yaml', text);
      }),
      randomRuns(60),
    );
  });
});

describe.each([
  [
    'kubernetes',
    'a.yaml',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: a }\nspec: { template: { spec: {} } }\n',
    'b.yaml',
    'apiVersion: v1\nkind: [\n',
  ],
  [
    'kubernetes',
    'a.yaml',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: a }\nspec: { template: { spec: {} } }\n',
    'b.yaml',
    'apiVersion: v1\nkind: {{ .Values.x }}\nmetadata: {{ x }}: [\n',
  ],
  ['cloudformation', 'a.yaml', 'Resources: { Q: { Type: AWS::SQS::Queue } }\n', 'b.yaml', 'Resources: [\n'],
  [
    'terraform',
    'a.json',
    '{"format_version":"1.0","values":{"root_module":{"resources":[{"address":"aws_sqs_queue.q","type":"aws_sqs_queue","name":"q","values":{}}]}}}',
    'b.json',
    '{"format_version":',
  ],
])('%s: of two files, the broken one', (kind, good, text, bad, broken) => {
  const importer = IMPORTERS.find((one) => one.kind === kind)!;
  const read = (isFound: boolean): string => {
    const report = new ImportReport();
    const disk = memoryDisk({ [good]: text, [bad]: broken });
    importer.read([good, bad], disk, { own: {}, isFound: () => isFound }, report);
    return report
      .all()
      .filter(({ type }) => type === 'notMapped')
      .map(({ file }) => file)
      .join();
  };

  it('is reported if nobody named it, and refused if somebody did', () => {
    expect(read(true)).toContain(bad);
    expect(() => read(false)).toThrow(`${bad} is not readable`);
  });
});
