import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readManifestText } from '@/contract/manifest/text/readText';
import { withoutRevenue, withoutScenarios } from './sampleLandscape';

const served = readFileSync('public/samples/astronomy-shop.yaml', 'utf8');

it('the sample that is served is the landscape of the demo, and tells editors where its schema is', () => {
  const [first = '', ...others] = served.split('\n');
  expect(first).toBe('# yaml-language-server: $schema=../schemas/manifest.v1.json');
  expect(others.join('\n')).toBe(readFileSync('src/test/landscapes/opentelemetry-demo.yaml', 'utf8'));
});

it('without revenue, the sample is the same landscape with no revenue in it', () => {
  const whole = readManifestText(served, 'yaml').manifest;
  const { manifest, issues } = readManifestText(withoutRevenue(served), 'yaml');
  expect(issues).toEqual([]);
  expect(JSON.stringify(manifest)).not.toMatch(/revenue/i);
  const segments = whole?.segments?.map(({ annualRevenue: _annualRevenue, capabilities, ...segment }) => ({
    ...segment,
    capabilities: capabilities?.map((link) => ({ capability: (link as { capability: string }).capability })),
  }));
  expect(manifest).toEqual({ ...whole, segments });
});

it('without scenarios, the sample is otherwise the same landscape', () => {
  const { scenarios, ...whole } = readManifestText(served, 'yaml').manifest ?? {};
  expect(scenarios?.length).toBeGreaterThan(2);
  expect(readManifestText(withoutScenarios(served), 'yaml')).toMatchObject({ manifest: whole, issues: [] });
  expect(readManifestText(withoutScenarios(served), 'yaml').manifest?.scenarios).toBeUndefined();
});
