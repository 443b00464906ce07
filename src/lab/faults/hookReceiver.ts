/** A third party's server that receives webhooks: it checks each signature with the reference library, and refuses some requests, as busy receivers do. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { SeenDelivery } from './history';
import { type Envelope, seenEvent } from './seenEvent';

/** How often one webhook is refused. Only once, since the second retry comes 30 s after the first. */
const MOST_REFUSALS = 1;

export class HookReceiver {
  readonly deliveries: SeenDelivery[] = [];
  /** The signing secret of the endpoint; set once the endpoint exists. */
  secret = '';
  private readonly refusals = new Map<string, number>();
  /** The highest event number received so far. */
  last = 0;
  private readonly messages = new Set<string>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly isRefusing: () => boolean,
  ) {}

  static async open(isRefusing: () => boolean): Promise<HookReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new HookReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, isRefusing);
    server.on('request', (request, response) => {
      receiver.take(request).then(
        (status) => response.writeHead(status).end(),
        // The sender was killed while it was sending.
        () => response.destroy(),
      );
    });
    return receiver;
  }

  /** Whether an event about a signal with this message has arrived. */
  hasSeenMessage(message: string): boolean {
    return this.messages.has(message);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Records the request before it may refuse, like a receiver that fails after its work: the same id has to come again. */
  private async take(request: IncomingMessage): Promise<number> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const webhookId = String(request.headers['webhook-id']);
    const sent = JSON.parse(body) as Envelope;
    const event = seenEvent(sent);
    this.deliveries.push({ webhookId, body, isSigned: this.isSigned(request, body), event });
    this.last = Math.max(this.last, event.sequence);
    if (typeof sent.data.message === 'string') this.messages.add(sent.data.message);
    const refusals = this.refusals.get(webhookId) ?? 0;
    if (refusals >= MOST_REFUSALS || !this.isRefusing()) return 204;
    this.refusals.set(webhookId, refusals + 1);
    return 503;
  }

  /** Whether the signature is valid, and its timestamp one that a receiver accepts, whatever the clock of the sending replica shows. */
  private isSigned({ headers }: IncomingMessage, body: string): boolean {
    try {
      new Webhook(this.secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  }
}
