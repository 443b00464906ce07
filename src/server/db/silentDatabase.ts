/**
 * Notices a database that answers nothing at all, such as one whose processes are all stopped: while a statement has been without an answer
 * for three seconds, a new connection asks for one. If that gets none either, whoever has waited as long is refused, and others are refused at
 * once, until a question each second is answered again. A database that answers may take its time over any statement.
 */
import { setImmediate as ioIsDone } from 'node:timers/promises';
import pg from 'pg';

const DOUBTFUL_AFTER_MS = 3_000;
/** Together with the doubt less than five seconds. */
const ANSWER_WITHIN_MS = 1_700;
const LOOK_EVERY_MS = 250;
const ASK_AT_MOST_EVERY_MS = 1_000;

/** What a connection tells about itself. */
export interface Answering {
  /** Waits for no answer, and nothing is open on it. */
  readonly isIdle: boolean;
  /** By `performance.now()`. */
  readonly answeredAt: number;
  /** Since when its oldest statement has been without an answer, by `performance.now()`; null if there is none. */
  readonly waitingSince: number | null;
  /** Closes it without waiting for the other side. */
  giveUp(): void;
}

/** The connections of this process to one server. */
export class SilenceWatch {
  readonly connections = new Set<Answering>();
  /** Whether the last question got no answer. */
  isSilent = false;
  private askedAt = -Infinity;
  private isAsking = false;

  /** `like` says how to reach the server. */
  constructor(private readonly like: pg.Client) {
    setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  private look(): void {
    const now = performance.now();
    if (this.isAsking || now - this.askedAt < ASK_AT_MOST_EVERY_MS) return;
    if (!this.isSilent && this.waitingAt(now - DOUBTFUL_AFTER_MS).length === 0) return;
    this.askedAt = now;
    this.isAsking = true;
    void this.ask(now).finally(() => (this.isAsking = false));
  }

  private waitingAt(latest: number): Answering[] {
    return [...this.connections].filter(({ waitingSince }) => waitingSince !== null && waitingSince <= latest);
  }

  private async ask(askedAt: number): Promise<void> {
    this.isSilent = !(await isAnswering(this.like));
    if (!this.isSilent) return;
    // What had already been waiting when the question was sent has waited as long as the question.
    for (const connection of this.waitingAt(askedAt)) connection.giveUp();
  }
}

/** Whether the server says anything within the time. A refusal is an answer too: only silence is none. */
async function isAnswering({ host, port, user, password, database, ssl }: pg.Client): Promise<boolean> {
  const probe = new pg.Client({
    host,
    port,
    ...(user === undefined ? {} : { user }),
    ...(password === null ? {} : { password }),
    ...(database === undefined ? {} : { database }),
    ssl,
    application_name: 'faultline probe',
  });
  probe.on('error', () => undefined);
  const answer = probe
    .connect()
    .then(() => probe.query('select 1'))
    .then(
      () => true,
      () => true,
    );
  const silence = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS).unref();
  });
  let said = await Promise.race([answer, silence]);
  if (!said) {
    // This process may have been busy itself: an answer that has arrived meanwhile counts.
    await ioIsDone();
    await ioIsDone();
    said = await Promise.race([answer, Promise.resolve(false)]);
  }
  probe.end().catch(() => undefined);
  return said;
}
