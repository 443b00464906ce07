import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIELD_RULES, type ManifestKind } from '@/domain/manifest/manifestFields';
import { EXAMPLE_MANIFEST } from './example';
import { manifestJsonSchema } from './jsonSchema';
import { manifestReference, sectionsOf, statedDefault } from './reference';
import { Manifest } from './schema';

interface SchemaNode {
  title?: string;
  description?: string;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: boolean;
  definitions?: Record<string, SchemaNode>;
}

const published = readFileSync('public/schemas/manifest.v1.json', 'utf8');

describe('the published schema', () => {
  it('is generated from the zod schema (npx tsx src/server/manifest/publishSchema.ts updates it)', () => {
    expect(published).toBe(manifestJsonSchema());
  });

  it('names no host, so that it can be served from anywhere', () => {
    const { $id, $schema } = JSON.parse(published) as { $id: string; $schema: string };
    expect([$id, $schema]).toEqual(['manifest.v1.json', 'http://json-schema.org/draft-07/schema#']);
    expect(published.match(/https?:\/\/[^"]+/g)).toEqual(['http://json-schema.org/draft-07/schema#']);
  });

  it('explains every field and refuses unknown ones, so that editors can complete and check', () => {
    const root = JSON.parse(published) as SchemaNode;
    const objects = [root, ...Object.values(root.definitions ?? {})];
    expect(Object.keys(root.definitions ?? {}).sort()).toEqual([
      'ManifestApplication',
      'ManifestCapability',
      'ManifestComponent',
      'ManifestDataset',
      'ManifestDependency',
      'ManifestFailure',
      'ManifestHostingArea',
      'ManifestHostingZone',
      'ManifestProcess',
      'ManifestReference',
      'ManifestScenario',
      'ManifestSegment',
      'ManifestSegmentCapability',
      'ManifestTechnology',
      'ManifestWithheldDependency',
    ]);
    for (const { properties = {}, additionalProperties } of objects) {
      expect(additionalProperties).toBe(false);
      for (const [field, { title, description }] of Object.entries(properties))
        expect({ field, title: typeof title, description: typeof description }).toEqual({ field, title: 'string', description: 'string' });
    }
  });
});

describe('the manifest reference', () => {
  const root = JSON.parse(published) as SchemaNode;
  const sections = sectionsOf(root);

  it('is generated from the schema (npm run schema:manifest updates it)', () => {
    expect(readFileSync('src/guides/manifest-reference.md', 'utf8')).toBe(manifestReference());
  });

  it('has a section for each part of the schema, and a row for each of its fields', () => {
    expect(sections.length).toBe(1 + Object.keys(root.definitions ?? {}).length);
    for (const [index, text] of manifestReference().split('\n## ').slice(1, -1).entries()) {
      const { title = '', schema } = sections[index] ?? {};
      const rows = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field);
      expect([text.split('\n')[0], rows]).toEqual([title, Object.keys(schema?.properties ?? {})]);
    }
  });

  it('takes its examples from a manifest that is valid and states every field', () => {
    expect(Manifest.safeParse(EXAMPLE_MANIFEST).error?.issues ?? []).toEqual([]);
    const stated = new Set(sections.flatMap(({ examples }) => examples.flatMap((example) => Object.keys(example))));
    const fields = sections.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
    expect(fields.filter((field) => !stated.has(field))).toEqual([]);
  });

  it.each([
    ['ManifestApplication', 'application'],
    ['ManifestComponent', 'component'],
    ['ManifestCapability', 'capability'],
    ['ManifestProcess', 'process'],
    ['ManifestSegment', 'segment'],
    ['ManifestHostingArea', 'hosting-area'],
    ['ManifestHostingZone', 'hosting-zone'],
    ['ManifestTechnology', 'technology'],
    ['ManifestDataset', 'dataset'],
    ['ManifestDependency', 'dependency'],
    ['ManifestScenario', 'scenario'],
  ] as const satisfies readonly [string, ManifestKind][])('states the defaults of %s as they are', (definition, kind) => {
    const properties = root.definitions?.[definition]?.properties ?? {};
    const stated = Object.entries(properties).map(([field, { description = '' }]) => [field, statedDefault(description)]);
    const actual = Object.keys(properties).map((field) => {
      const { initial } = FIELD_RULES[kind].find((rule) => rule.field === field) ?? { initial: field === 'reuseName' ? false : undefined };
      return [field, initial === undefined || initial === null || typeof initial === 'object' ? undefined : String(initial)];
    });
    expect(stated).toEqual(actual);
  });
});
