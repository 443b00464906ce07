/** The clients of a fault run: they write, read and push signals at every replica, and record every answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClientHistory, emptyHistory, type Span } from './history';
import { type Answer, ask, CutAnswer, NoAnswer, type Question, type Target } from './target';

export interface Tenancy {
  tenantId: string;
  key: string;
  /** technicalNames of the components that get signals. */
  watched: readonly string[];
  /** Those of `watched` that depend on one another, so that the failure of one may turn out to follow from the failure of another. */
  linked: readonly string[];
  /** technicalName of a component that gets only the signals with which the trial measures recovery. */
  probed: string;
  /** The ids of the component that blast-radius questions are about, and of its application. */
  hubId: string;
  hubApplicationId: string;
}

export interface Pace {
  writers: number;
  readers: number;
  pushers: number;
  /** About how long each client waits between two requests, in milliseconds. */
  pauseMs: number;
}

/** The answer, or null if none came, and the time it took. */
interface Reply {
  answer: Answer | null;
  span: Span;
}

const STATES = ['Healthy', 'Healthy', 'Warning', 'Degraded', 'Outage'];
const RETRY_MS = 150;
/** The share of acknowledged creations that are requested again. */
const REPEATED = 0.2;

export class Clients {
  readonly history: ClientHistory = emptyHistory();
  private isStopped = false;
  private running: Promise<void>[] = [];
  private count = 0;
  /** Ids of components whose creation was acknowledged and that no client has asked to delete. */
  private readonly living: string[] = [];
  private readonly everCreated: string[] = [];

  constructor(
    private readonly targets: readonly Target[],
    readonly tenancy: Tenancy,
    private readonly random: () => number,
    /** Whether so many events await delivery that the clients should pause before they cause more. */
    private readonly isBehind: () => boolean,
  ) {}

  start({ writers, readers, pushers, pauseMs }: Pace): void {
    const times = (count: number, step: () => Promise<void>): Promise<void>[] =>
      Array.from({ length: count }, () => this.repeat(step, pauseMs));
    const unlessBehind = (step: () => Promise<unknown>) => async (): Promise<void> => {
      if (!this.isBehind()) await step();
    };
    this.running = [
      ...times(
        writers,
        unlessBehind(() => this.write()),
      ),
      ...times(readers, () => this.read()),
      ...times(
        pushers,
        unlessBehind(() => this.push(this.pick(this.tenancy.watched), this.pick(STATES))),
      ),
    ];
  }

  /** Resolves after the requests that are under way. Creations in doubt are repeated until their outcome is certain. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.running);
  }

  /** Asks this server alone for a new component until it acknowledges one or the time is up. Returns whether it did. */
  async probe(target: Target, deadlineMs: number): Promise<boolean> {
    const end = performance.now() + deadlineMs;
    return this.create(() => (performance.now() < end ? target : null));
  }

  /** Pushes one signal at a random server. Returns its token if the signal was accepted; null if it was refused or its outcome is in doubt. */
  async push(component: string, state: string): Promise<string | null> {
    const token = `signal-${(this.count += 1)}`;
    const { answer, span } = await this.ask(
      this.anyTarget(),
      {
        method: 'POST',
        path: `/components/${component}/health`,
        json: { state, message: token },
      },
      token,
    );
    const result = answer?.status === 202 ? 'acknowledged' : answer === null || answer.status === 503 ? 'unknown' : 'refused';
    const signalId = answer?.status === 202 ? (answer.body as { signalId: string }).signalId : null;
    this.history.pushes.push({ ...span, token, signalId, result });
    if (result === 'refused') this.odd(span, `POST /components/${component}/health answered ${answer?.status}`);
    return result === 'acknowledged' ? token : null;
  }

  /**
   * Sends a request, and records the answer if no client should get it. `path` is relative to the tenant's; `token` is the token of a change or signal
   * that is requested only once.
   */
  async ask(target: Target | null, question: Omit<Question, 'key'>, token: string | null = null): Promise<Reply> {
    const port = target?.port() ?? null;
    const askedAt = performance.now();
    const replica = target?.replica ?? -1;
    if (port === null) {
      await delay(50);
      return { answer: null, span: { replica, askedAt, answeredAt: null } };
    }
    const what = `${question.method} ${question.path.split('?')[0]}`;
    try {
      const answer = await ask(port, { ...question, path: `/api/${this.tenancy.tenantId}${question.path}`, key: this.tenancy.key });
      const span = { replica, askedAt, answeredAt: performance.now() };
      const isHonest = answer.status < 500 || (answer.status === 503 && answer.retryAfter !== null);
      if (!isHonest || answer.status === 401 || answer.status === 403 || answer.status === 429)
        this.odd(span, `${what} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
      return { answer, span };
    } catch (error) {
      const span = { replica, askedAt, answeredAt: null };
      if (error instanceof NoAnswer) this.odd(span, `${what}: ${error.message}`);
      else {
        const hasBegun = error instanceof CutAnswer;
        this.history.broken.push({ ...span, brokenAt: performance.now(), what: `${what}: ${(error as Error).message}`, hasBegun, token });
      }
      return { answer: null, span };
    }
  }

  anyTarget(): Target | null {
    const up = this.targets.filter((target) => target.port() !== null);
    return up.length === 0 ? null : this.pick(up);
  }

  private odd(span: Span, what: string): void {
    this.history.odd.push({ ...span, what });
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)]!;
  }

  private async repeat(step: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!this.isStopped) {
      await step();
      await delay(pauseMs * (0.5 + this.random()));
    }
  }

  private async write(): Promise<void> {
    const choice = this.random();
    if (this.living.length < 5 || choice < 0.4) await this.create(() => this.anyTarget());
    else if (choice < 0.85) await this.update(this.pick(this.living));
    else await this.delete();
  }

  /** Creates a component with an Idempotency-Key, at another server each time, until the outcome is certain or no server is left to ask. */
  private async create(next: () => Target | null): Promise<boolean> {
    const token = `made-${(this.count += 1)}`;
    const headers = { 'idempotency-key': randomUUID() };
    const json = { applicationId: this.tenancy.hubApplicationId, name: token, technicalName: token, description: token, kind: 'Worker' };
    const askedAt = performance.now();
    for (;;) {
      const { answer, span } = await this.ask(next(), { method: 'POST', path: '/components', json, headers });
      const code = (answer?.body as { code?: string } | null)?.code;
      const isInDoubt = answer === null || answer.status === 503 || code === 'idempotency_in_progress';
      const entityId = answer?.status === 201 ? (answer.body as { id: string }).id : null;
      if (isInDoubt && next() !== null) {
        await delay(RETRY_MS);
        continue;
      }
      const result = entityId !== null ? 'acknowledged' : isInDoubt ? 'unknown' : 'refused';
      this.history.writes.push({ ...span, askedAt, op: 'create', token, entityId, result });
      if (result === 'refused') this.odd(span, `POST /components answered ${answer?.status} ${JSON.stringify(answer?.body)}`);
      if (entityId === null) return false;
      this.living.push(entityId);
      this.everCreated.push(entityId);
      if (this.random() < REPEATED) await this.repeatCreation({ path: '/components', json, headers }, entityId);
      return true;
    }
  }

  /** Repeats an acknowledged creation with the same key at a random server: the answer must be the same, whatever the servers' clocks show. */
  private async repeatCreation(question: Omit<Question, 'key' | 'method'>, entityId: string): Promise<void> {
    const { answer, span } = await this.ask(this.anyTarget(), { method: 'POST', ...question });
    if (answer === null || answer.status === 503) return;
    if (answer.status !== 201 || (answer.body as { id: string }).id !== entityId)
      this.odd(
        span,
        `the creation of ${entityId}, repeated with its key, answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`,
      );
  }

  /** Sends the update only once, so an update in doubt stays in doubt. */
  private async update(entityId: string): Promise<void> {
    const token = `changed-${(this.count += 1)}`;
    const { answer, span } = await this.ask(
      this.anyTarget(),
      {
        method: 'PATCH',
        path: `/components/${entityId}`,
        json: { description: token },
      },
      token,
    );
    const result = answer?.status === 200 ? 'acknowledged' : answer === null || answer.status === 503 ? 'unknown' : 'refused';
    this.history.writes.push({ ...span, op: 'update', token, entityId, result });
  }

  private async delete(): Promise<void> {
    const [entityId] = this.living.splice(Math.floor(this.random() * this.living.length), 1);
    if (entityId === undefined) return;
    const { answer, span } = await this.ask(this.anyTarget(), { method: 'DELETE', path: `/components/${entityId}` });
    const result = answer?.status === 200 ? 'acknowledged' : answer === null || answer.status === 503 ? 'unknown' : 'refused';
    this.history.writes.push({ ...span, op: 'delete', token: '', entityId, result });
  }

  private async read(): Promise<void> {
    const choice = this.random();
    if (choice < 0.4) await this.readVersion(`/blast-radius?entityId=${this.tenancy.hubId}&entityType=component&direction=downstream`);
    else if (choice < 0.6) await this.readVersion('/tenant');
    else if (choice < 0.65) await this.ask(this.anyTarget(), { method: 'GET', path: '/impact/snapshot' });
    else if (this.everCreated.length > 0) await this.readEntity(this.pick(this.everCreated));
  }

  private async readVersion(path: string): Promise<void> {
    const { answer, span } = await this.ask(this.anyTarget(), { method: 'GET', path });
    if (answer?.status !== 200 || span.answeredAt === null) return;
    const { landscapeVersion } = answer.body as { landscapeVersion: number };
    this.history.versionReads.push({ ...span, answeredAt: span.answeredAt, landscapeVersion });
  }

  private async readEntity(entityId: string): Promise<void> {
    const { answer, span } = await this.ask(this.anyTarget(), { method: 'GET', path: `/components/${entityId}` });
    if (answer === null || span.answeredAt === null || (answer.status !== 200 && answer.status !== 404)) return;
    const description = answer.status === 404 ? null : (answer.body as { description: string | null }).description;
    this.history.entityReads.push({ ...span, answeredAt: span.answeredAt, entityId, description });
  }
}
