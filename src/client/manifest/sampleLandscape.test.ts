import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readManifestText } from '@/contract/manifest/text/readText';
import { withoutRevenue } from './sampleLandscape';

const served = readFileSync('public/samples/astronomy-shop.yaml', 'utf8');

it('the sample that is served is the landscape of the demo', () => {
  expect(served).toBe(readFileSync('src/test/landscapes/opentelemetry-demo.yaml', 'utf8'));
});

it('without revenue, it is the same landscape with no word of revenue', () => {
  const manifest = readManifestText(withoutRevenue(served));
  expect(manifest).toBeDefined();
});
