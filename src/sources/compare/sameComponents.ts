/** Which components of several sources are the same, by their names. */
import type { Manifest, ManifestApplication, ManifestComponent } from '@/contract/manifest/schema';
import { NameIndex } from '@/sources/join/matchNames';

/** One of the documents that are compared. */
export interface ComparedSource {
  /** What people call it: its path. */
  label: string;
  manifest: Manifest;
  /** By component: why its kind is a guess. */
  notes: ReadonlyMap<object, string>;
}

export interface Member {
  component: ManifestComponent;
  application: ManifestApplication;
}

/** One component, as each source that has it states it. */
export interface SameComponent {
  name: string;
  /** By the place of the source. */
  members: Map<number, Member>;
  /** Whether its name fits several, so that nothing can be said about it. */
  isAmbiguous: boolean;
}

/** A name that fits several: `web in a.yaml fits eu-web and us-web`. */
export interface AmbiguousName {
  source: string;
  name: string;
  fits: string[];
}

export class SameComponents {
  readonly all: SameComponent[] = [];
  readonly ambiguous: AmbiguousName[] = [];
  private readonly index = new NameIndex<ManifestComponent>([]);
  private readonly groupOf = new Map<ManifestComponent, SameComponent>();
  /** By source, then by technicalName. */
  private readonly named: Map<string, SameComponent>[] = [];

  constructor(private readonly sources: readonly ComparedSource[]) {
    for (const place of sources.keys()) this.addSource(place);
  }

  /** The component that a dependency of this source names: one of its own, or else one of another source. */
  find(place: number, technicalName: string): SameComponent | undefined {
    return this.named[place]?.get(technicalName) ?? this.named.find((names) => names.has(technicalName))?.get(technicalName);
  }

  /** Compares with earlier sources alone: two components of one source are never the same. */
  private addSource(place: number): void {
    const { label = '', manifest } = this.sources[place] ?? {};
    const members = (manifest?.applications ?? []).flatMap((application) =>
      (application.components ?? []).map((component): Member => ({ component, application })),
    );
    const found = members.map((member) => ({
      member,
      groups: [...new Set(this.index.candidates(member.component).flatMap((one) => this.groupOf.get(one) ?? []))],
    }));
    const claims = new Map<SameComponent, string[]>();
    for (const { member, groups } of found)
      for (const group of groups) claims.set(group, [...(claims.get(group) ?? []), member.component.technicalName]);
    const names = new Map<string, SameComponent>();
    for (const { member, groups } of found) {
      const [group] = groups;
      const isAmbiguous = groups.length > 1 || (group !== undefined && (claims.get(group)?.length ?? 0) > 1);
      if (isAmbiguous) this.addAmbiguous(label, member, groups);
      const joined = isAmbiguous || group === undefined ? this.newGroup(member, isAmbiguous) : group;
      joined.members.set(place, member);
      this.groupOf.set(member.component, joined);
      names.set(member.component.technicalName, joined);
    }
    for (const { member } of found) this.index.add(member.component);
    this.named.push(names);
  }

  private newGroup({ component }: Member, isAmbiguous: boolean): SameComponent {
    const group = { name: component.technicalName, members: new Map<number, Member>(), isAmbiguous };
    this.all.push(group);
    return group;
  }

  private addAmbiguous(source: string, { component }: Member, groups: readonly SameComponent[]): void {
    for (const group of groups) group.isAmbiguous = true;
    this.ambiguous.push({ source, name: component.technicalName, fits: groups.map(({ name }) => name) });
  }
}
