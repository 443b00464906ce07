/**
 * Reads a document of ours, so its Markdown is trusted: the page that it becomes, its headings, and its passages. A passage is what a search
 * finds and an address leads to: a paragraph, an item of a list, a row of a table.
 */
import { escapeXml } from '@/plain/xml';
import { Marked, type Token, type Tokens } from 'marked';
import { highlighted } from './highlight';

export interface Heading {
  anchor: string;
  text: string;
  /** 2 or 3. */
  depth: number;
}

export interface Passage {
  anchor: string;
  /** The heading above it; the document's title before the first. */
  heading: string;
  text: string;
  /** The code that follows it. */
  code: string;
  /** Whether it says little but where something else is described. */
  isPointer: boolean;
}

export interface Document {
  title: string;
  /** The first paragraph, as HTML. */
  opening: string;
  /** The whole document, as HTML. */
  body: string;
  headings: readonly Heading[];
  passages: readonly Passage[];
}

/** The address of a link that leads to a file of the repository; null if no server shows that file. */
export type AddressFrom = (href: string) => string | null;

/** Where an address can lead to, written into the page as its id. */
interface Anchored {
  anchor?: string;
}

/** The same anchors as on GitHub, so that links to headings work in both places. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Shorter passages with a link to another document only point there. */
const POINTER_WORDS = 24;

function linksElsewhere(token: Token): boolean {
  if (token.type === 'link') return !(token as Tokens.Link).href.startsWith('#');
  return 'tokens' in token && token.tokens !== undefined && token.tokens.some(linksElsewhere);
}

function plainText(token: Token): string {
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(plainText).join('');
  if (token.type === 'br') return ' ';
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ');
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

/** Gives headings and passages their anchors, and lists them. */
class Reading {
  readonly headings: Heading[] = [];
  readonly passages: Passage[] = [];
  title = '';
  #section = '';
  #heading = '';
  #count = 0;
  readonly #taken = new Map<string, number>();

  heading(token: Tokens.Heading & Anchored): void {
    const text = plainText(token);
    const wanted = anchorOf(token.text);
    const times = this.#taken.get(wanted) ?? 0;
    this.#taken.set(wanted, times + 1);
    token.anchor = times === 0 ? wanted : `${wanted}-${times}`;
    if (this.title === '') this.title = text;
    if (token.depth === 2 || token.depth === 3) this.headings.push({ anchor: token.anchor, text, depth: token.depth });
    [this.#section, this.#heading, this.#count] = [token.anchor, text, 0];
  }

  passage(part: Token & Anchored, text: string, code = ''): void {
    this.#count += 1;
    // A dot is in no anchor of a heading.
    part.anchor = `${this.#section}.${this.#count}`;
    const isPointer = text.split(' ').length < POINTER_WORDS && linksElsewhere(part);
    this.passages.push({ anchor: part.anchor, heading: this.#heading, text, code, isPointer });
  }

  code(token: Tokens.Code & Anchored): void {
    const last = this.#count === 0 ? undefined : this.passages.at(-1);
    if (last === undefined) this.passage(token, token.text.split('\n', 1)[0] ?? '', token.text);
    else last.code += `${token.text}\n`;
  }

  /** Its first cell has the anchor for the row. */
  row(cells: readonly Tokens.TableCell[]): void {
    const [first] = cells;
    if (first === undefined) return;
    const inline = { type: 'row', raw: '', tokens: cells.flatMap(({ tokens }) => tokens) };
    this.passage(inline, cells.map(({ tokens }) => tokens.map(plainText).join('')).join(' · '));
    (first as Anchored).anchor = (inline as Anchored).anchor ?? '';
  }

  read(token: Token): void {
    switch (token.type) {
      case 'heading':
        return this.heading(token as Tokens.Heading);
      case 'code':
        return this.code(token as Tokens.Code);
      case 'paragraph':
        return isPicture(token as Tokens.Paragraph) ? undefined : this.passage(token, plainText(token));
      case 'list':
        for (const item of (token as Tokens.List).items) this.passage(item, plainText(item));
        return undefined;
      case 'table':
        for (const row of (token as Tokens.Table).rows) this.row(row);
        return undefined;
      default:
        return undefined;
    }
  }
}

function isPicture({ tokens }: Tokens.Paragraph): boolean {
  return tokens.every(({ type }) => type === 'image');
}

const idOf = (part: Anchored): string => (part.anchor === undefined ? '' : ` id="${part.anchor}"`);

function markdownWith(addressFrom: AddressFrom): Marked {
  return new Marked({
    renderer: {
      heading(token): string {
        const { tokens, depth, text } = token;
        const { anchor = '' } = token as Anchored;
        const words = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${anchor}">${words}</h1>\n`;
        return `<h${depth} id="${anchor}">${words} <a class="here" href="#${anchor}" aria-label="Link to “${escapeXml(text.replaceAll('`', ''))}”">#</a></h${depth}>\n`;
      },
      // Blocks wider than the page scroll, also by keyboard.
      code(token): string {
        // Another word after the language tells a test which block it is.
        const [lang = ''] = (token.lang ?? '').split(' ');
        const name = lang === '' ? '' : ` class="language-${escapeXml(lang)}"`;
        return `<div class="code"${idOf(token as Anchored)}><pre tabindex="0"><code${name}>${highlighted(token.text, lang)}</code></pre></div>\n`;
      },
      paragraph(token): string {
        return `<p${idOf(token as Anchored)}>${this.parser.parseInline(token.tokens)}</p>\n`;
      },
      listitem(item): string {
        return `<li${idOf(item as Anchored)}>${this.parser.parse(item.tokens)}</li>\n`;
      },
      table({ header, rows }): string {
        const cell = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens);
        const head = header.map((each) => `<th scope="col">${cell(each)}</th>`).join('');
        const body = rows.map(
          (row) => `<tr${idOf((row[0] ?? {}) as Anchored)}>${row.map((each) => `<td>${cell(each)}</td>`).join('')}</tr>`,
        );
        const top = header.some((each) => each.text !== '') ? `<thead><tr>${head}</tr></thead>` : '';
        return `<div class="table" tabindex="0"><table>${top}<tbody>${body.join('\n')}</tbody></table></div>\n`;
      },
      // In the repository documents link to each other by file; here by address. What no server shows is no link.
      link({ href, tokens }): string {
        const words = this.parser.parseInline(tokens);
        const [file = '', anchor] = href.split('#');
        const isFile = file !== '' && !file.startsWith('/') && !/^[a-z]+:/.test(file);
        const address = isFile ? addressFrom(file) : file;
        if (address === null) return words;
        return `<a href="${escapeXml(anchor === undefined ? address : `${address}#${anchor}`)}">${words}</a>`;
      },
      image({ href, text }): string {
        return `<img src="${escapeXml(addressFrom(href) ?? href)}" alt="${escapeXml(text)}">`;
      },
    },
  });
}

export function readDocument(text: string, addressFrom: AddressFrom): Document {
  const markdown = markdownWith(addressFrom);
  const tokens = markdown.lexer(text);
  const reading = new Reading();
  for (const token of tokens) reading.read(token);
  const opening = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph');
  return {
    title: reading.title,
    opening: opening === undefined ? '' : markdown.parser([{ ...opening, anchor: undefined } as Tokens.Paragraph]),
    body: markdown.parser(tokens),
    headings: reading.headings,
    passages: reading.passages,
  };
}
