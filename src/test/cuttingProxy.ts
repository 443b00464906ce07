/** A TCP proxy in front of the database that breaks connections on request. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export class CuttingProxy {
  private readonly pairs = new Set<[Socket, Socket]>();
  private readonly server = createServer((near) => this.carry(near));
  private piecesLeft = Number.POSITIVE_INFINITY;
  private isAway = false;

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

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private cut(): void {
    this.piecesLeft = Number.POSITIVE_INFINITY;
    for (const [near, far] of this.pairs) {
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
    const pair: [Socket, Socket] = [near, far];
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    near.pipe(far);
    far.on('data', (piece: Buffer) => {
      near.write(piece);
      this.piecesLeft -= 1;
      if (this.piecesLeft === 0) this.cut();
    });
  }
}
