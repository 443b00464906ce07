import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import type { Manifest } from '@/contract/manifest/schema';
import { COMPONENT_KINDS, DEPENDENCY_TYPES, type ComponentKind } from '@/domain/vocabulary';
import { ImportReport } from '@/sources/proposal/importReport';
import { STRUCTURIZR } from './structurizr';
import { toWorkspace } from './structurizrExport';

/** What the exported workspace is when it is imported. */
const readBack = (manifest: Manifest): Manifest =>
  STRUCTURIZR.read(['w.json'], memoryDisk({ 'w.json': JSON.stringify(toWorkspace(manifest).workspace) }), { own: {} }, new ImportReport())
    .manifest;
const shop = (rest: Omit<Manifest, 'version' | 'name'>): Manifest => ({ version: 1, name: 'Shop', ...rest });

describe('a workspace for Structurizr', () => {
  it('is the same landscape when it is read back', () => {
    const manifest = shop({
      hostingAreas: [
        {
          technicalName: 'cloud',
          name: 'Cloud',
          zones: [
            { technicalName: 'cloud-zone-a', name: 'Zone A' },
            { technicalName: 'cloud-zone-b', name: 'Zone B' },
          ],
        },
        { technicalName: 'hall', name: 'Hall', zones: [{ technicalName: 'hall', name: 'Hall' }] },
      ],
      technologies: [{ technicalName: 'postgresql', name: 'PostgreSQL' }],
      datasets: [],
      applications: [
        {
          technicalName: 'till',
          name: 'Till',
          description: 'Takes money',
          components: [
            { technicalName: 'pages', name: 'Pages', kind: 'WebApp', hostingZones: ['cloud-zone-a', 'cloud-zone-b'] },
            {
              technicalName: 'rows',
              name: 'Rows',
              description: 'Keeps orders',
              kind: 'Database',
              technologies: ['postgresql'],
              hostingZones: ['hall'],
            },
          ],
        },
        {
          technicalName: 'bank',
          name: 'Bank',
          components: [{ technicalName: 'bank', name: 'Bank', isExternal: true, hostingZones: ['hall'] }],
        },
      ],
      dependencies: [
        { source: 'pages', target: 'rows', dependencyType: 'Reads', mode: 'Hard', protocol: 'SQL' },
        { source: 'pages', target: 'bank', dependencyType: 'Calls', mode: 'Async', protocol: 'HTTPS', transportEncryption: 'TLS' },
      ],
    });
    expect(readBack(manifest)).toEqual(manifest);
  });

  it.each(COMPONENT_KINDS)('keeps the kind %s', (kind) => {
    const application = { technicalName: 'a', name: 'A', components: [{ technicalName: 'x', name: 'X', kind }] };
    expect(readBack(shop({ applications: [application] })).applications?.[0]?.components?.[0]?.kind ?? 'Other').toBe(kind);
  });

  it.each(DEPENDENCY_TYPES.filter((type) => type !== 'TrafficFlow'))('keeps the type %s', (dependencyType) => {
    const kinds: Partial<Record<string, ComponentKind>> = {
      Calls: 'WebAPI',
      UsesIdp: 'Identity',
      Publishes: 'Queue',
      Consumes: 'Queue',
      PubSub: 'Queue',
    };
    const components = [
      { technicalName: 'x', name: 'X', kind: 'Worker' as const },
      { technicalName: 'y', name: 'Y', kind: kinds[dependencyType] ?? ('Database' as const) },
    ];
    const manifest = shop({
      applications: [{ technicalName: 'a', name: 'A', components }],
      dependencies: [{ source: 'x', target: 'y', dependencyType, mode: 'Hard' }],
    });
    expect(readBack(manifest).dependencies).toEqual(manifest.dependencies);
  });

  it('says what it has no place for', () => {
    const manifest = shop({
      capabilities: [{ technicalName: 'c' }],
      segments: [{ technicalName: 's' }, { technicalName: 't' }],
      applications: [{ technicalName: 'a', components: [{ technicalName: 'x' }] }],
      dependencies: [{ source: 'x', target: 'elsewhere', dependencyType: 'Calls' }],
    });
    expect(toWorkspace(manifest).left).toEqual([
      ['capability', 1],
      ['segment', 2],
      ['dependency', 1],
    ]);
  });

  it('has a view of all systems, and one of each system with its containers and what they use', () => {
    const manifest = shop({
      applications: [
        {
          technicalName: 'a',
          name: 'A',
          components: [
            { technicalName: 'x', name: 'X' },
            { technicalName: 'y', name: 'Y' },
          ],
        },
        { technicalName: 'b', name: 'B', components: [{ technicalName: 'b', name: 'B' }] },
      ],
      dependencies: [
        { source: 'x', target: 'y', dependencyType: 'Calls' },
        { source: 'x', target: 'b', dependencyType: 'Calls' },
      ],
    });
    expect(toWorkspace(manifest).workspace).toMatchObject({
      views: {
        systemLandscapeViews: [{ elements: [{ id: '1' }, { id: '4' }], relationships: [{ id: '7' }] }],
        containerViews: [
          { softwareSystemId: '1', elements: [{ id: '2' }, { id: '3' }, { id: '4' }], relationships: [{ id: '5' }, { id: '6' }] },
        ],
      },
    });
  });
});
