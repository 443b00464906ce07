/** Finds for each component of a proposal the one of a landscape that has the same name. Exactly one, or none: nothing is guessed. */
import type { Manifest, ManifestApplication, ManifestComponent } from '@/contract/manifest/schema';
import { listed } from '@/sources/listed';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { NameIndex } from './matchNames';

/** A component of the landscape, and the application that it is in. */
export interface Existing {
  component: ManifestComponent;
  application: ManifestApplication;
}

export class ExistingComponents {
  private readonly byName: NameIndex<ManifestComponent>;
  private readonly applicationOf = new Map<ManifestComponent, ManifestApplication>();

  constructor({ applications }: Manifest) {
    for (const application of applications ?? [])
      for (const component of application.components ?? []) this.applicationOf.set(component, application);
    this.byName = new NameIndex(this.applicationOf.keys());
  }

  /** By component of the proposal; those without an entry are new. Throws UnreadableSource if one fits two, or two fit one. */
  match(components: readonly ManifestComponent[]): ReadonlyMap<ManifestComponent, Existing> {
    const matches = new Map<ManifestComponent, Existing>();
    const joined = new Map<ManifestComponent, ManifestComponent>();
    const refused: string[] = [];
    for (const component of components) {
      const candidates = this.byName.candidates(component);
      const [found] = candidates;
      if (found === undefined) continue;
      const before = joined.get(found);
      if (candidates.length > 1) refused.push(`${component.technicalName} fits ${candidates.map((one) => this.place(one)).join(' and ')}`);
      else if (before !== undefined) refused.push(`${before.technicalName} and ${component.technicalName} both fit ${this.place(found)}`);
      else {
        joined.set(found, component);
        matches.set(component, { component: found, application: this.applicationOf.get(found) as ManifestApplication });
      }
    }
    if (refused.length > 0) throw ambiguous(refused);
    return matches;
  }

  private place(component: ManifestComponent): string {
    return `${component.technicalName} (application ${this.applicationOf.get(component)?.technicalName ?? ''})`;
  }
}

export function ambiguous(refused: readonly string[]): UnreadableSource {
  return new UnreadableSource(`--join-on name finds no single component: ${listed(refused)}`, 'ambiguous_join', {
    hint: 'rename one of them, in the landscape or in these files, so that case and separators are not all that tells them apart',
  });
}
