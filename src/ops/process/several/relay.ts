/** Passes on what the children of one supervisor tell each other, and collects what only all of them know. */
import type { Role } from '@/server/env';
import { FeedCounts } from './feedCounts';
import type { FeedCount, FromChild, ToChild } from './messages';

/** How long a child may take to send its metrics, in milliseconds. A child that takes longer is left out. */
const PATIENCE_MS = 2_000;
const SUPERVISOR = 'supervisor';

/** A child as the others see it. */
export interface Peer {
  readonly name: string;
  readonly role: Role;
  send(message: ToChild): void;
}

interface Collection {
  asker: Peer;
  askersRequest: number;
  waitingFor: Set<string>;
  texts: string[];
  timer: NodeJS.Timeout;
}

export class Relay {
  private readonly peers = new Map<string, Peer>();
  private readonly feeds = new FeedCounts();
  private readonly collections = new Map<number, Collection>();
  private lastRequest = 0;

  /** `ownMetrics` are those of the supervisor. */
  constructor(private readonly ownMetrics: () => Promise<string>) {}

  /** A child has begun to answer or to work: from now on it gets messages about the others. */
  join(peer: Peer): void {
    this.peers.set(peer.name, peer);
    for (const [of, feeds] of this.feeds.all()) peer.send({ type: 'feeds', of, feeds });
  }

  /** A child has exited. */
  leave(name: string): void {
    if (!this.peers.delete(name)) return;
    this.feeds.drop(name);
    for (const peer of this.peers.values()) peer.send({ type: 'ended', name });
    for (const [request, { waitingFor }] of this.collections) if (waitingFor.delete(name)) this.finishIfComplete(request);
  }

  /** A child has sent a message that concerns others. */
  hear(from: Peer, message: Exclude<FromChild, { type: 'ready' | 'unread' }>): void {
    switch (message.type) {
      case 'work':
        [...this.peers.values()].find(({ role }) => role === 'worker')?.send(message);
        break;
      case 'events':
        for (const peer of this.others(from)) if (peer.role === 'web') peer.send(message);
        break;
      case 'feeds':
        this.countFeeds(from, message.feeds);
        break;
      case 'metricsWanted':
        this.collect(from, message.request);
        break;
      case 'metrics':
        this.add(from.name, message.request, message.text);
    }
  }

  private others({ name }: Peer): Peer[] {
    return [...this.peers.values()].filter((peer) => peer.name !== name);
  }

  private countFeeds(from: Peer, feeds: FeedCount): void {
    this.feeds.set(from.name, feeds);
    for (const peer of this.others(from)) if (peer.role === 'web') peer.send({ type: 'feeds', of: from.name, feeds });
  }

  private collect(asker: Peer, askersRequest: number): void {
    const request = ++this.lastRequest;
    const timer = setTimeout(() => this.finish(request), PATIENCE_MS);
    const waitingFor = new Set([...this.peers.keys(), SUPERVISOR]);
    this.collections.set(request, { asker, askersRequest, waitingFor, texts: [], timer });
    for (const peer of this.peers.values()) peer.send({ type: 'tellMetrics', request });
    void this.ownMetrics().then(
      (text) => this.add(SUPERVISOR, request, text),
      () => this.add(SUPERVISOR, request, ''),
    );
  }

  private add(name: string, request: number, text: string): void {
    const collection = this.collections.get(request);
    if (collection?.waitingFor.delete(name) !== true) return;
    collection.texts.push(text);
    this.finishIfComplete(request);
  }

  private finishIfComplete(request: number): void {
    if (this.collections.get(request)?.waitingFor.size === 0) this.finish(request);
  }

  private finish(request: number): void {
    const collection = this.collections.get(request);
    if (collection === undefined) return;
    this.collections.delete(request);
    clearTimeout(collection.timer);
    const { asker, askersRequest, texts } = collection;
    asker.send({ type: 'allMetrics', request: askersRequest, texts });
  }
}
