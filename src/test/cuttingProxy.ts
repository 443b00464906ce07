/** A way to the database that breaks on request: a TCP proxy of the test's own. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export class CuttingProxy {
  private readonly pairs = new Set<[Socket, Socket]>();
  private readonly server = createServer((near) => this.carry(near));
  private piecesLeft = Number.POSITIVE_INFINITY;
  private isAway = false;

  private constructor(private readonly target: URL) {}

  /** Stands before the server that `url` names. */
  static async before(url: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(url));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The same database by way of the proxy. */
  get url(): string {
    return this.urlFor(this.target.href);
  }

  /** The address by which another login of the same server comes through here. */
  urlFor(address: string): string {
    const url = new URL(address);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Breaks every connection after so many more pieces of what the database answers, whoever they are for. */
  cutAfter(pieces: number): void {
    this.piecesLeft = pieces;
    if (pieces === 0) this.cut();
  }

  /** Refuses connections, as a server that is down, until it is told otherwise. */
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
