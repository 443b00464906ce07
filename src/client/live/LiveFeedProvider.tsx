/** Keeps the pages of a tenant current: one live feed for all of them, and questions asked again while there is none. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Connection, type ConnectionState } from './connection';
import { POLL_MS } from './freshness';
import { LiveFeed, type FeedStatus, type FeedWorld } from './liveFeed';
import { LiveRefresh, invalidateRouters } from './liveRefresh';

const FeedContext = createContext<FeedStatus>('connecting');

/** How the live feed of this tenant stands. */
export function useFeedStatus(): FeedStatus {
  return useContext(FeedContext);
}

const ConnectionContext = createContext<Connection | null>(null);

const REACHED: ConnectionState = { isReachable: true, heardAt: 0 };
const never = (): (() => void) => () => undefined;
const reached = (): ConnectionState => REACHED;

export interface Reach extends ConnectionState {
  /** Asks the service now. */
  check(): Promise<boolean>;
  /** Whether a page can be opened. */
  mayLeave(): Promise<boolean>;
}

/** Whether the service can be reached, and when it was heard last. Outside of a tenant's pages it always can. */
export function useConnection(): Reach {
  const connection = useContext(ConnectionContext);
  const state = useSyncExternalStore(connection?.subscribe ?? never, connection?.read ?? reached, reached);
  const check = useCallback(() => connection?.check() ?? Promise.resolve(true), [connection]);
  const mayLeave = useCallback(() => connection?.mayLeave() ?? Promise.resolve(true), [connection]);
  return { ...state, check, mayLeave };
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

/** An answer that takes longer is none. */
const PROBE_TIMEOUT_MS = 4_000;

async function probe(): Promise<boolean> {
  try {
    const answer = await globalThis.fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Every third question without the feed is for all that a page shows: what its events would have told is not known. */
const POLLS_FOR_ALL = 3;

/** What changed between the first answers and the feed is asked for once the page stands: at once, it would be asked twice while it is being drawn. */
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
