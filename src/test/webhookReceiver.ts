/** A receiver for tests: accepts requests, verifies them with the reference library, and answers as configured. */
import { Webhook as Verifier } from 'standardwebhooks';
import type { EventEnvelope } from '@/contract/events';
import type { Outside } from '@/server/webhooks/laneTurn';
import type { Outgoing, Sent } from '@/server/webhooks/sendWebhook';

export interface Received {
  url: string;
  id: string;
  event: EventEnvelope;
  outgoing: Outgoing;
}

export type Answer = (received: Received) => number | null | Promise<number | null>;

export class Receiver {
  readonly received: Received[] = [];
  /** The status of each answer; null for none. 204 by default. */
  answer: Answer = () => 204;
  /** The time that senders see; only a test moves it. */
  now = new Date();

  readonly outside: Outside = {
    now: () => this.now,
    random: () => 0.5,
    send: async (outgoing): Promise<Sent> => {
      const received = {
        url: outgoing.url,
        id: outgoing.headers['webhook-id'] ?? '',
        event: JSON.parse(outgoing.body) as EventEnvelope,
        outgoing,
      };
      this.received.push(received);
      const statusCode = await this.answer(received);
      return {
        statusCode,
        error: statusCode === null ? 'No answer arrived in time.' : null,
        retryAfterSeconds: null,
        responseExcerpt: statusCode === 204 ? null : `said ${statusCode}`,
        durationMilliseconds: 1,
      };
    },
  };

  pass(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1_000);
  }

  /** The numbers of the received events, in order of arrival. */
  sequences(url?: string): number[] {
    return this.received.filter((received) => url === undefined || received.url === url).map(({ event }) => event.sequence);
  }
}

/** The body as the reference library verified it; throws if the library rejects the signature. */
export function verified({ outgoing }: Received, secret: string): unknown {
  return new Verifier(secret).verify(outgoing.body, outgoing.headers);
}
