/**
 * Looks for the work of many tenants in one statement, and goes on with the others while the node of some is away. A statement about many
 * tenants of a distributed database fails as a whole if one of its nodes does not answer.
 */

export type Look = (tenantIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** How many tenants are asked about at once, each by itself. */
const AT_ONCE = 4;
/** So many of those that are away are asked again with each look. */
const TRIED_AGAIN = 8;

export class LookAround {
  private readonly away = new Set<string>();

  /** What the last statement that failed said; null while none has. */
  failure: unknown = null;

  /** `isThere`: whether the database answers at all. */
  constructor(
    private readonly look: Look,
    private readonly isThere: () => Promise<boolean>,
  ) {}

  /** How many tenants could not be asked about. */
  get outOfReach(): number {
    return this.away.size;
  }

  /** As `look`, without the tenants that are out of reach. Throws what `look` throws if the whole database is away, or the only tenant. */
  async at(tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    const near = tenantIds.filter((id) => !this.away.has(id));
    const far = tenantIds.filter((id) => this.away.has(id));
    if (near.length > 0) await this.atMany(near, found);
    if (far.length > 0) await this.again(far, found);
    if (this.away.size === 0) this.failure = null;
    return found;
  }

  /** No longer ours, or deleted. */
  keepOnly(isOwn: (tenantId: string) => boolean): void {
    for (const id of this.away) if (!isOwn(id)) this.away.delete(id);
  }

  private async atMany(ids: readonly string[], found: Map<string, number>): Promise<void> {
    try {
      for (const [id, inMs] of await this.look(ids)) found.set(id, inMs);
    } catch (error) {
      if (ids.length === 1 || !(await this.isThere())) throw error;
      this.failure = error;
      await this.eachOf(ids, found);
    }
  }

  private async eachOf(ids: readonly string[], found: Map<string, number>): Promise<void> {
    const waiting = [...ids];
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        try {
          for (const [one, inMs] of await this.look([id])) found.set(one, inMs);
        } catch {
          this.away.add(id);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Once the first ones answer again, probably all do. */
  private async again(ids: readonly string[], found: Map<string, number>): Promise<void> {
    const some = ids.slice(0, TRIED_AGAIN);
    const answers = await Promise.allSettled(some.map((id) => this.look([id])));
    const isBack = answers.some(({ status }) => status === 'fulfilled');
    if (!isBack) return;
    for (const id of ids) this.away.delete(id);
    await this.atMany(ids, found);
  }
}
