/** When each tenant is due next, in milliseconds of a clock that the owner of this object chooses. */
export class DueTimes {
  private readonly times = new Map<string, number>();
  private first = Number.POSITIVE_INFINITY;

  /** The earliest time of all; infinity if there is none. */
  get earliest(): number {
    return this.first;
  }

  /** Of two times for one tenant, the earlier counts, because checking once too often costs little. */
  add(tenantId: string, at: number): void {
    if (at >= (this.times.get(tenantId) ?? Number.POSITIVE_INFINITY)) return;
    this.times.set(tenantId, at);
    if (at < this.first) this.first = at;
  }

  /** Removes and returns the tenants that are due at `now`, the earliest first. */
  take(now: number): string[] {
    if (this.first > now) return [];
    const due: [string, number][] = [];
    this.first = Number.POSITIVE_INFINITY;
    for (const entry of this.times)
      if (entry[1] <= now) due.push(entry);
      else if (entry[1] < this.first) this.first = entry[1];
    for (const [tenantId] of due) this.times.delete(tenantId);
    return due.sort((left, right) => left[1] - right[1]).map(([tenantId]) => tenantId);
  }
}
