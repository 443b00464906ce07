/** Pages of long answers: whole items, nothing twice, nothing lost, nothing silently left out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { cut, leftOutLines, shorten, type AnswerList, type PageWish } from './paging';

const LISTS: readonly AnswerList[] = [
  { path: 'applications', line: (item: string) => item },
  { path: 'exposure.byAudience', line: (item: string) => item },
  { path: 'components', line: (item: string) => item },
];

interface Sample {
  counts: { components: number };
  applications: string[];
  exposure?: { perYear: number; byAudience: string[] };
  components: string[];
}

const sample = (applications: number, components: number, width = 4): Sample => ({
  counts: { components },
  applications: Array.from({ length: applications }, (_, index) => `a${index}`.padEnd(width, '.')),
  exposure: { perYear: 5, byAudience: ['x', 'y'] },
  components: Array.from({ length: components }, (_, index) => `c${index}`.padEnd(width, '.')),
});

const page = (answer: Sample, wish: PageWish = {}, version = 1) => cut(answer, LISTS, { question: ['q'], wish, version, head: ['head'] });

describe('what is left out', () => {
  it('is named, whole lists before lists inside items, and counted beyond twelve', () => {
    const within = Array.from({ length: 12 }, (_, index): [string, number] => [`causes[${index}].components`, 7]);
    const facts = { from: 0, listed: 12, total: 60, leftOut: Object.fromEntries([...within, ['causes', 48]]), nextCursor: null };
    expect(leftOutLines(facts, false)[0]).toContain('Not in this answer: 48 of causes, 7 of causes[0].components, ');
    expect(leftOutLines(facts, false)[0]).toContain(', and 1 more list. The counts are complete.');
  });
});

describe('a page', () => {
  it('holds everything where everything fits, and says so', () => {
    const { answer, page: facts } = page(sample(2, 3));
    expect(answer).toEqual(sample(2, 3));
    expect(facts).toEqual({ from: 0, listed: 7, total: 7, leftOut: {}, nextCursor: null });
    expect(leftOutLines(facts, false)).toEqual(['Complete: nothing is left out.']);
  });

  it('goes through the lists in order, with complete counts on every page', () => {
    const first = page(sample(2, 3), { limit: 3 });
    expect(first.answer).toEqual({
      counts: { components: 3 },
      applications: ['a0..', 'a1..'],
      exposure: { perYear: 5, byAudience: ['x'] },
      components: [],
    });
    expect(first.page).toEqual({
      from: 0,
      listed: 3,
      total: 7,
      leftOut: { 'exposure.byAudience': 1, components: 3 },
      nextCursor: expect.any(String),
    });
    const second = page(sample(2, 3), { limit: 3, cursor: first.page.nextCursor ?? '' });
    expect(second.answer).toEqual({
      counts: { components: 3 },
      applications: [],
      exposure: { perYear: 5, byAudience: ['y'] },
      components: ['c0..', 'c1..'],
    });
    expect(second.page).toMatchObject({ from: 3, listed: 3, leftOut: { applications: 2, 'exposure.byAudience': 1, components: 1 } });
    expect(leftOutLines(second.page, second.isOtherVersion)).toEqual([
      'Items 4 to 6 of 7. Not in this answer: 2 of applications, 1 of exposure.byAudience, 1 of components. The counts are complete.',
      `For the next page send the same arguments with cursor "${second.page.nextCursor}".`,
    ]);
  });

  it('of an answer without an optional list does not contain that list', () => {
    const bare: Sample = { counts: { components: 0 }, applications: [], components: [] };
    expect(page(bare).answer).toEqual(bare);
  });

  it('says that the landscape changed since the previous page', () => {
    const first = page(sample(2, 3), { limit: 3 });
    const second = page(sample(2, 3), { limit: 3, cursor: first.page.nextCursor ?? '' }, 2);
    expect(second.isOtherVersion).toBe(true);
    expect(leftOutLines(second.page, true)[0]).toContain('changed since the previous page');
  });

  it.each([
    ['of another question', Buffer.from(JSON.stringify(['other', 3, 1])).toString('base64url')],
    ['that is not a cursor', 'nonsense'],
    ['with a negative position', Buffer.from(JSON.stringify(['x', -1, 1])).toString('base64url')],
    ['that is deep JSON', Buffer.from('['.repeat(300)).toString('base64url')],
  ])('is refused for a cursor %s', (_, cursor) => {
    expect(() => page(sample(1, 1), { cursor })).toThrow(/^cursor: /);
  });

  it('after the last one is empty', () => {
    const [name] = JSON.parse(Buffer.from(page(sample(2, 3), { limit: 1 }).page.nextCursor ?? '', 'base64url').toString()) as [string];
    const beyond = page(sample(2, 3), { cursor: Buffer.from(JSON.stringify([name, 99, 1])).toString('base64url') });
    expect(beyond.page).toMatchObject({ listed: 0, total: 7, nextCursor: null });
  });

  it('plus all later pages are the whole answer in order, and no page is longer than requested', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 4, max: 300 }),
        fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
        (applications, components, width, limit) => {
          const whole = sample(applications, components, width);
          const collected = { applications: [] as string[], byAudience: [] as string[], components: [] as string[] };
          let cursor: string | undefined;
          do {
            const { answer, page: facts, lines } = page(whole, { maxCharacters: 4_000, limit, cursor });
            expect(JSON.stringify({ ...answer, page: facts }).length + JSON.stringify(lines.join('\n')).length).toBeLessThan(4_000);
            expect(facts.listed).toBeLessThanOrEqual(limit ?? Infinity);
            collected.applications.push(...answer.applications);
            collected.byAudience.push(...(answer.exposure?.byAudience ?? []));
            collected.components.push(...answer.components);
            cursor = facts.nextCursor ?? undefined;
          } while (cursor !== undefined);
          expect(collected).toEqual({
            applications: whole.applications,
            byAudience: whole.exposure?.byAudience,
            components: whole.components,
          });
        },
      ),
      randomRuns(60),
    );
  });
});

describe('an item that is too long by itself', () => {
  it('keeps whole entries of its longest list, and says how many are left out', () => {
    const { item, leftOut } = shorten({ cause: 'db', symptoms: Array.from({ length: 1_000 }, (_, index) => `s${index}`) }, 300);
    expect(item).toEqual({ cause: 'db', symptoms: Array.from({ length: 31 }, (_, index) => `s${index}`) });
    expect([...leftOut]).toEqual([['symptoms', 969]]);
  });

  it('is shortened in the largest of its innermost lists', () => {
    const { item, leftOut } = shorten({ fields: [{ field: 'links', to: Array.from({ length: 100 }, () => 'abcdefgh') }] }, 200);
    expect(item).toEqual({ fields: [{ field: 'links', to: Array.from({ length: 12 }, () => 'abcdefgh') }] });
    expect([...leftOut]).toEqual([['fields.0.to', 88]]);
  });

  it('stays unchanged if nothing can be removed from it', () => {
    expect(shorten({ a: 1 }, 2)).toEqual({ item: { a: 1 }, leftOut: new Map() });
  });
});
