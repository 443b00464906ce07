/**
 * Connections on their way from the supervisor to a child. Node forgets those that a child has not taken when it dies, but keeps them open, so their
 * callers would wait for ever. Closing them tells the callers, who can try again.
 */
import type { Worker } from 'node:cluster';

interface Connection {
  close(): void;
}

/** What Node's own cluster module sends to a child with a connection, and what the child replies. */
interface Envelope {
  act?: string;
  seq?: number;
  ack?: number;
}

type Send = (message: Envelope, connection?: Connection, ...rest: unknown[]) => boolean;

/** From now on, connections that this child has not taken when it ends are closed. */
export function closeUntaken(worker: Worker): void {
  const given = new Map<number, Connection>();
  const child = worker.process as unknown as { send: Send; on(event: 'internalMessage', listener: (message: Envelope) => void): void };
  const send = child.send.bind(child);
  child.send = (message, connection, ...rest) => {
    if (connection !== undefined && message.act === 'newconn' && message.seq !== undefined) given.set(message.seq, connection);
    return send(message, connection, ...rest);
  };
  child.on('internalMessage', ({ ack }) => {
    if (ack !== undefined) given.delete(ack);
  });
  worker.once('exit', () => {
    for (const connection of given.values()) connection.close();
    given.clear();
  });
}
