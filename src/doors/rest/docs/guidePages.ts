/**
 * Serves the guides of `src/guides` as pages, and a list of them. Any file in that folder is served; the text is ours, so its Markdown is
 * trusted.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { pageResponse } from './referencePage';

/** The last part of a guide's URL, for example `prometheus`. */
const NAME = /^[a-z0-9][a-z0-9-]*$/;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{border:1px solid;border-radius:6px;padding:.75rem 1rem;overflow-x:auto}
h2{margin:2rem 0 .25rem;font-size:1.2rem}h3{margin:1.5rem 0 .25rem;font-size:1.05rem}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{text-align:left;vertical-align:top;border-bottom:1px solid;padding:.3rem 1rem .3rem 0}
img{max-width:100%;height:auto;border:1px solid;border-radius:6px}dt{font-weight:600;margin-top:1rem}dd{margin:0}`;

const CRUMBS = '<nav aria-label="Documentation"><a href="/docs">API reference</a> · <a href="/docs/guides">Guides</a></nav>';

interface Guide {
  name: string;
  title: string;
  /** The first paragraph, as HTML. */
  opening: string;
  /** The whole guide, as HTML. */
  body: string;
}

/** The order for newcomers. Guides that are not listed follow by title. */
const ORDER = [
  'connect-what-you-run',
  'first-hour',
  'in-the-browser',
  'importing',
  'importing-architecture',
  'importing-kubernetes',
  'importing-terraform',
  'importing-archimate',
  'importing-catalogs',
  'importing-tables',
  'backstage',
  'landscape-as-code',
  'health-from-your-monitoring',
  'prometheus',
  'notifications',
  'webhooks',
  'agents',
  'weak-points',
  'security-register',
  'how-answers-are-computed',
  'words',
  'api-conventions',
  'running-it',
  'growing',
  'administration',
  'single-sign-on',
  'backup',
  'what-holds',
];

const folder = (): string => join(process.cwd(), 'src/guides');

/** The same anchors as on GitHub, so that links to headings work in both places. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }): string {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Makes blocks wider than the page scrollable by keyboard.
    code({ text, lang: info = '' }): string {
      // Another word after the language tells a test which block it is.
      const [lang = ''] = info.split(' ');
      return `<pre tabindex="0"><code${lang === '' ? '' : ` class="language-${escaped(lang)}"`}>${escaped(text)}</code></pre>\n`;
    },
    // In the repository guides link to each other by file name; here by URL.
    link({ href, tokens }): string {
      const target = href.replace(/^(?:\.\/)?([a-z0-9-]+)\.md(?=#|$)/, '/docs/guides/$1');
      return `<a href="${escaped(target)}">${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href, text }): string {
      return `<img src="${escaped(href.replace(/^(?:\.\.\/)+public\//, '/'))}" alt="${escaped(text)}">`;
    },
  },
});

function guideOf(name: string, text: string): Guide {
  const tokens = markdown.lexer(text);
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  const opening = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return {
    name,
    title: heading?.text ?? name,
    opening: opening === undefined ? '' : markdown.parser([opening]),
    body: markdown.parser(tokens),
  };
}

async function readGuides(): Promise<Guide[]> {
  const files = (await readdir(folder())).filter((file) => file.endsWith('.md') && NAME.test(file.slice(0, -'.md'.length)));
  const guides = files.map(async (file) => guideOf(file.slice(0, -'.md'.length), await readFile(join(folder(), file), 'utf8')));
  const rank = ({ name }: Guide): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return (await Promise.all(guides)).sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'en'));
}

export async function guideListPage(): Promise<Response> {
  const guides = await readGuides();
  const rows = guides.map(({ name, title, opening }) => `<dt><a href="/docs/guides/${name}">${escaped(title)}</a></dt><dd>${opening}</dd>`);
  return pageResponse('Guides', `<style>${STYLE}</style>\n${CRUMBS}\n<main>\n<h1>Guides</h1>\n<dl>\n${rows.join('\n')}\n</dl>\n</main>`);
}

/** Answers 404 with a page that says so if there is no such guide. */
export async function guidePage(name: string): Promise<Response> {
  const guide = (await readGuides()).find((known) => known.name === name);
  if (guide !== undefined) return pageResponse(escaped(guide.title), `<style>${STYLE}</style>\n${CRUMBS}\n<main>\n${guide.body}</main>`);
  const missing = `<style>${STYLE}</style>\n${CRUMBS}\n<main>\n<h1>There is no such guide</h1>\n<p><a href="/docs/guides">All guides</a></p>\n</main>`;
  return pageResponse('There is no such guide', missing, 404);
}
