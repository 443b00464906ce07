/** The events sent to webhooks and the live feed. */
import { z } from 'zod';
import { guidOut, timestampOut } from './fields';
import { EVENT_TYPES } from './values/events';

export type EventType = (typeof EVENT_TYPES)[number];

/** An event as a receiver gets it. `sequence` is incremented by each event of the tenant; `id` is the same for every attempt. */
export const EventEnvelope = z.strictObject({
  id: guidOut.meta({ description: 'The id of the event: the same for every attempt and on the live feed.' }),
  type: z.enum(EVENT_TYPES).meta({ description: 'What happened; `data` depends on it.' }),
  timestamp: timestampOut.meta({ description: 'When it happened, in UTC.' }),
  tenantId: guidOut.meta({ description: 'The tenant in which it happened.' }),
  sequence: z
    .int()
    .min(1)
    .meta({ description: 'Incremented by each event of the tenant, in the order in which things happened.', example: 17 }),
  data: z
    .record(z.string(), z.unknown())
    .meta({ description: 'What happened; its fields depend on the type. It contains revenue only if the receiver may see revenue.' }),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

export const EventFeedInput = z.strictObject({
  lastEventId: z.int().min(0).optional().meta({
    description: 'The last `id` you received: the feed continues after it. The header `Last-Event-ID` takes precedence.',
    example: 17,
  }),
});

/** `no-transform` keeps Next from compressing, `X-Accel-Buffering` keeps nginx from buffering. */
export const FEED_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** A streaming answer, sent as it is produced. */
export const FeedAnswer = z.strictObject({ open: z.custom<() => ReadableStream<Uint8Array>>((value) => typeof value === 'function') });
export type FeedAnswer = z.infer<typeof FeedAnswer>;
