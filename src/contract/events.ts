/** The events that webhooks and the live feed carry. */
import { z } from 'zod';
import { guidOut, timestampOut } from './fields';
import { EVENT_TYPES } from './values/events';

export type EventType = (typeof EVENT_TYPES)[number];

/** What a receiver gets. `sequence` rises by one with each event of the tenant; `id` stays the same however often it is sent. */
export const EventEnvelope = z.strictObject({
  id: guidOut,
  type: z.enum(EVENT_TYPES),
  timestamp: timestampOut,
  tenantId: guidOut,
  sequence: z
    .int()
    .min(1)
    .meta({ description: 'Rises by one with each event of the tenant, in the order in which things happened.', example: 17 }),
  data: z
    .record(z.string(), z.unknown())
    .meta({ description: 'What happened; its fields depend on the type. Revenue is in it only where whoever gets it may see revenue.' }),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

export const EventFeedInput = z.strictObject({
  lastEventId: z.int().min(0).optional().meta({
    description: 'The last `id` that arrived: the feed goes on behind it. The header `Last-Event-ID` counts more than this.',
    example: 17,
  }),
});

/** `no-transform` keeps Next from packing, `X-Accel-Buffering` keeps nginx from collecting. */
export const FEED_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** An answer that goes on: the door opens it and sends what comes, as it comes. */
export const FeedAnswer = z.strictObject({ open: z.custom<() => ReadableStream<Uint8Array>>((value) => typeof value === 'function') });
export type FeedAnswer = z.infer<typeof FeedAnswer>;
