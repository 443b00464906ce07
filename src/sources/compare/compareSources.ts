/**
 * Where documents about one system disagree: what only some of them know, and what they state differently. A source disagrees only by what
 * it states: a field that it leaves out, or a kind that was guessed, says nothing.
 */
import { byCodeUnit } from '@/plain/order';
import { foldedName } from '@/sources/join/matchNames';
import { compareDependencies } from './compareDependencies';
import { DISAGREEMENTS, type Difference, type Disagreement } from './difference';
import { SameComponents, type AmbiguousName, type ComparedSource, type Member, type SameComponent } from './sameComponents';

export interface SourceComparison {
  sources: { source: string; components: number; dependencies: number }[];
  /** How many components every source has. */
  shared: number;
  /** Components that several sources have. */
  joined: JoinedComponent[];
  /** Names that fit several components, of which nothing more is said. */
  ambiguous: AmbiguousName[];
  /** Sources without any dependency, with which none is compared. */
  silent: string[];
  differences: Difference[];
}

/** One component of several sources. */
export interface JoinedComponent {
  name: string;
  /** How they are known to be the same: by one technicalName, or by names that differ only in case and separators. */
  by: 'technicalName' | 'similarName';
  /** What each source calls it, in the order of the sources. */
  says: { source: string; value: string }[];
}

/** What is stated of a component: the text that people read, and undefined if nothing is. */
const FIELDS: readonly [Disagreement, (member: Member, source: ComparedSource) => string | undefined][] = [
  ['isExternal', ({ component: { isExternal } }) => (isExternal === undefined ? undefined : isExternal ? 'external' : 'own')],
  ['kind', ({ component }, { notes }) => (component.kind === 'Other' || notes.has(component) ? undefined : component.kind)],
  ['application', ({ application }) => application.name ?? application.technicalName],
  ['ownerTeam', ({ application }) => application.ownerTeam ?? undefined],
  ['runtime', ({ component }) => component.runtime],
];

/** At least two sources, with labels of their own. */
export function compareSources(sources: readonly ComparedSource[]): SourceComparison {
  const same = new SameComponents(sources);
  const known = same.all.filter(({ isAmbiguous }) => !isAmbiguous);
  const rank = new Map(DISAGREEMENTS.map((what, place) => [what, place]));
  const { differences, silent } = compareDependencies(sources, same);
  return {
    sources: sources.map(({ label, manifest }, place) => ({
      source: label,
      components: same.all.filter(({ members }) => members.has(place)).length,
      dependencies: manifest.dependencies?.length ?? 0,
    })),
    shared: same.all.filter(({ members }) => members.size === sources.length).length,
    joined: known.filter(({ members }) => members.size > 1).map((one) => joinedOf(one, sources)),
    ambiguous: same.ambiguous,
    silent,
    differences: [...differences, ...known.flatMap((one) => differencesOf(one, sources))].sort(
      (left, right) => (rank.get(left.what) ?? 0) - (rank.get(right.what) ?? 0) || byCodeUnit(left.subject, right.subject),
    ),
  };
}

function joinedOf({ name, members }: SameComponent, sources: readonly ComparedSource[]): JoinedComponent {
  const says = [...members].map(([place, { component }]) => ({ source: sources[place]?.label ?? '', value: component.technicalName }));
  return { name, by: says.every(({ value }) => value === name) ? 'technicalName' : 'similarName', says };
}

function differencesOf({ name, members }: SameComponent, sources: readonly ComparedSource[]): Difference[] {
  const missing = members.size === sources.length ? [] : [presence(name, members, sources)];
  const fields = FIELDS.flatMap(([what, valueIn]) => {
    const says = [...members].flatMap(([place, member]) => {
      const source = sources[place] as ComparedSource;
      const value = valueIn(member, source);
      return value === undefined ? [] : [{ source: source.label, value }];
    });
    return new Set(says.map(({ value }) => foldedName(value))).size > 1 ? [{ what, subject: name, says }] : [];
  });
  return [...missing, ...fields];
}

function presence(name: string, members: ReadonlyMap<number, Member>, sources: readonly ComparedSource[]): Difference {
  const says = sources.map(({ label }, place) => ({ source: label, value: members.get(place)?.component.technicalName ?? null }));
  return { what: 'component', subject: name, says };
}
