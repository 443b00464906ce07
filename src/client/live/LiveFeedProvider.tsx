/** Keeps the pages of a tenant current: one live feed for all of them, and polling while the feed is down. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Connection, type ConnectionState } from './connection';
import { POLL_MS } from './freshness';
import { LiveFeed, type FeedStatus, type FeedWorld } from './liveFeed';
import { LiveRefresh, invalidateRouters } from './liveRefresh';

const FeedContext = createContext<FeedStatus>('connecting');

/** The status of this tenant's live feed. */
export function useFeedStatus(): FeedStatus {
  return useContext(FeedContext);
}

const ConnectionContext = createContext<Connection | null>(null);

const REACHED: ConnectionState = { isReachable: true, heardAt: 0 };
const never = (): (() => void) => () => undefined;
const reached = (): ConnectionState => REACHED;

export interface Reach extends ConnectionState {
  /** Asks the server now. */
  check(): Promise<boolean>;
  /** Whether a page can be opened. */
  mayLeave(): Promise<boolean>;
}

/** Whether the server can be reached, and when it was last heard. Outside a tenant's pages it counts as reachable. */
export function useConnection(): Reach {
  const connection = useContext(ConnectionContext);
  const state = useSyncExternalStore(connection?.subscribe ?? never, connection?.read ?? reached, reached);
  const check = useCallback(() => connection?.check() ?? Promise.resolve(true), [connection]);
  const mayLeave = useCallback(() => connection?.mayLeave() ?? Promise.resolve(true), [connection]);
  return { ...state, check, mayLeave };
}

/** Browsers keep few connections per host, shared by all tabs: a hidden tab gives its own back. */
const HIDDEN_FOR_MS = 15_000;

const world: FeedWorld = {
  fetch: (...asked) => globalThis.fetch(...asked),
  now: () => Date.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** A probe that takes longer counts as failed. */
const PROBE_TIMEOUT_MS = 4_000;

async function probe(): Promise<boolean> {
  try {
    const answer = await globalThis.fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Every third poll without the feed refreshes everything on the page, because the events it missed are unknown. */
const POLLS_FOR_ALL = 3;

/** Changes between the first answers and the feed are loaded once the page is rendered; earlier, everything would be loaded twice. */
const FIRST_REFRESH_AFTER_MS = 1_500;

export function LiveFeedProvider({ tenantId, children }: { tenantId: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [status, setStatus] = useState<FeedStatus>('connecting');
  const [connection] = useState(() => new Connection({ ...world, probe }));

  useEffect(() => {
    const refresh = new LiveRefresh((routers) => invalidateRouters(queryClient, routers), world);
    let cancelFirst: () => void = () => undefined;
    const feed = new LiveFeed(`/trpc/${tenantId}/events`, world, {
      onStatus: (now) => {
        setStatus(now);
        connection.follow(now);
      },
      onHeard: () => connection.hear(),
      onOpen: (isFirst) => {
        cancelFirst();
        if (isFirst) cancelFirst = world.after(FIRST_REFRESH_AFTER_MS, () => refresh.add('opened'));
        else refresh.add('reset');
      },
      onEvent: (type) => refresh.add(type),
    });
    const stopWatching = watchPage(feed);
    let polls = 0;
    const poll = setInterval(() => {
      if (document.visibilityState !== 'visible' || feed.isLive) return;
      polls += 1;
      refresh.add(polls % POLLS_FOR_ALL === 0 ? 'reset' : 'opened');
    }, POLL_MS);
    return () => {
      clearInterval(poll);
      cancelFirst();
      stopWatching();
      feed.stop();
      connection.stop();
      refresh.stop();
    };
  }, [queryClient, tenantId, connection]);

  return (
    <FeedContext value={status}>
      <ConnectionContext value={connection}>{children}</ConnectionContext>
    </FeedContext>
  );
}

/** Runs the feed while the page is visible; the returned function stops it. */
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
  // Without a network nothing is refreshed, so nothing shown is current, even if the connection still seems open.
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
