/** A TCP proxy in front of the database that breaks, delays or stalls connections on request. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface Pair {
  near: Socket;
  far: Socket;
  /** Neither side hears anything of the other any more. */
  isSilent: boolean;
  /** Answers that are held back for a while, in order. */
  held: Buffer[];
}

export class CuttingProxy {
  private readonly pairs = new Set<Pair>();
  private readonly server = createServer((near) => this.carry(near));
  private piecesLeft = Number.POSITIVE_INFINITY;
  private isAway = false;
  private isStalled = false;
  private delayMs = 0;

  private constructor(private readonly target: URL) {}

  /** Starts a proxy in front of the server in `url`. */
  static async before(url: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(url));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The same database through the proxy. */
  get url(): string {
    return this.urlFor(this.target.href);
  }

  /** The URL for another login of the same server through this proxy. */
  urlFor(address: string): string {
    const url = new URL(address);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Breaks every connection after this many more pieces of database answers, counted over all connections. */
  cutAfter(pieces: number): void {
    this.piecesLeft = pieces;
    if (pieces === 0) this.cut();
  }

  /** Refuses connections, like a server that is down, until told otherwise. */
  stayAway(isAway: boolean): void {
    this.isAway = isAway;
    if (isAway) this.cut();
  }

  /** Holds back whatever is sent in either direction, and lets it go when told otherwise. Nothing is lost. */
  stall(isStalled: boolean): void {
    this.isStalled = isStalled;
    for (const { near, far, isSilent } of this.pairs)
      for (const socket of [near, far]) if (!isSilent) socket[isStalled ? 'pause' : 'resume']();
  }

  /** The connections that are open now never hear anything again, like those through a firewall that forgot them. New ones work. */
  silence(): void {
    for (const pair of this.pairs) pair.isSilent = true;
  }

  /** Each piece of an answer comes so much later from now on, in milliseconds, as from a slow disk. */
  delayAnswers(delayMs: number): void {
    this.delayMs = delayMs;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private cut(): void {
    this.piecesLeft = Number.POSITIVE_INFINITY;
    for (const { near, far } of this.pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    this.pairs.clear();
  }

  private carry(near: Socket): void {
    if (this.isAway) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(this.target.port === '' ? 5_432 : this.target.port), this.target.hostname);
    const pair: Pair = { near, far, isSilent: false, held: [] };
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.on('data', (piece: Buffer) => {
      if (!pair.isSilent) far.write(piece);
    });
    far.on('data', (piece: Buffer) => this.answer(pair, piece));
    near.on('end', () => far.end());
    far.on('end', () => near.end());
    if (this.isStalled) for (const socket of [near, far]) socket.pause();
  }

  private answer(pair: Pair, piece: Buffer): void {
    if (pair.isSilent) return;
    // While one answer is held back, later ones queue behind it: each timer that fires releases the oldest.
    if (this.delayMs === 0 && pair.held.length === 0) pair.near.write(piece);
    else {
      pair.held.push(piece);
      setTimeout(() => pair.near.write(pair.held.shift() ?? ''), this.delayMs);
    }
    this.piecesLeft -= 1;
    if (this.piecesLeft === 0) this.cut();
  }
}
