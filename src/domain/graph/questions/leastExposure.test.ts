/** Which components certainly fail, and the minimum cost of that. */
import { expect, it } from 'vitest';
import { leastExposures, sureDependents } from './leastExposure';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { capabilityId, componentId, sketchFacts } from '@/test/graphSketch';
import { finish } from '@/plain/steps';

const facts = sketchFacts({
  edges: [
    'shop.web -> core.api',
    'core.api -> core.db',
    'shop.web -> extra.ads optional',
    'shop.web -> extra.mail Soft',
    'shop.web -> a.one group:pair',
    'shop.web -> a.two group:pair',
    'shop.web -> extra.log blocked',
    'small.page -> core.db',
  ],
  supports: { shop: ['sell'], small: ['read'] },
});
const segment = (number: number, capability: string, annualRevenue: number) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  technicalName: `s${number}`,
  name: `s${number}`,
  audienceType: 'Customers' as const,
  people: null,
  annualRevenue,
  capabilities: [{ capabilityId: capabilityId(capability), revenueShare: 1 }],
});
const graph = finish(
  new LandscapeGraphBuilder().addAll({ ...facts, segments: [segment(1, 'sell', 8_760_000), segment(2, 'read', 87_600)] }).seal(1),
);
const node = (name: string): number => graph.components.find(componentId(name));

it.each([
  ['shop.web', 1_000],
  ['core.api', 1_000],
  // Two applications fail with the component: the one that earns more counts.
  ['core.db', 1_000],
  ['small.page', 10],
  ['extra.ads', 0],
  ['extra.mail', 0],
  ['extra.log', 0],
  ['a.one', 0],
])('the failure of %s costs at least %i an hour', (name, perHour) => {
  expect(leastExposures(graph)[node(name)]).toBeCloseTo(perHour, 6);
});

it('counts each dependent that certainly fails once', () => {
  expect(['core.db', 'core.api', 'extra.ads', 'a.one'].map((name) => sureDependents(graph)[node(name)])).toEqual([2, 1, 0, 0]);
});
