import { expect, it } from 'vitest';
import type { DomainsBy } from '@/domain/vocabulary';
import { capabilityId, sketchFacts, sketchGraph } from '@/test/graphSketch';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { finish } from '@/plain/steps';
import { broadGrouping, domainKeyOfTeam, domainOfKey, NO_GROUP, teamKey, teamOfKey, topCapabilities } from './grouping';

it('a team called none is distinct from the group without a team', () => {
  expect(teamKey('none')).not.toBe(NO_GROUP);
  expect(teamOfKey(teamKey('none'))).toBe('none');
});

it.each([
  ['payments/cards', '/', 'payments'],
  ['payments - cards - eu', ' - ', 'payments'],
  ['payments', '/', 'payments'],
  ['/cards', '/', '/cards'],
])('the team “%s” with the separator “%s” is in the domain “%s”', (team, separator, domain) => {
  expect(domainOfKey(domainKeyOfTeam(team, separator))).toBe(domain);
});

it('without a team there is no domain', () => {
  expect([domainKeyOfTeam(null, '/'), domainKeyOfTeam('', '/')]).toEqual([NO_GROUP, NO_GROUP]);
});

it('the capabilities at the top are those without a parent, each once', () => {
  const facts = sketchFacts({ edges: [], alone: ['shop.web'], supports: { shop: ['pay', 'refund', 'mail'], x: ['money'] } });
  const parents: Record<string, string> = { pay: 'money', refund: 'pay' };
  for (const capability of facts.capabilities) {
    const parent = parents[capability.technicalName];
    if (parent !== undefined) capability.parentId = capabilityId(parent);
  }
  const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
  const indexes = ['pay', 'refund', 'mail'].map((name) => graph.capabilities.indexOf(capabilityId(name)));
  expect(topCapabilities(graph, indexes).map((index) => graph.capabilities.at(index).technicalName)).toEqual(['money', 'mail']);
});

it.each<[DomainsBy | null, number, string]>([
  [null, 1, 'domain'],
  [null, 0, 'application'],
  ['None', 1, 'application'],
  ['TopCapability', 0, 'domain'],
  ['TeamPrefix', 0, 'domain'],
])(
  'by the rule %s, with %i of two applications that support a capability, a large landscape is grouped by %s',
  (by, supporting, grouping) => {
    const graph = sketchGraph({ edges: [], alone: ['shop.web', 'bank.core'], supports: supporting === 0 ? {} : { shop: ['sell'] } });
    expect(broadGrouping(graph, { by, separator: '/' })).toBe(grouping);
  },
);
