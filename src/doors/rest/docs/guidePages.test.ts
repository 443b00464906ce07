/** Each document of the book is a page in the site's frame, complete without a script, and every link on every page leads somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alertSourcesPage } from './alertSourcesPage';
import { ELSEWHERE, readBook } from './book';
import { errorsPage } from './errorsPage';
import { guideListPage, guidePage } from './guidePages';
import { searchPage } from './searchPage';
import { textOf } from './textOf';

const GUIDES = readdirSync('src/guides').filter((file) => file.endsWith('.md'));
const FILES = new Map([
  ...GUIDES.map((file): [string, string] => [file.replace('.md', ''), `src/guides/${file}`]),
  ...Object.entries(ELSEWHERE),
]);
const book = await readBook();

/** Every page of the site by its path, read once. */
const pages = new Map<string, string>();
for (const { name } of book) pages.set(`/docs/guides/${name}`, await (await guidePage(name)).text());
pages.set('/docs/guides', await (await guideListPage()).text());
pages.set('/docs/errors', await (await errorsPage()).text());
pages.set('/docs/alert-sources', await (await alertSourcesPage()).text());
pages.set('/docs/search', await (await searchPage(new Request('http://localhost/docs/search?q=redundancy'))).text());

it('the list and the navigation of each page lead to every document, in the order of the book', () => {
  expect(book.map(({ name }) => name).sort()).toEqual([...FILES.keys()].sort());
  const navigation = (page: string): string[] =>
    [...(/<ul class="parts"[^]*?<\/nav>/.exec(page)?.[0] ?? '').matchAll(/href="\/docs\/guides\/([^"]+)"/g)].map(([, name = '']) => name);
  for (const [path, page] of pages) expect([path, navigation(page)]).toEqual([path, book.map(({ name }) => name)]);
  const [, list = ''] = (pages.get('/docs/guides') ?? '').split('<h1>');
  for (const { name, title } of book) expect(textOf(list)).toContain(title.replaceAll('`', '') || name);
});

it('no document is left over for the last part of the navigation, where nobody looks for it', () => {
  expect(book.filter(({ part }) => part === 'More').map(({ name }) => name)).toEqual([]);
});

it('previous and next lead through the whole book', () => {
  const linked = (name: string, rel: string): string | undefined =>
    new RegExp(`<a rel="${rel}" href="/docs/guides/([^"]+)"`).exec(pages.get(`/docs/guides/${name}`) ?? '')?.[1];
  for (const [index, { name }] of book.entries())
    expect([linked(name, 'prev'), linked(name, 'next')]).toEqual([book[index - 1]?.name, book[index + 1]?.name]);
});

describe.each([...FILES])('%s', (name, file) => {
  it('is a page with nothing from elsewhere, which shows code exactly as in the file', async () => {
    const answer = await guidePage(name);
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(
      [...page.matchAll(/<(?:script|link|img|iframe)\b[^>]*(?:src|href)="([^"]+)"/g)].filter(([, from = '']) => !/^\/[^/]/.test(from)),
    ).toEqual([]);
    expect(page).not.toMatch(/<style|style="|<script>/);
    const shown = textOf(page);
    const blocks = [...readFileSync(file, 'utf8').matchAll(/^```[a-z ]*\n([\s\S]*?)\n```$/gm)].map(([, text = '']) => text);
    for (const block of blocks) expect(shown).toContain(block);
  });
});

it('every link of every page leads to a page, a place on it, or a file that is there', () => {
  const dead: string[] = [];
  for (const [path, page] of pages) {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
    for (const [, href = ''] of page.matchAll(/ (?:href|src)="([^"]+)"/g)) if (isDead(href, path)) dead.push(`${path}: ${href}`);
  }
  expect(dead).toEqual([]);
});

/** What the server answers elsewhere: the app, and the API reference with its document. */
const OTHER_PAGES = new Set(['/', '/docs', '/api/openapi.json', '/docs/site.css', '/docs/site.js', '/icon.svg']);

function isDead(href: string, from: string): boolean {
  if (/^(https|mailto):/.test(href)) return false;
  const [path = '', anchor] = href.split('#');
  const page = pages.get(path === '' ? from : path);
  if (page === undefined) return !OTHER_PAGES.has(path) && !existsSync(`public${path}`);
  return anchor !== undefined && !page.includes(` id="${decodeURIComponent(anchor)}"`);
}

it.each(['nothing', '../ARCHITECTURE', 'prometheus/main', 'Prometheus', ''])('says of "%s" that there is no such guide', async (name) => {
  const answer = await guidePage(name);
  expect([answer.status, (await answer.text()).includes('There is no such guide')]).toEqual([404, true]);
});
