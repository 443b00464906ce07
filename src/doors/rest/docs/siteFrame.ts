/**
 * The frame of every page of the documentation but the API reference, which has its own: the app's navigation, a search, and the way back to
 * the app. It is complete without a script.
 */
import { escapeXml } from '@/plain/xml';
import type { Chapter } from './book';
import type { Heading } from './markdown';

/** Nothing from elsewhere, and no script or style but the two files of this site. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export function pageResponse(html: string, policy: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
  });
}

/** Pages that are made from the code rather than from a file. */
const REFERENCE = [
  { href: '/docs', title: 'API reference' },
  { href: '/docs/errors', title: 'Errors of the API' },
  { href: '/docs/alert-sources', title: 'Alert sources' },
] as const;

const MARK =
  '<svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#5563e4"/><path d="M4 14.5h5l2-7 3 10 2-5.5h4" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const LENS =
  '<svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="10" cy="10" r="7"/><path d="m21 21-6-6"/></svg>';

export interface SitePage {
  /** Its path, for example `/docs/guides/prometheus`. */
  path: string;
  title: string;
  /** HTML. */
  body: string;
  headings?: readonly Heading[];
  /** What to read before and after it. */
  previous?: Chapter | undefined;
  next?: Chapter | undefined;
  /** What was searched for. */
  query?: string;
  status?: number;
}

export function siteResponse(page: SitePage, book: readonly Chapter[]): Response {
  return pageResponse(siteHtml(page, book), POLICY, page.status);
}

/** A piece of a page, for the site's script. */
export function pieceResponse(html: string): Response {
  return pageResponse(html, POLICY);
}

function siteHtml(page: SitePage, book: readonly Chapter[]): string {
  const { title, body, headings = [] } = page;
  const contents = headings.length < 2 ? '' : contentsOf(headings);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(title)} · Faultline</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/site.css">
<script src="/docs/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="burger" href="#navigation" aria-label="Open the navigation"><span aria-hidden="true">☰</span></a>
<a class="mark" href="/docs/guides">${MARK}Faultline<span class="of">guides</span></a>
<a class="find" href="/docs/search" aria-label="Search the guides">${LENS}</a>
</header>
${navigationOf(page, book)}
<main id="content" tabindex="-1">
<article>
${contents === '' ? body : body.replace('</h1>', `</h1>\n<details class="contents"><summary>On this page</summary>${contents}</details>`)}
${neighboursOf(page)}
</article>
${contents === '' ? '' : `<aside class="contents" aria-labelledby="contents"><p id="contents">On this page</p>${contents}</aside>`}
</main>
</body>
</html>
`;
}

function navigationOf({ path, query = '' }: SitePage, book: readonly Chapter[]): string {
  const link = (href: string, words: string): string =>
    `<li><a href="${href}"${href === path ? ' aria-current="page"' : ''}>${escapeXml(words)}</a></li>`;
  const group = (title: string, links: readonly string[]): string =>
    `<li><span class="part">${escapeXml(title)}</span><ul>\n${links.join('\n')}\n</ul></li>`;
  const parts = [...new Set(book.map(({ part }) => part))].map((part) =>
    group(
      part,
      book.filter((chapter) => chapter.part === part).map(({ name, title }) => link(`/docs/guides/${name}`, title)),
    ),
  );
  const reference = group(
    'Reference',
    REFERENCE.map(({ href, title }) => link(href, title)),
  );
  return `<nav id="navigation" aria-label="Documentation">
<a class="close" href="#content" aria-label="Close the navigation"><span aria-hidden="true">✕</span></a>
<a class="mark" href="/docs/guides">${MARK}Faultline<span class="of">guides</span></a>
<a class="back" href="/"><span aria-hidden="true">←</span> Back to the app</a>
<form class="search" role="search" action="/docs/search">
<input type="search" name="q" value="${escapeXml(query)}" placeholder="Search the guides" aria-label="Search the guides" maxlength="200" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">Ctrl K</kbd>
<div class="found" hidden></div>
<p class="said" role="status"></p>
</form>
<ul class="parts" tabindex="-1">
${[...parts, reference].join('\n')}
</ul>
<div class="theme" role="group" aria-label="Theme" hidden></div>
</nav>`;
}

function contentsOf(headings: readonly Heading[]): string {
  const items = headings.map(({ anchor, text, depth }) => `<li class="depth${depth}"><a href="#${anchor}">${escapeXml(text)}</a></li>`);
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function neighboursOf({ previous, next }: SitePage): string {
  if (previous === undefined && next === undefined) return '';
  const link = (chapter: Chapter | undefined, way: string, rel: string): string =>
    chapter === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="/docs/guides/${chapter.name}"><span class="way">${way}</span>${escapeXml(chapter.title)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next">${link(previous, 'Previous', 'prev')}${link(next, 'Next', 'next')}</nav>`;
}
