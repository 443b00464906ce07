/** Server-sent events as text on the wire (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import type { EventEnvelope } from '@/contract/events';

const encoder = new TextEncoder();

/** How long a client should wait before it comes back, in milliseconds. */
const RETRY_MS = 2_000;

function block(id: number, type: string, data: object): Uint8Array {
  return encoder.encode(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}

export function encodeEvent(event: EventEnvelope): Uint8Array {
  return block(event.sequence, event.type, event);
}

/** Clients see no event without data, but they reconnect with `id` even if nothing happens meanwhile. */
export function encodeOpening(id: number): Uint8Array {
  return encoder.encode(`retry: ${RETRY_MS}\nid: ${id}\n\n`);
}

/** The client cannot resume where it stopped: it continues after `id`, with the current state in `data`. */
export function encodeReset(id: number, data: object): Uint8Array {
  return block(id, 'reset', data);
}

export const HEARTBEAT: Uint8Array = encoder.encode(': still here\n\n');
