/** Keeps the pages of a tenant current: one live feed for all of them, and questions asked again while there is none. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { POLL_MS } from './freshness';
import { LiveFeed, type FeedStatus, type FeedWorld } from './liveFeed';
import { LiveRefresh, invalidateRouters } from './liveRefresh';

const FeedContext = createContext<FeedStatus>('connecting');

/** How the live feed of this tenant stands. */
export function useFeedStatus(): FeedStatus {
  return useContext(FeedContext);
}

/** Browsers keep few connections to one host, and all tabs share them: a tab that nobody sees gives its own back. */
const HIDDEN_FOR_MS = 15_000;

const world: FeedWorld = {
  fetch: (...asked) => globalThis.fetch(...asked),
  now: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

export function LiveFeedProvider({ tenantId, children }: { tenantId: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [status, setStatus] = useState<FeedStatus>('connecting');

  useEffect(() => {
    const refresh = new LiveRefresh((routers) => invalidateRouters(queryClient, routers), world);
    const feed = new LiveFeed(`/trpc/${tenantId}/events`, world, {
      onStatus: setStatus,
      onOpen: (isFirst) => refresh.add(isFirst ? 'opened' : 'reset'),
      onEvent: (type) => refresh.add(type),
    });
    const stopWatching = watchPage(feed);
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible' && !feed.isLive) refresh.add('opened');
    }, POLL_MS);
    return () => {
      clearInterval(poll);
      stopWatching();
      feed.stop();
      refresh.stop();
    };
  }, [queryClient, tenantId]);

  return <FeedContext value={status}>{children}</FeedContext>;
}

/** Runs the feed while the page is looked at; the answer ends that. */
function watchPage(feed: LiveFeed): () => void {
  let cancelStop: () => void = () => undefined;
  const look = (): void => {
    cancelStop();
    if (document.visibilityState === 'hidden') {
      cancelStop = world.after(HIDDEN_FOR_MS, () => feed.stop());
      return;
    }
    feed.start();
    feed.check();
  };
  const check = (): void => feed.check();
  // Without a network nothing is asked, so nothing shown is current, whatever an open line may still seem to say.
  const goOffline = (): void => feed.stop();
  look();
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
  window.addEventListener('offline', goOffline);
  window.addEventListener('focus', check);
  return () => {
    cancelStop();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', look);
    window.removeEventListener('offline', goOffline);
    window.removeEventListener('focus', check);
  };
}
