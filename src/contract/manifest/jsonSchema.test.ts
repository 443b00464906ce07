import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestJsonSchema } from './jsonSchema';

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
