/** Which workload a host name inside the cluster leads to: by the Services, their selectors, and the Services that operators make. */
import { append } from '@/plain/grouped';

/** Finds members by labels, without comparing every selector with everything. */
export class LabelIndex<Member> {
  private readonly byLabel = new Map<string, Member[]>();

  constructor(
    members: readonly Member[],
    private readonly of: (member: Member) => { namespace: string; labels: ReadonlyMap<string, string> },
  ) {
    for (const member of members) {
      const { namespace, labels } = of(member);
      for (const [name, value] of labels) append(this.byLabel, `${namespace} ${name}=${value}`, member);
    }
  }

  /** Those of the namespace that have all of the labels; none for an empty selector. */
  matching(namespace: string, selector: ReadonlyMap<string, string>): Member[] {
    const lists = [...selector].map(([name, value]) => this.byLabel.get(`${namespace} ${name}=${value}`) ?? []);
    const shortest = lists.sort((one, other) => one.length - other.length)[0] ?? [];
    return shortest.filter((member) => {
      const { labels } = this.of(member);
      return [...selector].every(([name, value]) => labels.get(name) === value);
    });
  }
}

/** From the names of Services to what they lead to. */
export class HostTable<Target> {
  private readonly targets = new Map<string, readonly Target[]>();

  /** The first that claims a name keeps it. */
  add(namespace: string, service: string, targets: readonly Target[]): void {
    const key = `${namespace} ${service}`.toLowerCase();
    if (targets.length > 0 && !this.targets.has(key)) this.targets.set(key, targets);
  }

  /**
   * What `host` leads to from `namespace`: `db`, `db.shop`, `db.shop.svc.cluster.local`, and `db-0.db` for a pod of a StatefulSet. Null for a
   * name that no Service here has.
   */
  lookUp(host: string, namespace: string): readonly Target[] | null {
    const parts = host
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/\.svc(?:\.[a-z0-9-]+)*$/, '')
      .split('.');
    const [first = '', second, third] = parts;
    if (parts.length > 3) return null;
    const candidates: [string, string | undefined][] = [
      [third === undefined ? (second ?? namespace) : '', first],
      [third ?? namespace, /-\d+$/.test(first) ? second : undefined],
    ];
    for (const [where, service] of candidates) {
      const found = service === undefined ? undefined : this.targets.get(`${where} ${service}`.toLowerCase());
      if (found !== undefined) return found;
    }
    return null;
  }
}

/** Whether a host is one inside a cluster, which a Service should have: a bare name, or one that ends in `svc`. */
export function isInside(host: string): boolean {
  return /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(host) ? host !== 'localhost' : /^[a-z0-9.-]+\.svc(?:\.cluster\.local)?\.?$/.test(host);
}
