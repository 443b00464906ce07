/** The guides as pages, and a list of them. */
import { escapeXml } from '@/plain/xml';
import { readBook, type Chapter } from './book';
import { siteResponse } from './siteFrame';

const LIST = '/docs/guides';

export async function guideListPage(): Promise<Response> {
  const book = await readBook();
  const parts = [...new Set(book.map(({ part }) => part))].map((part) => {
    const rows = book.filter((chapter) => chapter.part === part).map(rowOf);
    return `<h2>${escapeXml(part)}</h2>\n<dl>\n${rows.join('\n')}\n</dl>`;
  });
  return siteResponse({ path: LIST, title: 'Guides', body: `<h1>Guides</h1>\n${parts.join('\n')}`, next: book[0] }, book);
}

function rowOf({ name, title, opening }: Chapter): string {
  // What the opening refers to is on the page itself.
  const words = opening.replaceAll('href="#', `href="${LIST}/${name}#`);
  return `<dt><a href="${LIST}/${name}">${escapeXml(title)}</a></dt><dd>${words}</dd>`;
}

/** Answers 404 with a page that says so if there is no such guide. */
export async function guidePage(name: string): Promise<Response> {
  const book = await readBook();
  const at = book.findIndex((chapter) => chapter.name === name);
  const chapter = book[at];
  if (chapter !== undefined) {
    const { title, body, headings } = chapter;
    return siteResponse({ path: `${LIST}/${name}`, title, body, headings, previous: book[at - 1], next: book[at + 1] }, book);
  }
  const body = `<h1>There is no such guide</h1>\n<p><a href="${LIST}">All guides</a> · <a href="/docs/search">Search</a></p>`;
  return siteResponse({ path: `${LIST}/${name}`, title: 'There is no such guide', body, status: 404 }, book);
}
