/** What the documents beside the code say about files is true, and decision records have one form. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const FILES = ['src', 'prisma', 'public', '.github', 'e2e'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.includes('node_modules') && !path.startsWith(join('cli', 'package')))
    .map((path) => join(root, path)),
);
const KNOWN = new Set(FILES);
const NAMES = new Set(FILES.map((path) => basename(path)));
const DOCUMENTS = FILES.filter((path) => /((README|ARCHITECTURE|CONTRIBUTING)|decisions\/.*)\.md$/.test(path)).concat('README.md');
const DECISIONS = FILES.filter((path) => path.startsWith('src/decisions/'));

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

/** Longer lines are unreadable beside their earlier versions; rows of tables cannot be broken. */
const LONGEST_LINE = 400;

/** What is wrong with the form of a decision record: its number, its title, the order of its sections, or the length of its lines. */
function faultsOf(file: string, text: string): string[] {
  const [, number] = /^(\d{4})-[a-z0-9-]+\.md$/.exec(file) ?? [];
  const sections = [...text.matchAll(/^\*\*(Decision|Why|Consequences|Considered)\.\*\*/gm)].map(([, name]) => name);
  const inOrder = ['Decision', 'Why', 'Consequences', 'Considered'].filter((name) => sections.includes(name));
  return [
    ...(number !== undefined && text.startsWith(`# ${Number(number)}. `) ? [] : ['the title starts with the number of the file']),
    ...(/\n\*\*Decision\.\*\*/.test(text) && /\n\*\*Why[ .]/.test(text) ? [] : ['it has the sections Decision and Why']),
    ...(text.split('\n').every((line) => line.length <= LONGEST_LINE || line.startsWith('|'))
      ? []
      : ['a line is longer than 400 characters']),
    ...(sections.join() === inOrder.join() ? [] : ['Decision, Why, Consequences and Considered come once each, in this order']),
  ];
}

it('no document runs what a stranger may have published as faultline', () => {
  const guides = FILES.filter((path) => /^src\/guides\/.*\.md$/.test(path));
  const lines = [...guides, ...DOCUMENTS].flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  expect(lines.filter((line) => /^\s*(?:\S.*\| )?npx faultline\b/.test(line))).toEqual([]);
});

describe('decision records', () => {
  it('say what was decided, why, what follows and what else was considered, in this order', () => {
    const faults = DECISIONS.flatMap((path) => faultsOf(basename(path), readFileSync(path, 'utf8')).map((fault) => `${path}: ${fault}`));
    expect(faults).toEqual([]);
  });

  it('are refused with another number, without a reason, in another order, or with a line that is too long', () => {
    const record = '# 7. A subject\n\n**Decision.** This.\n\n**Why.** That.\n';
    expect(faultsOf('0007-subject.md', record)).toEqual([]);
    expect(faultsOf('0008-subject.md', record)).toHaveLength(1);
    expect(faultsOf('0007-subject.md', record.replace('**Why.** That.', ''))).toHaveLength(1);
    expect(faultsOf('0007-subject.md', record.replace('That.', 'That. '.repeat(80)))).toHaveLength(1);
    expect(faultsOf('0007-subject.md', record.replace('**Why.**', '**Considered.** Other.\n\n**Why.**'))).toHaveLength(1);
  });
});
