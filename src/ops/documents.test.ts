/** What the documents beside the code say of files: those exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const FILES = ['src', 'prisma', 'public', '.github', 'e2e'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
);
const KNOWN = new Set(FILES);
const NAMES = new Set(FILES.map((path) => basename(path)));
const DOCUMENTS = FILES.filter((path) => /(README|ARCHITECTURE|CONTRIBUTING)\.md$/.test(path)).concat('README.md');

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(document, 'utf8');
  const from = dirname(document);

  it('links to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link ?? '').filter((link) => !/^(https?:|\/)/.test(link));
    const dead = links.filter((link) => !KNOWN.has(relative('.', join(from, link))) && !['../LICENSE', 'LICENSE'].includes(link));
    expect(dead).toEqual([]);
  });

  it('names files of the code that exist', () => {
    const named = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) => name ?? '');
    // `x.test.ts` stands for any.
    expect(named.filter((name) => !basename(name).startsWith('x.') && !NAMES.has(basename(name)))).toEqual([]);
  });
});
