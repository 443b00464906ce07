/**
 * Checks the meaning of a manifest as a whole, as far as possible without a landscape: duplicate names, unknown names, circles and
 * contradictions. It checks the raw value, so that these mistakes are reported together with those of form.
 */
import { circlesIn } from '@/domain/manifest/capabilityTree';
import { didYouMean } from '@/domain/manifest/closest';
import { dependencyName } from '@/domain/manifest/manifestFields';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { withArticle } from '@/plain/withArticle';
import type { IssueCollector, ManifestPath } from './issue';

type Raw = Readonly<Record<string, unknown>>;
interface Item {
  raw: Raw;
  path: ManifestPath;
}

/** A hint must compare with every name, so only this many mistakes get one. */
const MAXIMUM_HINTS = 50;

/** What something new needs besides its name. */
const REQUIRED_WHEN_NEW: Readonly<Partial<Record<EntityKind, string>>> = { segment: 'audienceType', dataset: 'classification' };

const LIST_LINKS: readonly [EntityKind, string, EntityKind][] = [
  ['application', 'capabilities', 'capability'],
  ['application', 'processes', 'process'],
  ['component', 'hostingZones', 'hosting-zone'],
  ['component', 'technologies', 'technology'],
  ['component', 'datasets', 'dataset'],
  ['process', 'capabilities', 'capability'],
];

/** Everything that the value declares, by kind, however broken the rest of it is. */
export class RawManifest {
  readonly items: ReadonlyMap<EntityKind, readonly Item[]>;
  readonly dependencies: readonly Item[];
  readonly scenarios: readonly Item[];
  private readonly names = new Map<EntityKind, Map<string, Item>>();

  constructor(value: unknown) {
    const root: Item = { raw: isRaw(value) ? value : {}, path: [] };
    const applications = itemsIn(root, 'applications');
    const areas = itemsIn(root, 'hostingAreas');
    this.items = new Map<EntityKind, readonly Item[]>([
      ['application', applications],
      ['component', applications.flatMap((item) => itemsIn(item, 'components'))],
      ['capability', itemsIn(root, 'capabilities')],
      ['process', itemsIn(root, 'processes')],
      ['segment', itemsIn(root, 'segments')],
      ['hosting-area', areas],
      ['hosting-zone', areas.flatMap((item) => itemsIn(item, 'zones'))],
      ['technology', itemsIn(root, 'technologies')],
      ['dataset', itemsIn(root, 'datasets')],
    ]);
    this.dependencies = itemsIn(root, 'dependencies');
    this.scenarios = itemsIn(root, 'scenarios');
    for (const [kind, items] of this.items) {
      const ofKind = new Map<string, Item>();
      for (const item of items) {
        const name = textOf(item.raw.technicalName);
        if (name !== null && !ofKind.has(name)) ofKind.set(name, item);
      }
      this.names.set(kind, ofKind);
    }
  }

  declared(kind: EntityKind): ReadonlyMap<string, Item> {
    return this.names.get(kind) ?? new Map<string, Item>();
  }
}

/** Adds the mistakes that are mistakes in any landscape. */
export function checkReferences(manifest: RawManifest, issues: IssueCollector): void {
  for (const [kind, items] of manifest.items) checkNames(kind, items, issues);
  checkNames('scenario', manifest.scenarios, issues);
  for (const [kind, field] of LIST_LINKS)
    for (const { raw, path } of manifest.items.get(kind) ?? []) checkNoRepeat(listOf(raw[field]), [...path, field], [], issues);
  for (const { raw, path } of manifest.items.get('segment') ?? []) {
    const names = listOf(raw.capabilities).map((row) => (isRaw(row) ? row.capability : null));
    checkNoRepeat(names, [...path, 'capabilities'], ['capability'], issues);
  }
  checkParents(manifest, issues);
  checkDependencies(manifest.dependencies, issues);
}

/** Something that is correct only if the landscape already contains it. */
export interface Assumption {
  kind: EntityKind;
  technicalName: string;
  path: ManifestPath;
  /** Set if it is not a reference, but a new entity that lacks a required field. */
  missing?: string;
}

/** Everything that the manifest assumes about the landscape, in no particular order. Only a landscape can tell which of it is wrong. */
export function* assumptionsOf(manifest: RawManifest): Generator<Assumption> {
  const unknown = (kind: EntityKind, value: unknown, path: ManifestPath): Assumption[] => {
    const technicalName = textOf(value);
    return technicalName === null || manifest.declared(kind).has(technicalName) ? [] : [{ kind, technicalName, path }];
  };
  for (const [kind, field, target] of LIST_LINKS)
    for (const { raw, path } of manifest.items.get(kind) ?? [])
      for (const [index, name] of listOf(raw[field]).entries()) yield* unknown(target, name, [...path, field, index]);
  for (const { raw, path } of manifest.items.get('segment') ?? [])
    for (const [index, row] of listOf(raw.capabilities).entries())
      yield* unknown('capability', isRaw(row) ? row.capability : null, [...path, 'capabilities', index, 'capability']);
  for (const { raw, path } of manifest.items.get('capability') ?? []) yield* unknown('capability', raw.parent, [...path, 'parent']);
  for (const { raw, path } of manifest.dependencies) {
    yield* unknown('component', raw.source, [...path, 'source']);
    yield* unknown('component', raw.target, [...path, 'target']);
  }
  for (const { kind, name, path } of membersIn(manifest.scenarios)) yield* unknown(kind, name, path);
  for (const [kind, items] of manifest.items)
    for (const { raw, path } of items) {
      const technicalName = textOf(raw.technicalName);
      if (technicalName === null) continue;
      // A renamed entity exists under its former name.
      if (raw.formerly !== undefined) continue;
      for (const missing of ['name', REQUIRED_WHEN_NEW[kind] ?? []].flat())
        if (raw[missing] === undefined) yield { kind, technicalName, path: [...path, missing], missing };
    }
}

/** What scenarios let fail, if its kind exists. */
function* membersIn(scenarios: readonly Item[]): Generator<{ kind: EntityKind; name: unknown; path: ManifestPath }> {
  for (const { raw, path } of scenarios.flatMap((scenario) => itemsIn(scenario, 'failures'))) {
    const kind = ENTITY_KINDS.find((candidate) => candidate === raw.entityType);
    if (kind !== undefined) yield { kind, name: raw.entity, path: [...path, 'entity'] };
  }
}

/** Adds a warning for each assumption, for `validate` without a server. */
export function warnOfAssumptions(manifest: RawManifest, issues: IssueCollector): void {
  let hints = 0;
  for (const { kind, technicalName, path, missing } of assumptionsOf(manifest)) {
    const noun = kind.replace('-', ' ');
    if (missing !== undefined) {
      issues.add({ path, severity: 'warning', message: `is required if the ${noun} "${technicalName}" is not in the landscape yet` });
      continue;
    }
    hints += 1;
    const hint = hints > MAXIMUM_HINTS ? undefined : didYouMean(technicalName, manifest.declared(kind).keys());
    issues.add({
      path,
      severity: 'warning',
      message: `the ${noun} "${technicalName}" is not declared here: it must be in the landscape`,
      hint,
    });
  }
}

function checkNames(kind: EntityKind | 'scenario', items: readonly Item[], issues: IssueCollector): void {
  const seen = new Set<string>();
  for (const { raw, path } of items) {
    const name = textOf(raw.technicalName);
    if (name === null) continue;
    if (seen.has(name))
      issues.add({
        path: [...path, 'technicalName'],
        message: `there is already ${withArticle(kind.replace('-', ' '))} "${name}" in this manifest`,
        hint: 'give it another technicalName, or merge the two',
      });
    seen.add(name);
  }
}

function checkNoRepeat(names: readonly unknown[], path: ManifestPath, rest: ManifestPath, issues: IssueCollector): void {
  const seen = new Set<string>();
  names.forEach((value, index) => {
    const name = textOf(value);
    if (name === null) return;
    if (seen.has(name)) issues.add({ path: [...path, index, ...rest], message: `"${name}" is listed twice` });
    seen.add(name);
  });
}

function checkParents(manifest: RawManifest, issues: IssueCollector): void {
  const capabilities = manifest.declared('capability');
  const parents = new Map<string, string>();
  for (const [name, { raw }] of capabilities) {
    const parent = textOf(raw.parent);
    if (parent !== null && capabilities.has(parent)) parents.set(name, parent);
  }
  for (const circle of circlesIn(parents)) {
    const item = capabilities.get(circle[0] ?? '');
    if (item === undefined) continue;
    issues.add({
      path: [...item.path, 'parent'],
      message: `closes a cycle of parents: ${[...circle, circle[0]].join(' → ')}`,
      hint: 'capabilities form a tree',
    });
  }
}

function checkDependencies(dependencies: readonly Item[], issues: IssueCollector): void {
  const seen = new Set<string>();
  const minimums = new Map<string, unknown>();
  for (const { raw, path } of dependencies) {
    const source = textOf(raw.source);
    const target = textOf(raw.target);
    const dependencyType = textOf(raw.dependencyType);
    if (source === null || target === null) continue;
    if (source === target)
      issues.add({ path: [...path, 'target'], message: `"${target}" is the source itself: a component cannot depend on itself` });
    const name = dependencyName(source, target, dependencyType ?? '');
    if (dependencyType !== null && seen.has(name))
      issues.add({ path, message: `there is already a dependency ${name} in this manifest`, hint: 'merge the two' });
    seen.add(name);
    checkMinimum(raw, source, path, minimums, issues);
  }
}

/** Two dependencies of one group must not state different minimums. */
function checkMinimum(raw: Raw, source: string, path: ManifestPath, minimums: Map<string, unknown>, issues: IssueCollector): void {
  const group = textOf(raw.redundancyGroup);
  const minimum = raw.redundancyMinimum;
  if (group === null || typeof minimum !== 'number') return;
  const key = JSON.stringify([source, group]);
  const stated = minimums.get(key);
  if (stated === undefined) minimums.set(key, minimum);
  else if (stated !== minimum)
    issues.add({
      path: [...path, 'redundancyMinimum'],
      message: `another dependency of "${source}" in group "${group}" states ${String(stated)}`,
      hint: 'state the same redundancyMinimum on all dependencies of a group',
    });
}

function itemsIn({ raw, path }: Item, field: string): Item[] {
  return listOf(raw[field]).flatMap((value, index) => (isRaw(value) ? [{ raw: value, path: [...path, field, index] }] : []));
}

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
