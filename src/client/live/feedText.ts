/** Parses server-sent events from text as it arrives in pieces (https://html.spec.whatwg.org/multipage/server-sent-events.html). */

export interface FeedEvent {
  type: string;
  /** As a text; the live feed's are JSON. */
  data: string;
}

export interface FeedText {
  /** The events that this piece completes. */
  read(piece: string): FeedEvent[];
  /** Where to resume after a break; null before the feed sent an id. */
  readonly lastEventId: string | null;
}

/** Lines end in LF or CRLF, as our server and proxies write them. */
export function createFeedText(): FeedText {
  let rest = '';
  let lastEventId: string | null = null;
  let type = '';
  let data: string[] = [];

  const endBlock = (): FeedEvent[] => {
    const event = { type: type === '' ? 'message' : type, data: data.join('\n') };
    const isEvent = data.length > 0;
    type = '';
    data = [];
    return isEvent ? [event] : [];
  };
  const takeLine = (line: string): FeedEvent[] => {
    if (line === '') return endBlock();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') lastEventId = value;
    if (field === 'event') type = value;
    if (field === 'data') data.push(value);
    return [];
  };

  return {
    read(piece) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      return lines.flatMap((line) => takeLine(line.endsWith('\r') ? line.slice(0, -1) : line));
    },
    get lastEventId() {
      return lastEventId;
    },
  };
}
