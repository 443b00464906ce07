/** Finds for each name that was seen the component of a landscape that it stands for. Exactly, or not at all: nothing is guessed. Pure. */
import { byCodeUnit } from '@/plain/order';
import { editDistance } from '@/domain/manifest/closest';
import type { ObservedNode } from './observed';

export type Mapped =
  | { component: string; how: string }
  /** Several fit equally well. */
  | { candidates: string[] }
  /** None does; the nearest names, for people to choose from. `meant` is what a person's own names say it is, and no component is called. */
  | { nearest: string[]; meant?: string };

/** What tools add to the name of a service, each removed after the other. */
const ADDED: readonly RegExp[] = [
  /:\d+$/,
  /\.[a-z0-9-]+\.svc\.cluster\.local$/i,
  /\.[a-z0-9-]+\.svc$/i,
  /\.svc$/i,
  /-[a-f0-9]{8,10}-[a-z0-9]{5}$/,
  /-v\d+$/i,
  /-(?:deployment|svc|service)$/i,
];
const MOST_NEAREST = 3;

/** `names` are a person's own: seen name to technicalName. */
export class ComponentNames {
  private readonly components: ReadonlySet<string>;
  private readonly byFolded = new Map<string, string[]>();

  constructor(
    components: readonly string[],
    private readonly names: ReadonlyMap<string, string>,
  ) {
    this.components = new Set(components);
    for (const component of components) {
      const folded = component.toLowerCase();
      this.byFolded.set(folded, [...(this.byFolded.get(folded) ?? []), component]);
    }
  }

  /** What a service states of itself comes first, then a person's own names, then its name in more and more forms. */
  mapped({ name, namespace, component: stated }: Pick<ObservedNode, 'name' | 'namespace' | 'component'>): Mapped {
    if (stated !== null && this.components.has(stated)) return { component: stated, how: 'by its attribute faultline.component' };
    const own = this.names.get(name);
    if (own !== undefined)
      return this.components.has(own) ? { component: own, how: 'by your names' } : { nearest: this.nearest(own), meant: own };
    const tried: [name: string, how: string][] = [[name, 'by its name']];
    if (namespace !== null) tried.push([`${namespace}-${name}`, 'by its namespace and name']);
    let rest = name;
    for (const part of ADDED) {
      const shorter = rest.replace(part, '');
      if (shorter === rest) continue;
      rest = shorter;
      tried.push([rest, `by its name without ${name.slice(rest.length)}`]);
    }
    for (const [candidate, how] of tried) {
      const found = this.byFolded.get(candidate.toLowerCase()) ?? [];
      const exact = found.find((one) => one === candidate);
      if (exact !== undefined || found.length === 1) return { component: exact ?? found[0]!, how };
      if (found.length > 1) return { candidates: found.toSorted(byCodeUnit) };
    }
    return { nearest: this.nearest(name) };
  }

  private nearest(name: string): string[] {
    const limit = Math.max(1, Math.floor(name.length / 3));
    return [...this.components]
      .map((component) => ({ component, distance: editDistance(name.toLowerCase(), component.toLowerCase(), limit) }))
      .filter(({ distance }) => distance <= limit)
      .sort((left, right) => left.distance - right.distance || byCodeUnit(left.component, right.component))
      .slice(0, MOST_NEAREST)
      .map(({ component }) => component);
  }
}
