/** A picture with its tables as one HTML file that works offline, or as a page that a server sends to strangers. Pure. */
import type { CsvCell } from '@/plain/csv';
import type { SvgFile } from './toSvg';

export interface HtmlTable {
  title: string;
  head: readonly string[];
  rows: readonly (readonly CsvCell[])[];
}

export interface HtmlFile {
  title: string;
  note: string;
  /** What to read first. */
  figures?: readonly { label: string; value: string; note: string }[];
  /** What the picture says, in words: below each heading of it, a line for each thing. */
  words?: readonly { heading: string; items: readonly string[] }[];
  /** Without a title of its own. */
  svg: SvgFile;
  tables: readonly HtmlTable[];
}

/** A page without any script, in the reader's theme. */
export interface StillPage extends Omit<HtmlFile, 'svg'> {
  /** The same picture for each theme; null if there is none. */
  svg: { light: SvgFile; dark: SvgFile } | null;
  /** What stands below everything. */
  foot: string;
}

const STYLE = `
:root { color-scheme: light; font: 14px/1.45 ui-sans-serif, system-ui, sans-serif; color: #1c212b; background: #fff; }
body { margin: 0 auto; max-width: 1400px; padding: 20px; }
h1 { font-size: 20px; margin: 0; } h2 { font-size: 15px; margin: 24px 0 6px; }
p { margin: 4px 0 14px; color: #5a6271; }
dl { display: flex; flex-wrap: wrap; gap: 8px 28px; margin: 0 0 14px; } dt { color: #5a6271; font-size: 12px; } dd { margin: 0; } dd b { font-size: 17px; }
ul { margin: 4px 0 0; padding-left: 20px; }
figure { margin: 0; overflow: auto; border: 1px solid #828b9c; border-radius: 8px; }
figure svg { display: block; max-width: 100%; height: auto; }
label { display: block; margin: 20px 0 0; font-weight: 600; }
input { font: inherit; width: min(420px, 100%); padding: 6px 10px; margin-top: 4px; border: 1px solid #828b9c; border-radius: 6px; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid #d5dae2; vertical-align: top; }
th { position: sticky; top: 0; background: #fff; }
@media print { label { display: none; } }
`;

/** On top of the other: only for pages that follow the reader's theme. */
const BOTH_THEMES = `
:root { color-scheme: light dark; }
.dark { display: none; }
.light { background: #f7f8fa; } .dark { background: #101218; } figure svg { margin: 0 auto; }
@media screen and (max-width: 700px) { figure svg { max-width: none; } }
.wide { overflow-x: auto; }
footer { margin: 28px 0 0; color: #5a6271; font-size: 12px; }
@media screen and (prefers-color-scheme: dark) {
  :root { color: #e6e8ee; background: #12151c; }
  p, dt, footer { color: #9aa2b1; } figure { border-color: #6b7486; } th, td { border-color: #3b4352; } th { background: #12151c; }
  .dark { display: block; } .light { display: none; }
}
`;

/** Hides the rows that do not contain the words searched for, in every table. */
const SCRIPT = `
const field = document.getElementById('search');
const tables = [...document.querySelectorAll('table')];
const texts = new Map(tables.flatMap((table) => [...table.tBodies[0].rows]).map((row) => [row, row.textContent.toLowerCase()]));
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const [row, text] of texts) row.hidden = !words.every((word) => text.includes(word));
  for (const table of tables) {
    const shown = [...table.tBodies[0].rows].filter((row) => !row.hidden).length;
    table.previousElementSibling.querySelector('span').textContent = shown;
  }
});
`;

export function toHtml({ title, note, figures = [], words = [], svg, tables }: HtmlFile): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(note)}</p>
${figuresText(figures)}<figure>${svg.text}</figure>
${words.map(wordsText).join('\n')}
<label>Search the tables <input id="search" type="search" autocomplete="off"></label>
${tables.map(tableText).join('\n')}
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** The styles are the page's own, so that a policy may name their digest instead of allowing any. */
export const STILL_PAGE_STYLE = `${STYLE}${BOTH_THEMES}`;

/** Its policy of content is for the server that sends it. */
export function toStillPage({ title, note, figures = [], words = [], svg, tables, foot }: StillPage): string {
  const drawn = (theme: 'light' | 'dark'): string =>
    svg === null ? '' : `<figure class="${theme}" tabindex="0">${svg[theme].text}</figure>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${STILL_PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(note)}</p>
${figuresText(figures)}${drawn('light')}${drawn('dark')}${words.map(wordsText).join('\n')}
${tables.map((table) => `<div class="wide" role="region" tabindex="0" aria-label="${escaped(table.title)}">${tableText(table)}</div>`).join('\n')}
</main>
<footer>${escaped(foot)}</footer>
</body>
</html>
`;
}

function figuresText(figures: NonNullable<HtmlFile['figures']>): string {
  if (figures.length === 0) return '';
  const tile = ({ label, value, note }: (typeof figures)[number]): string =>
    `<div><dt>${escaped(label)}</dt><dd><b>${escaped(value)}</b>${note === '' ? '' : `<br>${escaped(note)}`}</dd></div>`;
  return `<dl>${figures.map(tile).join('')}</dl>\n`;
}

function wordsText({ heading, items }: NonNullable<HtmlFile['words']>[number]): string {
  return `<h2>${escaped(heading)}</h2>\n<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
}

function tableText({ title, head, rows }: HtmlTable): string {
  const cells = (tag: 'td' | 'th', row: readonly CsvCell[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell === null ? '' : String(cell))}</${tag}>`).join('')}</tr>`;
  return `<h2>${escaped(title)} (<span>${rows.length}</span>)</h2>
<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
