import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { IMPORTERS } from './importers';
import { ImportReport } from './proposal/importReport';
import { UnreadableSource } from './proposal/unreadableSource';
import { pathsFor, recognise } from './recognise';

const ENTITY = 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: cart }\nspec: { type: service }\n';
const SHOP = 'services:\n  web: { image: nginx }\n';

function recognised(files: Record<string, string | Uint8Array>, paths: readonly string[] = Object.keys(files)) {
  const report = new ImportReport();
  const { importer, paths: read, recognisedBy } = recognise(paths, memoryDisk(files), IMPORTERS, report);
  return { kind: importer.kind, paths: read, recognisedBy, left: report.all().map(({ file }) => file) };
}

function refusal(files: Record<string, string | Uint8Array>, paths?: readonly string[]): { message: string; hint: string | undefined } {
  try {
    recognised(files, paths);
  } catch (error) {
    if (error instanceof UnreadableSource) return { message: error.message, hint: error.more.hint };
    throw error;
  }
  throw new Error('was not refused');
}

describe('a file shows of which kind it is', () => {
  it.each([
    ['a compose file', { 'shop.yaml': SHOP }, 'compose', 'it has services at the outermost level'],
    [
      'a compose file with a comment and a blank line first',
      { 'a.yaml': 'services: # all\n\n  # one\n  web: {}\n' },
      'compose',
      'services',
    ],
    ['a compose file that only includes', { 'compose.yml': 'include: [a.yaml]\n' }, 'compose', 'includes others'],
    ['a catalog', { 'all.yaml': ENTITY }, 'backstage', 'it has apiVersion backstage.io/v1alpha1'],
    ['a list of entities in JSON', { 'a.json': '[\n{ "apiVersion": "backstage.io/v1beta1" }]' }, 'backstage', 'backstage.io/v1beta1'],
  ])('%s', (_case, files, kind, because) => {
    const { kind: found, recognisedBy } = recognised(files);
    expect(found).toBe(kind);
    expect(recognisedBy).toContain(`${Object.keys(files)[0]} is of kind ${kind}: `);
    expect(recognisedBy).toContain(because);
  });

  it.each([
    ['a build with a list of services', 'services:\n  - postgres:16\njob: {}\n'],
    ['services deeper in the file', 'site:\n  services:\n    web: {}\n'],
    ['text', 'services are what we offer\n'],
    ['no text', new Uint8Array([0, 0xff, 0xfe])],
  ])('%s is of no kind', (_case, content) => {
    expect(refusal({ 'file.yaml': content })).toEqual({
      message: 'file.yaml: nothing says what kind this is',
      hint: expect.stringContaining('name the kind (backstage, compose'),
    });
  });
});

describe('several files', () => {
  it('of one kind are read together, in the order in which they are named', () => {
    expect(recognised({ 'b.yaml': SHOP, 'a.yaml': SHOP })).toMatchObject({
      paths: ['b.yaml', 'a.yaml'],
      recognisedBy: 'b.yaml is of kind compose: it has services at the outermost level, and 1 more file',
    });
  });

  it('of two kinds are refused, and both are named', () => {
    expect(refusal({ 'a.yaml': SHOP, 'b.yaml': ENTITY })).toEqual({
      message: 'these files are of two kinds: a.yaml is of kind compose, b.yaml of kind backstage',
      hint: 'import one after the other: faultline import compose …, faultline import backstage …',
    });
  });

  it('that belong to no kind are left out, each with a line', () => {
    expect(recognised({ 'a.yaml': SHOP, 'notes.txt': 'hello' })).toMatchObject({ paths: ['a.yaml'], left: ['notes.txt'] });
  });
});

describe('a directory', () => {
  it('is searched, and what belongs to no kind in it gets a line', () => {
    expect(recognised({ 'd/x/shop.yaml': SHOP, 'd/values.json': '{}', 'd/main.go': 'x', 'd/node_modules/a.yaml': ENTITY }, ['d'])).toEqual({
      kind: 'compose',
      paths: ['d/x/shop.yaml'],
      recognisedBy: 'd/x/shop.yaml is of kind compose: it has services at the outermost level',
      left: ['d/values.json'],
    });
  });

  it('is searched by the importer itself if that follows references', () => {
    expect(recognised({ 'd/a.yaml': ENTITY, 'd/b.yaml': ENTITY }, ['d']).paths).toEqual(['d']);
  });

  it.each([
    [
      'the standard file and its override',
      ['compose.yaml', 'compose.override.yaml', 'compose.prod.yaml'],
      ['compose.yaml', 'compose.override.yaml'],
    ],
    ['the topmost project', ['compose.yaml', 'lib/compose.yaml'], ['compose.yaml']],
    ['files of other names', ['b.yaml', 'a.yaml'], ['a.yaml', 'b.yaml']],
  ])('of compose files: %s', (_case, names, chosen) => {
    const files = Object.fromEntries(names.map((name) => [`d/${name}`, SHOP]));
    expect(recognised(files, ['d']).paths).toEqual(chosen.map((name) => `d/${name}`));
  });

  it('with two compose projects side by side is refused', () => {
    expect(refusal({ 'd/one/compose.yaml': SHOP, 'd/two/compose.yaml': SHOP }, ['d']).message).toBe(
      'there are several compose projects, in d/one and in d/two',
    );
  });

  it('is searched for one kind if somebody named it', () => {
    const disk = memoryDisk({ 'd/shop.yaml': SHOP, 'd/cart.yaml': ENTITY, 'e/notes.yaml': 'a: 1' });
    const compose = IMPORTERS.find(({ kind }) => kind === 'compose')!;
    const { paths, isFound } = pathsFor(compose, ['d', 'd/cart.yaml'], disk, new ImportReport());
    expect([paths, isFound('d/shop.yaml'), isFound('d/cart.yaml')]).toEqual([['d/cart.yaml', 'd/shop.yaml'], true, false]);
    expect(() => pathsFor(compose, ['e'], disk, new ImportReport())).toThrow('e: no file in it is of kind compose');
  });
});

it.each([
  ['main.tf', 'terraform show -json'],
  ['model.archimate', 'Open Exchange'],
  ['shop/Chart.yaml', 'helm template'],
  ['picture.drawio', 'drawings'],
])('%s: says what to do instead', (path, words) => {
  expect(refusal({ [path]: 'x' }).hint).toContain(words);
});

it('a path that does not exist is refused', () => {
  expect(refusal({ 'a.yaml': SHOP }, ['gone.yaml']).message).toBe('gone.yaml: there is no such file or directory');
});
