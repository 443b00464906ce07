/** The search as a page, and as the piece of it that appears while somebody types. */
import { escapeXml } from '@/plain/xml';
import { readBook } from './book';
import { searchDocs, stemOf, type Found } from './searchIndex';
import { pieceResponse, siteResponse } from './siteFrame';

const LONGEST_QUESTION = 200;
const LONGEST_TEXT = 220;

/** Answers `?q=`; with `part=results` the list of results alone. */
export async function searchPage(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const question = (searchParams.get('q') ?? '').trim().slice(0, LONGEST_QUESTION);
  const book = await readBook();
  const found = question === '' ? [] : await searchDocs(book, question);
  const list = question === '' ? '' : resultsOf(question, found);
  if (searchParams.get('part') === 'results') return pieceResponse(list);
  const form = `<form class="search" role="search" action="/docs/search" aria-label="Search"><input type="search" name="q" value="${escapeXml(question)}" placeholder="Ask or search" aria-label="What are you looking for?" maxlength="${LONGEST_QUESTION}" autocomplete="off" autofocus><div class="found" hidden></div><p class="said" role="status"></p></form>`;
  return siteResponse({ path: '/docs/search', title: 'Search', body: `<h1>Search</h1>\n${form}\n${list}`, query: question }, book);
}

function resultsOf(question: string, found: readonly Found[]): string {
  if (found.length === 0) return `<p>Nothing was found for “${escapeXml(question)}”. Fewer or other words may help.</p>`;
  const items = found.map(
    ({ href, title, heading, text, words }) =>
      `<li class="found-one"><a href="${escapeXml(href)}"><b>${marked(heading, words)}</b><span class="at">${escapeXml(title)}</span><span class="text">${marked(pieceOf(text, words), words)}</span></a></li>`,
  );
  return `<ul class="results">\n${items.join('\n')}\n</ul>`;
}

/** The text with the words that were found marked, as HTML. */
function marked(text: string, words: ReadonlySet<string>): string {
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .map((piece) => (words.has(stemOf(piece) ?? '') ? `<mark>${escapeXml(piece)}</mark>` : escapeXml(piece)))
    .join('');
}

/** The beginning of the text, or a piece around the first word that was found if that comes late. */
function pieceOf(text: string, words: ReadonlySet<string>): string {
  if (text.length <= LONGEST_TEXT) return text;
  const first = [...text.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => words.has(stemOf(word) ?? ''))?.index ?? 0;
  const start = first < LONGEST_TEXT / 2 ? 0 : text.indexOf(' ', first - LONGEST_TEXT / 4) + 1;
  const end = text.lastIndexOf(' ', start + LONGEST_TEXT);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end > start ? end : start + LONGEST_TEXT)}${end < text.length ? ' …' : ''}`;
}
