/**
 * In which format an agent is answered. The protocol asks clients to accept JSON and event streams; many send any format, JSON alone or no
 * Accept header, and get JSON.
 */

const BOTH = 'application/json, text/event-stream';
const STREAM = 'text/event-stream';

function mediaTypes(accept: string): string[] {
  return accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());
}

function takesJson(accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true;
  return mediaTypes(accept).some((type) => type === '*/*' || type === 'application/*' || type === 'application/json');
}

/** The Accept header for the protocol's library, which insists on both formats. */
export function acceptForLibrary(accept: string | null): string {
  return takesJson(accept) ? BOTH : (accept ?? BOTH);
}

/** Whether the answer must be plain JSON, because the caller named no event stream. */
export function wantsJsonAlone(accept: string | null): boolean {
  return takesJson(accept) && !mediaTypes(accept ?? '').includes(STREAM);
}

/** The one message of an event stream that has ended: its last event's data. */
export function messageInStream(stream: string): string {
  const events = stream.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n'),
  );
  return events.filter((data) => data !== '').at(-1) ?? '';
}
