/** The live feed of events. */
import { EventFeedInput, FeedAnswer } from '@/contract/events';
import { findRefused } from '@/server/auth/findRefused';
import { eventFeed, feedStart } from '@/server/feed/eventFeed';
import { documentedAs } from './documentedAs';
import { READ, procedure, router } from './init';

export const eventRouter = router({
  feed: documentedAs(
    FeedAnswer,
    procedure({
      access: READ,
      openapi: {
        method: 'GET',
        path: '/events',
        tags: ['Events'],
        operationId: 'followEvents',
        summary: 'Follow events as they happen, as server-sent events',
        answersFeed: true,
        description:
          "A stream that stays open. Each event has the event's `sequence` as `id`, its type as `event` and an `Event` as `data`. Reconnect with the last id as `Last-Event-ID` (browsers do so by themselves) and nothing is lost or repeated. " +
          'Events are kept for 24 hours; after an older or unknown id the feed begins with `event: reset`, whose data is `{sequence, snapshot}`: take the snapshot as the current state and continue from there. ' +
          'A comment is sent every 15 seconds when nothing happens. A client that does not read for 30 seconds is disconnected; the stream ends within five seconds after its key is revoked or expires or the plan no longer includes the API.',
      },
    })
      .input(EventFeedInput)
      .query(({ ctx, input }) => eventFeed(ctx, feedStart(ctx.lastEventId, input.lastEventId), findRefused)),
  ),
});
