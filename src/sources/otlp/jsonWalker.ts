/**
 * Walks through one JSON document of traces chunk by chunk, and hands over each span as soon as it is whole: a document of any size takes the
 * memory of one span. It finds where values begin and end; what is in them, JSON.parse reads.
 */
import type { Attributes } from '@/domain/observe/span';
import { attributesIn, readSpan, RESOURCE_LISTS, SCOPE_LISTS } from './otlpJson';
import type { SpanMaker } from './otlpSpans';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
/** No single span is larger. */
const LARGEST_VALUE = 16 * 1_048_576;
const LONGEST_KEY = 64;

/** What a container is that the way leads through; all others are skipped or taken as a whole. */
type Place = 'document' | 'resources' | 'resource' | 'scopes' | 'scope' | 'spans';
const LISTS: ReadonlySet<Place> = new Set(['resources', 'scopes', 'spans']);

export class JsonWalker {
  /** Values that were cut off, too large, or no JSON. */
  unread = 0;
  /** Whether the document has the list that makes it one of traces. */
  isOtlp = false;
  private readonly places: Place[] = [];
  private key = '';
  private isKeyNext = false;
  private isInString = false;
  private isEscaped = false;
  private isKey = false;
  /** Within a value that is skipped or taken: how many of its containers are open. */
  private depth = 0;
  private isTaken = false;
  private parts: Uint8Array[] = [];
  private partBytes = 0;
  private isBroken = false;
  private resource: Attributes = {};
  /** Spans of this resource came before it, which JSON allows. */
  private isUsed = false;
  private readonly decoder = new TextDecoder();

  constructor(private readonly maker: SpanMaker) {}

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length && !this.isBroken; at++) {
      const byte = chunk[at]!;
      if (this.isInString) this.withinString(byte);
      else if (this.depth > 0) {
        if (byte === QUOTE) this.isInString = true;
        else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.depth += 1;
        else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && --this.depth === 0 && this.isTaken)
          this.taken(chunk.subarray(start, at + 1));
      } else if (this.outside(byte)) start = at;
    }
    if (this.depth > 0 && this.isTaken) this.keep(chunk.subarray(start));
  }

  /** Call once, after the last chunk. */
  end(): void {
    if (this.places.length > 0 || this.depth > 0 || this.isInString || this.isBroken) this.unread += 1;
  }

  private withinString(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) {
      this.isInString = false;
      if (this.isKey) this.isKeyNext = false;
      this.isKey = false;
      return;
    }
    if (this.isKey && this.key.length < LONGEST_KEY) this.key += String.fromCharCode(byte);
  }

  /** Between values. Whether one begins here that is taken as a whole. */
  private outside(byte: number): boolean {
    if (byte === QUOTE) {
      this.isInString = true;
      this.isKey = this.isKeyNext;
      if (this.isKey) this.key = '';
    } else if (byte === COMMA) this.isKeyNext = !this.isInList();
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) return this.opened(byte === OPEN_LIST);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.closed(byte === CLOSE_LIST);
    else if (this.isKeyNext && byte === COLON) this.isBroken = true;
    return false;
  }

  private isInList(): boolean {
    const place = this.places.at(-1);
    return place !== undefined && LISTS.has(place);
  }

  private opened(isList: boolean): boolean {
    const inside = this.placeInside(isList);
    if (inside === null) {
      this.depth = 1;
      const place = this.places.at(-1);
      this.isTaken = !isList && (place === 'spans' || (place === 'resource' && this.key === 'resource'));
      return this.isTaken;
    }
    if (inside === 'resources') this.isOtlp = true;
    if (inside === 'resource') [this.resource, this.isUsed] = [{}, false];
    this.places.push(inside);
    this.isKeyNext = !isList;
    this.key = '';
    return false;
  }

  /** Null for a value that the way does not lead into. */
  private placeInside(isList: boolean): Place | null {
    const place = this.places.at(-1);
    if (!isList) return place === undefined ? 'document' : place === 'resources' ? 'resource' : place === 'scopes' ? 'scope' : null;
    if (place === 'document' && RESOURCE_LISTS.includes(this.key)) return 'resources';
    if (place === 'resource' && SCOPE_LISTS.includes(this.key)) return 'scopes';
    return place === 'scope' && this.key === 'spans' ? 'spans' : null;
  }

  private closed(isList: boolean): void {
    if (this.places.length === 0 || this.isInList() !== isList) this.isBroken = true;
    this.places.pop();
    this.isKeyNext = false;
  }

  private keep(part: Uint8Array): void {
    this.parts.push(part);
    this.partBytes += part.length;
    if (this.partBytes <= LARGEST_VALUE) return;
    this.isTaken = false;
    this.forget();
    this.unread += 1;
  }

  private forget(): void {
    [this.parts, this.partBytes] = [[], 0];
  }

  private taken(last: Uint8Array): void {
    const text = this.parts.map((part) => this.decoder.decode(part, { stream: true })).join('') + this.decoder.decode(last);
    this.forget();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.unread += 1;
      return;
    }
    if (this.places.at(-1) === 'spans') readSpan(value, this.resource, this.maker);
    else if (this.isUsed) this.maker.fill(this.resource, attributesIn(value, this.maker));
    else this.resource = this.maker.resource(attributesIn(value, this.maker));
    this.isUsed ||= this.places.at(-1) === 'spans';
  }
}
