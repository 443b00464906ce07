/**
 * Checks YAML token by token before any parser does. Refuses what manifests never need and attacks consist of (deep nesting, anchors,
 * aliases, tags, several documents), with the position, so that the parser only sees shallow, plain text.
 */
import { formatNumber } from '@/plain/counts';
import type { IssueCollector } from '@/contract/manifest/issue';

export const MAXIMUM_DEPTH = 32;

/**
 * What the complete parser reads within five seconds: fields and list entries together, as many as 10,000 components with their 30,000
 * dependencies have. A text without tabs, anchors and texts over several lines never meets it, and may have more.
 */
const MOST_VALUES = 350_000;
/** With spaces, line ends and comments, each of which costs less. */
const MOST_TOKENS = 2_600_000;
/** No field takes a text nearly as long. */
const LONGEST_SCALAR = 100_000;

/** The lexer's own marks, which have no length in the text. */
const DOCUMENT = '\u0002';
const FLOW_ERROR = '\u0018';
const SCALAR = '\u001f';

/** The tokens that begin a field or a list entry, or stand between two. */
const VALUE_MARKS = new Set(['-', '?', ':', ',', '{', '[']);

/** Thrown if nothing after this point is worth reading. */
export class GuardStop extends Error {}

interface Level {
  column: number;
  isSequence: boolean;
}

export class YamlGuard {
  offset = 0;
  private lineStart = 0;
  private flowDepth = 0;
  private readonly levels: Level[] = [];
  private documents = 0;
  /** Whether the document has begun, by its mark or its content. */
  private hasContent = false;
  private isScalarNext = false;
  /** Column of the first token since the line or its last indicator began: where a key would start. */
  private nodeColumn = -1;
  private isLineStart = true;
  private tabAt = -1;
  private tokens = 0;
  private values = 0;

  constructor(private readonly issues: IssueCollector) {}

  /** Checks the next token. Throws GuardStop at too deep nesting, at a second document, and if there is more than can be read in time. */
  see(token: string): void {
    this.tokens += 1;
    if (this.tokens > MOST_TOKENS) this.stopTooLarge();
    if (token === DOCUMENT || token === SCALAR || token === FLOW_ERROR) {
      this.seeMark(token);
      return;
    }
    const start = this.offset;
    this.offset += token.length;
    if (this.isScalarNext) this.isScalarNext = false;
    else if (this.seeSpace(token, start)) return;
    else if (this.seeStructure(token, start)) return;
    this.seeContent(token, start);
  }

  private seeMark(token: string): void {
    if (token === SCALAR) this.isScalarNext = true;
    if (token === FLOW_ERROR) this.flowDepth = 0;
    if (token === DOCUMENT) this.startDocument(this.offset);
  }

  private startDocument(at: number): void {
    this.documents += 1;
    if (this.documents === 1) return;
    this.refuse(at, 'starts a second document', 'a manifest is one document: put this into a separate file');
    throw new GuardStop();
  }

  /** Handles spaces, line ends and comments; returns whether the token was one. */
  private seeSpace(token: string, start: number): boolean {
    const first = token[0];
    if (first === '\n' || first === '\r') {
      this.lineStart = this.offset;
      this.nodeColumn = -1;
      this.isLineStart = true;
      this.tabAt = -1;
      return true;
    }
    if (first === ' ' || first === '\t') {
      const tab = this.isLineStart && this.flowDepth === 0 ? token.indexOf('\t') : -1;
      if (tab !== -1) this.tabAt = start + tab;
      return true;
    }
    if (first === '#') this.tabAt = -1;
    return first === '#' || first === '\ufeff';
  }

  private stopTooLarge(): never {
    this.refuse(
      this.offset,
      'is where reading stopped: this YAML takes too long to read',
      'send it as JSON, write it without tabs, multi-line texts and multi-line { } or [ ], or split it into several manifests with different names',
    );
    throw new GuardStop();
  }

  /** Handles indicators, properties and directives; returns whether the token was one. */
  private seeStructure(token: string, start: number): boolean {
    this.reportTab();
    if (VALUE_MARKS.has(token)) {
      this.values += 1;
      if (this.values > MOST_VALUES) this.stopTooLarge();
    }
    switch (token[0]) {
      case '{':
      case '[':
        this.flowDepth += 1;
        this.noteNode(start);
        this.assertShallow(start);
        return true;
      case '}':
      case ']':
        this.flowDepth = Math.max(0, this.flowDepth - 1);
        return true;
      case '-':
        if (token === '---') this.seeDocumentMark();
        else if (token === '-') this.seeIndicator(start, start - this.lineStart, true);
        return true;
      case '?':
        this.seeIndicator(start, start - this.lineStart, false);
        return true;
      case ':':
        this.seeIndicator(start, this.nodeColumn === -1 ? start - this.lineStart : this.nodeColumn, false);
        return true;
      case '&':
      case '*':
        this.refuse(
          start,
          token[0] === '&' ? 'is an anchor, which a manifest cannot have' : 'is an alias, which a manifest cannot have',
          'write the value out',
        );
        this.noteNode(start);
        return true;
      case '!':
        this.refuse(start, 'is a tag, which a manifest cannot have', 'leave it out; quote what should be text');
        this.noteNode(start);
        return true;
      case '%':
        if (token.trimEnd() !== '%YAML 1.2') this.refuse(start, 'is a directive, which a manifest cannot have', 'leave it out');
        return true;
      default:
        return token === '...' || token === ',';
    }
  }

  /** The first `---` belongs to the document that the lexer announced; a later one starts another document. */
  private seeDocumentMark(): void {
    this.levels.length = 0;
    this.nodeColumn = -1;
    if (this.hasContent) this.startDocument(this.offset - 3);
    this.hasContent = true;
  }

  private seeContent(token: string, start: number): void {
    if (token.length > LONGEST_SCALAR) {
      this.refuse(start, `is a text of more than ${formatNumber(LONGEST_SCALAR)} characters`, 'no field takes one as long');
      throw new GuardStop();
    }
    this.reportTab();
    this.noteNode(start);
    const newline = token.lastIndexOf('\n');
    if (newline !== -1) this.lineStart = start + newline + 1;
    if (token.endsWith('\n')) {
      this.nodeColumn = -1;
      this.isLineStart = true;
    }
  }

  private noteNode(start: number): void {
    this.hasContent = true;
    this.isLineStart = false;
    if (this.nodeColumn === -1) this.nodeColumn = start - this.lineStart;
  }

  private seeIndicator(start: number, column: number, isSequence: boolean): void {
    this.hasContent = true;
    this.isLineStart = false;
    this.nodeColumn = -1;
    if (this.flowDepth > 0) return;
    for (let top = this.levels.at(-1); top !== undefined; top = this.levels.at(-1)) {
      const isInside = top.column > column || (top.column === column && top.isSequence && !isSequence);
      if (!isInside) break;
      this.levels.pop();
    }
    const top = this.levels.at(-1);
    if (top === undefined || top.column < column || (isSequence && !top.isSequence)) {
      this.levels.push({ column, isSequence });
      this.assertShallow(start);
    }
  }

  private assertShallow(at: number): void {
    if (this.levels.length + this.flowDepth <= MAXIMUM_DEPTH) return;
    this.refuse(at, `is nested more than ${MAXIMUM_DEPTH} levels deep`, 'a manifest needs 8 at most');
    throw new GuardStop();
  }

  private reportTab(): void {
    if (this.tabAt === -1) return;
    this.refuse(this.tabAt, 'is a tab: YAML is indented with spaces', 'replace tabs with spaces');
    this.tabAt = -1;
  }

  private refuse(offset: number, message: string, hint: string): void {
    this.issues.add({ path: [], offset, message, hint });
  }
}
