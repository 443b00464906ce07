/**
 * Joins a second source onto a landscape that exists. What has the same name is the same component: it takes the technicalName and the
 * application of the landscape, and only what the landscape leaves open is stated. So the manifests of two sources never state one field
 * differently.
 */
import type { Manifest, ManifestApplication, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import { defined } from '@/sources/proposal/importedText';
import type { ImportedManifest } from '@/sources/proposal/importedManifest';
import type { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { joinDependencies } from './joinDependencies';
import { ambiguous, ExistingComponents, type Existing } from './matchComponents';
import { NameIndex } from './matchNames';
import { fieldsLeft } from './statedFields';

/** What --join-on can go by. */
export const JOIN_ON = ['name'] as const;

/** Entities other than applications: those of the same technicalName are the same. */
const LISTS = ['hostingAreas', 'technologies', 'datasets', 'capabilities', 'processes', 'segments'] as const;
const NOUNS = {
  hostingAreas: 'hosting area',
  technologies: 'technology',
  datasets: 'dataset',
  capabilities: 'capability',
  processes: 'process',
  segments: 'segment',
} as const;

type Parts = ManifestApplication & { components: ManifestComponent[] };

export interface Joined extends ImportedManifest {
  /** By technicalName in the proposal: the one of every component in the result. */
  renamed: ReadonlyMap<string, string>;
  /** How many components the landscape has already. */
  matched: number;
}

/**
 * `existing` is what others state. Reports what is new, renamed, or stated differently there. Throws UnreadableSource if a name fits two
 * components, or if both manifests have one name.
 */
export function joinOn(proposal: ImportedManifest, existing: Manifest, report: ImportReport): Joined {
  assertTwoNames(proposal.manifest, existing);
  return new Join(proposal, existing, report).joined();
}

function assertTwoNames({ name }: Manifest, existing: Manifest): void {
  if (name === existing.name)
    throw new UnreadableSource(`both manifests are called ${name}, so the second would replace the first`, 'same_manifest', {
      hint: `give this one another name, as in: --name ${name}-runtime`,
    });
}

class Join {
  private readonly notes = new Map<object, string>();
  private readonly matches: ReadonlyMap<ManifestComponent, Existing>;
  private readonly applications: NameIndex<ManifestApplication>;
  /** By technicalName of the result. */
  private readonly parts = new Map<string, Parts>();

  constructor(
    private readonly proposal: ImportedManifest,
    private readonly existing: Manifest,
    private readonly report: ImportReport,
  ) {
    this.matches = new ExistingComponents(existing).match(componentsOf(proposal.manifest));
    this.applications = new NameIndex(existing.applications ?? []);
  }

  joined(): Joined {
    const { manifest, notes } = this.proposal;
    for (const application of manifest.applications ?? []) this.joinApplication(application);
    const renamed = new Map(componentsOf(manifest).map((one) => [one.technicalName, this.nameOf(one)]));
    const dependencies = joinDependencies(manifest.dependencies ?? [], this.existing.dependencies ?? [], renamed, this.report);
    for (const [mine, own] of dependencies) this.note(mine, own);
    const lists = LISTS.map((list) => [list, this.joinList(manifest[list] ?? [], this.existing[list] ?? [], NOUNS[list])] as const);
    for (const [mine, note] of notes) if (!this.notes.has(mine)) this.notes.set(mine, note);
    return {
      manifest: {
        ...manifest,
        ...(Object.fromEntries(lists) as Partial<Manifest>),
        applications: [...this.parts.values()].map(({ components, ...application }) => ({ ...application, components })),
        dependencies: [...dependencies.values()].filter((one): one is ManifestDependency => one !== null),
      },
      notes: this.notes,
      renamed,
      matched: this.matches.size,
    };
  }

  private nameOf(component: ManifestComponent): string {
    return this.matches.get(component)?.component.technicalName ?? component.technicalName;
  }

  /** Components go to the application that they are in already; what is left of their own is stated if it says anything. */
  private joinApplication(application: ManifestApplication): void {
    const components = application.components ?? [];
    const fresh = components.filter((one) => !this.matches.has(one));
    const same = this.applicationLike(application, fresh.length > 0 || components.length === 0);
    const isNeeded = fresh.length > 0 || components.length === 0 || same !== undefined;
    if (isNeeded) this.stateApplication(application, same, fresh);
    else this.tellLeftOut(application, components);
    for (const component of components) {
      const match = this.matches.get(component);
      if (match !== undefined) this.partsOf(match.application.technicalName).components.push(this.joinComponent(component, match));
    }
  }

  /** Throws UnreadableSource if several fit and it has to be stated. */
  private applicationLike(application: ManifestApplication, isStated: boolean): ManifestApplication | undefined {
    const candidates = this.applications.candidates(application);
    if (candidates.length > 1 && isStated)
      throw ambiguous([
        `the application ${application.technicalName} fits ${candidates.map(({ technicalName }) => technicalName).join(' and ')}`,
      ]);
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  private stateApplication(application: ManifestApplication, same: ManifestApplication | undefined, fresh: ManifestComponent[]): void {
    const { components: _components, ...fields } = application;
    const technicalName = same?.technicalName ?? application.technicalName;
    const stated = same === undefined ? fields : fieldsLeft(fields, same, `the application ${technicalName}`, this.report);
    const parts = this.partsOf(technicalName);
    Object.assign(parts, { ...stated, ...parts, technicalName });
    parts.components.push(...fresh);
    if (same === undefined) this.tellNew('application', technicalName);
    for (const component of fresh) this.tellNew('component', component.technicalName);
  }

  private tellNew(noun: string, name: string): void {
    this.report.decided(undefined, `the landscape has no ${noun} called ${name}, so it is stated as new`, `${noun}s stated as new`);
  }

  private tellLeftOut({ technicalName }: ManifestApplication, components: readonly ManifestComponent[]): void {
    const homes = [...new Set(components.map((one) => this.matches.get(one)?.application.technicalName ?? ''))];
    this.report.decided(
      undefined,
      `the application ${technicalName} is not stated: its components are in ${homes.join(', ')} already`,
      'applications whose components are in others already',
    );
  }

  private partsOf(technicalName: string): Parts {
    const parts = this.parts.get(technicalName) ?? { technicalName, components: [] };
    this.parts.set(technicalName, parts);
    return parts;
  }

  /** A note on a component says that its kind is a guess, and a guess is not stated of what somebody else describes. */
  private joinComponent(component: ManifestComponent, match: Existing): ManifestComponent {
    const { technicalName } = match.component;
    const isKnown = component.kind !== 'Other' && !this.proposal.notes.has(component);
    const known = defined({ ...component, technicalName, name: undefined, kind: isKnown ? component.kind : undefined });
    if (technicalName !== component.technicalName)
      this.report.decided(
        undefined,
        `${component.technicalName} is ${technicalName} of the landscape, by its name`,
        'components that the landscape calls otherwise',
      );
    return fieldsLeft(known, match.component, `the component ${technicalName}`, this.report);
  }

  private note(before: object, after: object | null): void {
    const note = this.proposal.notes.get(before);
    if (note !== undefined && after !== null) this.notes.set(after, note);
  }

  private joinList<Entity extends { technicalName: string; zones?: Entity[] | null | undefined }>(
    ours: readonly Entity[],
    theirs: readonly Entity[],
    noun: string,
  ): Entity[] {
    const known = new Map(theirs.map((one) => [one.technicalName, one]));
    return ours.map((one) => {
      const same = known.get(one.technicalName);
      if (same === undefined) return one;
      const left = fieldsLeft(one, same, `the ${noun} ${one.technicalName}`, this.report);
      return one.zones == null ? left : { ...left, zones: this.joinList(one.zones, same.zones ?? [], 'hosting zone') };
    });
  }
}

function componentsOf({ applications }: Manifest): ManifestComponent[] {
  return (applications ?? []).flatMap(({ components }) => components ?? []);
}
