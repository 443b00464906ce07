/** A landscape as a Backstage catalog: what it holds comes back when it is imported again, and what it has no place for is named. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manifest, ManifestApplication, ManifestComponent } from '@/contract/manifest/schema';
import { COMPONENT_KINDS, LIFECYCLE_STATES, REFERENCE_KINDS } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { ImportReport } from '@/sources/proposal/importReport';
import { memoryDisk } from '@/test/memoryDisk';
import { randomRuns } from '@/test/randomRuns';
import { catalogYaml, toCatalog } from './backstageExport';
import { BACKSTAGE } from './importBackstage';

const readBack = (manifest: Manifest): Manifest => {
  const text = catalogYaml(toCatalog(manifest).entities);
  return BACKSTAGE.read(['c.yaml'], memoryDisk({ 'c.yaml': text }), { name: manifest.name, own: {} }, new ImportReport()).manifest;
};
const shop = (rest: Omit<Manifest, 'version' | 'name'>): Manifest => ({ version: 1, name: 'Shop', ...rest });
const RESOURCES = ['Database', 'Queue', 'Cache', 'EventBus', 'Storage', 'Infrastructure'];

const words = fc.stringMatching(/^[A-Za-zäß][A-Za-z0-9äß:#'"&*,{}-]{0,8}( [A-Za-z0-9]{1,6})?$/);
const technicalName = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9]{0,6}([-._][a-z0-9]{1,6}){0,2}$/),
  fc.constantFrom('a--b', 'x'.repeat(100), `${'x'.repeat(100)}y`, 'end-.x'),
);
const url = fc.integer({ min: 0, max: 500 }).map((at) => `https://wiki.example.test/page/${at}`);
const help = {
  contact: fc.option(words, { nil: undefined }),
  references: fc.uniqueArray(fc.record({ kind: fc.constantFrom(...REFERENCE_KINDS), label: words, url }), {
    maxLength: 3,
    selector: (reference) => reference.url,
  }),
};
const named = { name: fc.option(words, { nil: undefined }), description: fc.option(words, { nil: undefined }) };
const landscape = fc
  .record({
    capabilities: fc.uniqueArray(fc.record({ technicalName, ...named, ownerTeam: fc.option(words, { nil: undefined }) }), {
      maxLength: 3,
      selector: (one) => one.technicalName,
    }),
    applications: fc.uniqueArray(
      fc.record({
        ...{ technicalName, ...named, ...help, ownerTeam: fc.option(words, { nil: undefined }) },
        lifecycleState: fc.constantFrom(...LIFECYCLE_STATES),
        parts: fc.nat(3),
        supports: fc.nat(5),
      }),
      { minLength: 1, maxLength: 4, selector: (one) => one.technicalName },
    ),
    components: fc.uniqueArray(fc.record({ technicalName, ...named, ...help, kind: fc.constantFrom(...COMPONENT_KINDS) }), {
      minLength: 1,
      maxLength: 10,
      selector: (one) => one.technicalName,
    }),
    edges: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 12 }),
  })
  .map(({ capabilities, applications, components, edges }): Manifest => {
    const parts = [...components];
    return shop({
      capabilities: capabilities.map((one, at) => (at === 0 ? one : { ...one, parent: capabilities[0]!.technicalName })),
      applications: applications.map(({ parts: count, supports, ...application }, at) => ({
        ...application,
        capabilities: supports < capabilities.length ? [capabilities[supports]!.technicalName] : [],
        components: at === applications.length - 1 ? parts.splice(0) : parts.splice(0, count),
      })),
      dependencies: edges.flatMap(([from, to]) => {
        const [source, target] = [components[from]?.technicalName, components[to]?.technicalName];
        return source === undefined || target === undefined || source === target
          ? []
          : [{ source, target, dependencyType: 'Calls' as const }];
      }),
    });
  });

/** What a catalog holds of a landscape, in one form. */
function held({ capabilities, applications, dependencies }: Manifest) {
  const text = (thing: { technicalName: string; name?: string | undefined; description?: string | null | undefined }) => ({
    technicalName: thing.technicalName,
    name: thing.name ?? thing.technicalName,
    description: thing.description ?? '',
  });
  const helpOf = ({ contact, references }: ManifestComponent | ManifestApplication) => ({
    contact: contact ?? '',
    references: references ?? [],
  });
  return {
    capabilities: (capabilities ?? []).map((one) => ({ ...text(one), parent: one.parent ?? '', ownerTeam: one.ownerTeam ?? '' })),
    applications: (applications ?? []).map((one) => ({
      ...{ ...text(one), ...helpOf(one), ownerTeam: one.ownerTeam ?? '', capabilities: one.capabilities ?? [] },
      lifecycle: (one.components ?? []).every(({ kind }) => RESOURCES.includes(kind ?? 'Other'))
        ? ''
        : (one.lifecycleState ?? 'Production'),
      // A catalog lists components before resources.
      components: (one.components ?? [])
        .map((part) => ({ ...text(part), ...helpOf(part), kind: part.kind ?? 'Other' }))
        .sort((left, right) => byCodeUnit(left.technicalName, right.technicalName)),
    })),
    pairs: [...new Set((dependencies ?? []).map(({ source, target }) => `${source} → ${target}`))].sort(),
  };
}

/** Without a name, the title is missing, and what is read is the name that the catalog gave. */
const withNames = (manifest: Manifest): Manifest => ({
  ...manifest,
  capabilities: (manifest.capabilities ?? []).map((one) => ({ ...one, name: one.name ?? one.technicalName })),
  applications: (manifest.applications ?? []).map((one) => ({
    ...{ ...one, name: one.name ?? one.technicalName },
    components: (one.components ?? []).map((part) => ({ ...part, name: part.name ?? part.technicalName })),
  })),
});

describe('a landscape as a Backstage catalog', () => {
  it('is the same landscape when it is imported again, as far as a catalog holds it', () => {
    fc.assert(
      fc.property(landscape, (manifest) => {
        expect(held(readBack(withNames(manifest)))).toEqual(held(withNames(manifest)));
      }),
      randomRuns(40),
    );
  });

  it('has names that a catalog takes, each once whatever its case', () => {
    fc.assert(
      fc.property(landscape, (manifest) => {
        const { entities } = toCatalog(manifest);
        for (const { metadata } of entities) expect(metadata.name).toMatch(/^[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*$/);
        expect(Math.max(...entities.map(({ metadata }) => metadata.name.length))).toBeLessThanOrEqual(63);
        const keys = entities.map(({ kind, metadata }) => `${kind} ${metadata.name}`.toLowerCase());
        expect(new Set(keys).size).toBe(keys.length);
      }),
      randomRuns(40),
    );
  });

  it('consists of groups, domains, systems, components and resources, with links and annotations', () => {
    const manifest = shop({
      capabilities: [{ technicalName: 'sell', name: 'Selling' }],
      applications: [
        {
          technicalName: 'till',
          name: 'Till',
          ownerTeam: 'Web Shop',
          contact: '#till',
          capabilities: ['sell'],
          components: [
            {
              technicalName: 'pages',
              kind: 'WebApp',
              references: [{ kind: 'Runbook', label: 'If it fails', url: 'https://wiki.example.test/1' }],
            },
            { technicalName: 'rows', kind: 'Database' },
          ],
        },
      ],
      dependencies: [{ source: 'pages', target: 'rows', dependencyType: 'ReadsWrites' }],
    });
    expect(catalogYaml(toCatalog(manifest).entities)).toBe(`apiVersion: backstage.io/v1alpha1
kind: Group
metadata:
  name: Web-Shop
  title: Web Shop
spec:
  type: team
  profile:
    displayName: Web Shop
  children: []
---
apiVersion: backstage.io/v1alpha1
kind: Domain
metadata:
  name: sell
  title: Selling
spec:
  owner: unknown
---
apiVersion: backstage.io/v1alpha1
kind: System
metadata:
  name: till
  title: Till
  annotations:
    faultline.io/contact: "#till"
spec:
  owner: group:Web-Shop
  domain: sell
---
apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: pages
  links:
    - url: https://wiki.example.test/1
      title: If it fails
      type: runbook
spec:
  type: website
  lifecycle: production
  owner: group:Web-Shop
  system: till
  dependsOn:
    - resource:rows
---
apiVersion: backstage.io/v1alpha1
kind: Resource
metadata:
  name: rows
spec:
  type: database
  owner: group:Web-Shop
  system: till
`);
  });

  it('says what it has no place for', () => {
    const manifest = shop({
      segments: [{ technicalName: 's' }, { technicalName: 't' }],
      capabilities: [{ technicalName: 'c', maximumTolerableDowntimeMinutes: 60 }, { technicalName: 'd' }],
      applications: [
        {
          technicalName: 'a',
          criticalityTier: 'MissionCritical',
          lifecycleState: 'Pilot',
          capabilities: ['c', 'd'],
          components: [
            { technicalName: 'x', kind: 'Database', runtime: 'Managed' },
            { technicalName: 'y', kind: 'Cache', isExternal: true },
          ],
        },
      ],
      dependencies: [
        { source: 'x', target: 'y', dependencyType: 'Reads', mode: 'Soft', protocol: 'TCP' },
        { source: 'x', target: 'y', dependencyType: 'ReadsWrites' },
        { source: 'x', target: 'elsewhere', dependencyType: 'Calls' },
      ],
    });
    expect(toCatalog(manifest).left).toEqual([
      '2 segments',
      'maximumTolerableDowntimeMinutes of 1 capability',
      'criticalityTier of 1 application',
      'runtime of 1 component',
      'isExternal of 1 component',
      'protocol of 1 dependency',
      '1 capability of an application beyond its first',
      'lifecycleState of 1 application without a component that has one',
      '1 dependency on or of other components',
      '1 dependency between two that have another',
      'dependencyType of 1 dependency',
      'mode of 1 dependency',
    ]);
    expect(toCatalog(shop({ applications: [{ technicalName: 'a', components: [{ technicalName: 'x' }] }] })).left).toEqual([]);
  });

  it.each(COMPONENT_KINDS)('keeps the kind %s', (kind) => {
    const application = { technicalName: 'a', name: 'A', components: [{ technicalName: 'x', name: 'X', kind }] };
    expect(readBack(shop({ applications: [application] })).applications?.[0]?.components?.[0]?.kind ?? 'Other').toBe(kind);
  });
});
