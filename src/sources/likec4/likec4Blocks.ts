/** Reads the blocks of LikeC4 files: what is specified, the model, and the deployment. Views and the rest are skipped with a line. */
import { helpIn, type FreeField } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Position } from '@/sources/proposal/locatedYaml';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import type { RawModel, RawNode, RawTexts } from './likec4Raw';
import type { Word } from './likec4Words';

const MAXIMUM_DEPTH = 64;
const ARROW = /^(?:<?->|-\[([\w-]+)\]->)$/;
/** Properties with one text. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', 'technology', 'summary', 'notation', 'notes']);
/** Properties with one word that says nothing here; a text may follow. */
const WORDS: ReadonlySet<string> = new Set(['link', 'icon', 'color', 'navigateTo', 'opacity', 'shape']);
const BLOCKS: ReadonlySet<string> = new Set(['style', 'metadata']);
/** Properties that have no equivalent and may say something. */
const TOLD: ReadonlySet<string> = new Set(['link', 'metadata']);
const TOP: ReadonlySet<string> = new Set(['views', 'global', 'likec4lib', 'import', 'use']);

/** Adds what a file says to `model`. Throws UnreadableSource if it is nested too deeply. */
export class BlockReader {
  private at = 0;
  private readonly lists: ReadonlyMap<string, Map<string, RawTexts & { notation?: string | undefined }>>;

  constructor(
    private readonly words: readonly Word[],
    private readonly model: RawModel,
    private readonly report: ImportReport,
  ) {
    this.lists = new Map([
      ['element', model.kinds],
      ['deploymentNode', model.nodeKinds],
      ['relationship', model.relationKinds],
    ]);
  }

  read(): void {
    while (this.at < this.words.length) {
      const word = this.take()!;
      if (word.text === 'specification') this.block(() => this.specified());
      else if (word.text === 'model') this.block(() => this.member('', 1));
      else if (word.text === 'deployment') this.block(() => this.deployed('', 1));
      else if (word.text === '{') this.skipBlock();
      else if (TOP.has(word.text)) this.report.ignored(word.position, word.text);
    }
  }

  private peek(ahead = 0): Word | undefined {
    return this.words[this.at + ahead];
  }

  private take(): Word | undefined {
    this.at += 1;
    return this.words[this.at - 1];
  }

  private isNext(text: string, ahead = 0): boolean {
    const word = this.peek(ahead);
    return word !== undefined && !word.isText && word.text === text;
  }

  /** Calls `member` until the block ends. It must take at least one word. A title may stand before the brace. */
  private block(member: () => void): void {
    while (this.peek()?.isText === true) this.at += 1;
    if (!this.isNext('{')) return;
    this.at += 1;
    while (this.at < this.words.length && !this.isNext('}')) {
      const before = this.at;
      member();
      if (this.at === before) this.at += 1;
    }
    this.at += 1;
  }

  /** After its opening brace. */
  private skipBlock(): void {
    for (let depth = 1; depth > 0 && this.at < this.words.length; this.at += 1) depth += this.isNext('{') ? 1 : this.isNext('}') ? -1 : 0;
  }

  private texts(): string[] {
    const texts: string[] = [];
    while (this.peek()?.isText === true) texts.push(this.take()!.text);
    return texts;
  }

  private tags(): string[] {
    const tags: string[] = [];
    for (let word = this.peek(); word !== undefined && !word.isText && word.text.startsWith('#'); word = this.peek()) {
      tags.push(word.text.slice(1));
      this.at += 1;
    }
    return tags;
  }

  private specified(): void {
    const word = this.take()!;
    const kind = this.peek();
    const list = this.lists.get(word.text);
    if (list === undefined) {
      if (word.text === '{') this.skipBlock();
      else if (word.text === 'tag' || word.text === 'color') this.at += 1;
      return;
    }
    if (kind === undefined || kind.isText) return;
    this.at += 1;
    const texts: RawTexts & { notation?: string } = { tags: [] };
    this.block(() => this.property(texts) || this.skipMember());
    list.set(kind.text, texts);
  }

  /** Anything else, with the block that it may open. */
  private skipMember(): boolean {
    if (this.isNext('{')) {
      this.at += 1;
      this.skipBlock();
    } else this.at += 1;
    return true;
  }

  /** False if what follows is no property. */
  private property(texts: RawTexts & { notation?: string }): boolean {
    const word = this.peek()!;
    if (word.isText) return false;
    const tags = this.tags();
    if (tags.length > 0) {
      texts.tags.push(...tags);
      return true;
    }
    const name = word.text.replace(/:$/, '');
    const next = this.peek(1);
    if (this.isNext('=', 1) || (next !== undefined && !next.isText && ARROW.test(next.text))) return false;
    if (TEXTS.has(name)) return this.textProperty(name, texts);
    if (BLOCKS.has(name)) return this.blockProperty(name, texts);
    if (!WORDS.has(name) || next === undefined || next.text === '{') return false;
    const links = name === 'link' ? texts.links : undefined;
    if (TOLD.has(name) && links === undefined) this.report.ignored(word.position, name);
    this.at += 1;
    const value = this.take()!;
    if (name === 'shape') texts.shape = value.text;
    const [title] = this.texts();
    links?.push({ url: value.text, title, position: word.position });
    return true;
  }

  private textProperty(name: string, texts: RawTexts & { notation?: string }): boolean {
    this.at += 1;
    if (this.isNext(':')) this.at += 1;
    const [text = ''] = this.texts();
    if (name === 'title') texts.title = text;
    else if (name === 'technology') texts.technology = text;
    else if (name === 'description') texts.description = text;
    else if (name === 'summary') texts.description ??= text;
    else if (name === 'notation') texts.notation = text;
    return true;
  }

  private blockProperty(name: string, texts: RawTexts): boolean {
    const { position } = this.take()!;
    if (name === 'metadata' && texts.links !== undefined) {
      this.metadata(position, texts);
      return true;
    }
    if (TOLD.has(name)) this.report.ignored(position, name);
    this.block(() => {
      const { text } = this.take()!;
      if (text === '{') this.skipBlock();
      else if (name === 'style' && text.replace(/:$/, '') === 'shape' && !this.isNext('}')) texts.shape = this.take()?.text;
    });
    return true;
  }

  /** `runbook 'https://…'`: of free fields, links and contacts are kept. */
  private metadata(position: Position, texts: RawTexts): void {
    const fields: FreeField[] = [];
    this.block(() => {
      const name = this.take()!;
      if (name.text === '{') this.skipBlock();
      if (this.isNext(':')) this.at += 1;
      const [text] = this.texts();
      fields.push({ name: name.text.replace(/:$/, ''), text: text ?? '', position: name.position });
    });
    const { links, contact, rest } = helpIn(fields);
    texts.links?.push(...links);
    texts.contact ??= contact;
    if (rest.length > 0) this.report.ignored(position, 'metadata');
  }

  private deeper(depth: number): number {
    if (depth < MAXIMUM_DEPTH) return depth + 1;
    const position = this.peek()?.position;
    throw new UnreadableSource('the model cannot be read', 'unreadable_file', {
      mistakes: position === undefined ? [] : [{ ...position, message: 'is nested too deeply' }],
    });
  }

  /** A member of a model or of an element. */
  private member(scope: string, depth: number): void {
    const [word, second, third] = [this.peek()!, this.peek(1), this.peek(2)];
    if (word.isText || word.text === '{') {
      this.skipMember();
      return;
    }
    if (this.relation(scope, this.model.relations)) return;
    if (word.text === 'extend' && second !== undefined && !second.isText) this.extended(second, depth);
    else if (this.isNext('=', 1) && third !== undefined) this.element(word, third, 3, scope, depth);
    else if (second !== undefined && !second.isText && /^[\w-]+$/.test(second.text) && /^[\w-]+$/.test(word.text))
      this.element(second, word, 2, scope, depth);
    else this.unknown(word.position);
  }

  private unknown(position: Position): void {
    this.report.notMapped(position, 'this is not understood here, so it was skipped', 'parts that are not understood');
    this.at += 1;
    if (this.isNext('{')) {
      this.at += 1;
      this.skipBlock();
    }
  }

  private element(name: Word, kind: Word, length: number, scope: string, depth: number): void {
    this.at += length;
    const [title, description, technology] = this.texts();
    const id = scope === '' ? name.text : `${scope}.${name.text}`;
    const element = { id, kind: kind.text, title, description, technology, tags: this.tags(), links: [], position: name.position };
    this.model.elements.push(element);
    const inner = this.deeper(depth);
    if (this.isNext('{')) this.block(() => this.property(element) || this.member(id, inner));
  }

  /** `extend cloud.ui { … }` adds to what exists; a relation that is extended only gets texts. */
  private extended(name: Word, depth: number): void {
    const isRelation = ARROW.test(this.peek(2)?.text ?? '');
    this.at += isRelation ? 4 : 2;
    this.texts();
    const inner = this.deeper(depth);
    const texts: RawTexts = { tags: [] };
    this.block(() => this.property(texts) || (isRelation ? this.skipMember() : this.member(name.text, inner)));
  }

  /** `a -> b`, `-> b`, `a -[async]-> b` and `a .reads b`. False if there is none. */
  private relation(scope: string, relations: RawModel['relations']): boolean {
    const place = [0, 1].find((ahead) => {
      const word = this.peek(ahead);
      return word !== undefined && !word.isText && (ARROW.test(word.text) || word.text === '<-' || /^\.[\w-]+$/.test(word.text));
    });
    const target = place === undefined ? undefined : this.peek(place + 1);
    if (place === undefined || target === undefined || target.isText || target.text === '{' || target.text === '}') return false;
    const [first, arrow] = [this.peek()!, this.peek(place)!.text];
    const own = (text: string): string => (text === 'this' || text === 'it' ? scope : text);
    const source = place === 0 ? scope : own(first.text);
    this.at += place + 2;
    const [title, ...technology] = this.texts();
    const [from, to] = arrow === '<-' ? [own(target.text), source] : [source, own(target.text)];
    const kind = ARROW.exec(arrow)?.[1] ?? (arrow.startsWith('.') ? arrow.slice(1) : undefined);
    const relation = {
      source: from,
      target: to,
      scope,
      kind,
      title,
      technology: technology.join(' '),
      tags: this.tags(),
      position: first.position,
    };
    if (this.isNext('{')) this.block(() => this.property(relation) || this.skipMember());
    relations.push(relation);
    return true;
  }

  /** A member of the deployment or of one of its nodes. */
  private deployed(scope: string, depth: number): void {
    const first = this.peek()!;
    if (first.isText || first.text === '{') {
      this.skipMember();
      return;
    }
    const relations: RawModel['relations'] = [];
    if (this.relation(scope, relations)) {
      this.report.notMapped(
        first.position,
        'a relation between parts of the deployment has no equivalent here',
        'relations within the deployment',
      );
      return;
    }
    const isNamed = this.isNext('=', 1);
    const kind = this.peek(isNamed ? 2 : 0)!;
    const name = isNamed ? first : this.peek(1);
    if (name === undefined || name.isText || !/^[\w.-]+$/.test(name.text)) {
      this.unknown(first.position);
      return;
    }
    const isInstance = kind.text === 'instanceOf';
    const element = isInstance ? this.peek(isNamed ? 3 : 1)?.text : undefined;
    this.at += (isNamed ? 3 : 2) + (isNamed && isInstance ? 1 : 0);
    if (kind.text === 'extend') {
      const inner = this.deeper(depth);
      this.block(() => this.property({ tags: [] }) || this.deployed(name.text, inner));
    } else
      this.node(
        { id: isNamed ? name.text : (name.text.split('.').at(-1) ?? ''), kind: kind.text, element, position: first.position },
        scope,
        depth,
      );
  }

  private node(found: Pick<RawNode, 'id' | 'kind' | 'element' | 'position'>, scope: string, depth: number): void {
    const [title] = this.texts();
    const node: RawNode = { ...found, id: scope === '' ? found.id : `${scope}.${found.id}`, title, tags: this.tags() };
    this.model.nodes.push(node);
    const inner = this.deeper(depth);
    if (this.isNext('{')) this.block(() => this.property(node) || this.deployed(node.id, inner));
  }
}
