/** A random sequence of manifests, applied one after the other, leaves what a model of a few lines predicts: merge, ownership, conflicts, prune and refusals. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declarationsOf } from '@/contract/manifest/declarations';
import type { Manifest } from '@/contract/manifest/schema';
import { AppError } from '@/domain/errors';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant } from '@/test/manifestTenant';
import { randomRuns } from '@/test/randomRuns';
import { applyManifest } from './applyManifest';
import { exportManifest } from './exportManifest';
import { previewManifest } from './previewManifest';
import { finish } from '@/plain/steps';

const test = await useTestDatabase();

type Fields = Record<string, string | null | string[]>;
interface Declared {
  key: string;
  fields: Fields;
}
interface Step {
  name: string;
  prune: boolean;
  takeOver: boolean;
  declared: Declared[];
}
interface Entity {
  fields: Fields;
  /** Manifest name → whether that manifest created the entity. */
  owners: Map<string, boolean>;
  /** Manifest name → what that manifest last stated. */
  stated: Map<string, Fields>;
}
type Model = Map<string, Entity>;

/** Links that an entity cannot lose, by kind: from a field's value to the key that it refers to. */
const NEEDS: Record<string, Record<string, string>> = {
  component: { application: 'application' },
  dependency: { source: 'component', target: 'component' },
};
const KIND_OF: Record<string, string> = {
  capabilities: 'capability',
  application: 'application',
  source: 'component',
  target: 'component',
};

const keysIn = (field: string, value: Fields[string]): string[] =>
  KIND_OF[field] === undefined || value === null ? [] : [value].flat().map((name) => `${KIND_OF[field]} ${name}`);
const initial = (key: string): Fields =>
  key.startsWith('application')
    ? { ownerTeam: null, capabilities: [] }
    : key.startsWith('capability')
      ? { ownerTeam: null }
      : key.startsWith('dependency')
        ? { protocol: null }
        : {};

/** The model after a step, or the code of its refusal. */
function predict(before: Model, { name, prune, takeOver, declared }: Step): Model | string {
  const model: Model = new Map(
    [...before].map(([key, { fields, owners, stated }]) => [
      key,
      {
        fields: { ...fields },
        owners: new Map(owners),
        stated: new Map([...stated].map(([manifest, statement]) => [manifest, { ...statement }])),
      },
    ]),
  );
  let conflicts = 0;
  for (const { key, fields } of declared) {
    const known = model.get(key);
    const rivals = new Map([...(known?.stated ?? [])].filter(([manifest]) => manifest !== name));
    for (const [field, value] of Object.entries(fields))
      for (const statement of rivals.values()) {
        if (!(field in statement) || JSON.stringify(statement[field]) === JSON.stringify(value)) continue;
        conflicts += 1;
        delete statement[field];
      }
    model.set(key, {
      fields: { ...initial(key), ...known?.fields, ...fields },
      owners: new Map([...(known?.owners ?? []), [name, known === undefined || known.owners.get(name) === true]]),
      stated: new Map([...rivals, [name, { ...fields }]]),
    });
  }
  const stated = declared.flatMap(({ fields }) => Object.entries(fields).flatMap(([field, value]) => keysIn(field, value)));
  if (stated.some((key) => !model.has(key))) return 'invalid_input';
  if (conflicts > 0 && !takeOver) return 'declared_elsewhere';
  return prune ? pruned(model, name, declared) : model;
}

function pruned(model: Model, name: string, declared: Declared[]): Model | string {
  const gone = new Set<string>();
  for (const [key, entity] of model) {
    const { owners } = entity;
    if (!owners.has(name) || declared.some((declaration) => declaration.key === key)) continue;
    const hasCreated = owners.get(name) === true;
    if (hasCreated && owners.size === 1) gone.add(key);
    owners.delete(name);
    entity.stated.delete(name);
    if (hasCreated) for (const other of owners.keys()) owners.set(other, true);
  }
  for (const key of gone) model.delete(key);
  for (const { stated } of model.values()) for (const statement of stated.values()) forget(statement, gone);
  for (const [key, { fields }] of model)
    for (const [field, value] of Object.entries(fields)) {
      const lost = keysIn(field, value).filter((linked) => gone.has(linked));
      const isStated = declared.some((declaration) => declaration.key === key && field in declaration.fields);
      if (lost.length > 0 && (isStated || NEEDS[key.split(' ')[0] ?? '']?.[field] !== undefined)) return 'in_use';
      if (Array.isArray(value)) fields[field] = value.filter((linked) => !gone.has(`${KIND_OF[field]} ${linked}`));
    }
  return model;
}

/** Links to deleted entities are no longer stated. */
function forget(statement: Fields, gone: ReadonlySet<string>): void {
  for (const [field, value] of Object.entries(statement)) {
    if (!keysIn(field, value).some((key) => gone.has(key))) continue;
    if (Array.isArray(value)) statement[field] = value.filter((linked) => !gone.has(`${KIND_OF[field]} ${linked}`));
    else delete statement[field];
  }
}

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const team = maybe(fc.constantFrom('T1', 'T2', null));
const some = (names: string[]): fc.Arbitrary<string[]> => fc.subarray(names);
const clean = (fields: Record<string, Fields[string] | undefined>): Fields =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Fields[string]] => entry[1] !== undefined));

const declaredThings: fc.Arbitrary<Declared[]> = fc
  .record({
    capabilities: fc.array(fc.record({ name: fc.constantFrom('c0', 'c1', 'c2'), ownerTeam: team }), { maxLength: 3 }),
    applications: fc.array(
      fc.record({ name: fc.constantFrom('a0', 'a1'), ownerTeam: team, capabilities: maybe(some(['c0', 'c1', 'c2'])) }),
      { maxLength: 2 },
    ),
    components: fc.array(fc.record({ name: fc.constantFrom('k0', 'k1', 'k2'), application: fc.constantFrom('a0', 'a1') }), {
      maxLength: 3,
    }),
    dependencies: fc.array(
      fc.record({
        source: fc.constantFrom('k0', 'k1', 'k2'),
        target: fc.constantFrom('k0', 'k1', 'k2'),
        protocol: maybe(fc.constantFrom('P', null)),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ capabilities, applications, components, dependencies }) => {
    const declared = new Map<string, Fields>();
    for (const { name, ownerTeam } of capabilities) declared.set(`capability ${name}`, clean({ ownerTeam }));
    for (const { name, ownerTeam, capabilities: links } of applications)
      declared.set(`application ${name}`, clean({ ownerTeam, capabilities: links }));
    for (const { name, application } of components) {
      declared.set(`component ${name}`, { application });
      // A component is below its application, which is thereby declared too.
      if (!declared.has(`application ${application}`)) declared.set(`application ${application}`, {});
    }
    for (const { source, target, protocol } of dependencies)
      if (source !== target) declared.set(`dependency ${source} → ${target} (Calls)`, clean({ source, target, protocol }));
    return [...declared].map(([key, fields]) => ({ key, fields }));
  });
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom('one', 'two'),
  prune: fc.boolean(),
  takeOver: fc.boolean(),
  declared: declaredThings,
});

function manifestOf({ name, declared }: Step): unknown {
  const of = (kind: string): Record<string, unknown>[] =>
    declared
      .filter(({ key }) => key.startsWith(`${kind} `))
      .map(({ key, fields }) => ({ technicalName: key.split(' ')[1], name: 'N', ...fields }));
  const components = of('component');
  const below = (application: unknown): unknown[] =>
    components.filter((component) => component.application === application).map(({ application: _, ...component }) => component);
  return {
    version: 1,
    name,
    capabilities: of('capability'),
    applications: of('application').map((application) => ({ ...application, components: below(application.technicalName) })),
    dependencies: of('dependency').map(({ technicalName: _, name: __, ...dependency }) => ({ ...dependency, dependencyType: 'Calls' })),
  };
}

/** The content of the landscape in the form of the model. */
function contentOf(manifest: Manifest): Record<string, Fields> {
  const content: Record<string, Fields> = {};
  for (const { kind, technicalName, values } of finish(declarationsOf(manifest))) {
    const key = `${kind} ${technicalName}`;
    const fields = new Set([...Object.keys(initial(key)), ...Object.keys(NEEDS[kind] ?? {})]);
    content[key] = { ...initial(key), ...(Object.fromEntries(Object.entries(values).filter(([field]) => fields.has(field))) as Fields) };
  }
  return content;
}

describe('a random sequence of manifests', () => {
  it('leaves what the model predicts, and apply does what preview shows', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const tenant = await newTenant(test);
        let model: Model = new Map();
        for (const current of steps) {
          const request = {
            source: { value: manifestOf(current) },
            prune: current.prune,
            takeOver: current.takeOver,
            allowDelete: 1_000,
            impact: false,
          };
          const expected = predict(model, current);
          const preview = await previewManifest(tenant, integrator, request).catch((error: unknown) => error);
          const applied = await applyManifest(tenant, integrator, request).catch((error: unknown) => error);
          seen.set(typeof expected === 'string' ? expected : 'done', (seen.get(typeof expected === 'string' ? expected : 'done') ?? 0) + 1);
          if (typeof expected === 'string') expect(applied instanceof AppError && applied.code).toBe(expected);
          else {
            expect(applied).toEqual({
              ...(preview as object),
              landscapeVersion: (applied as { landscapeVersion: number }).landscapeVersion,
            });
            model = expected;
          }
          const wanted = Object.fromEntries([...model].map(([key, { fields }]) => [key, fields]));
          expect(contentOf(await exportManifest(tenant, integrator))).toEqual(wanted);
        }
      }),
      randomRuns(12, 3),
    );
    expect([...seen.keys()].sort()).toEqual(['declared_elsewhere', 'done', 'in_use', 'invalid_input']);
  });
});
