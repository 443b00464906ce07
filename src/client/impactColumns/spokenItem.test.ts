import { expect, test } from 'vitest';
import { blastColumns } from '@/domain/graph/impactPicture/blastColumns';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { finish } from '@/plain/steps';
import { readLandscape } from '@/test/graphFromManifest';
import { impactBands } from './impactBands';
import { placeBands } from './placeBands';
import { spokenItem } from './spokenItem';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));
const question = { direction: 'downstream', requestedDepth: 10, planMaximumDepth: 10, modes: null, types: null } as const;
const columns = finish(blastColumns(graph, { entityType: 'component', entityId: 'astronomy-db', ...question }, true))!;
const placed = placeBands((cardBands) => impactBands({ ...columns, currency: 'EUR' }, { failingNow: new Set() }, cardBands), {
  width: 1_170,
  height: 700,
});
const idOf = (technicalName: string): string => graph.findEntity('component', technicalName)!.id;

test('a row is said with its state, its distance, its application, and what passes the failure on', () => {
  expect(spokenItem(placed, idOf('product-catalog'))).toBe('Product catalogue, Outage, 1 hop, in Catalogue, via Astronomy database');
  expect(spokenItem(placed, idOf('frontend-proxy'), () => 'Frontend')).toMatch(
    /^Frontend proxy, Outage, 3 hops, in Storefront, further, via Frontend$/,
  );
});

test('a card is said with its column, an audience with its people and cost', () => {
  const card = columns.cards.find(({ technicalName }) => technicalName === 'ordering')!;
  expect(spokenItem(placed, card.id)).toBe('Ordering, Outage, Affected: 2 hops, 1 component');
  expect(spokenItem(placed, columns.audiences[0]!.id)).toBe(
    'Shoppers, Outage, Who it affects, and what it costs, €2,000/h, 240,000 people',
  );
});

test('nothing is said of what is not there', () => {
  expect(spokenItem(placed, 'elsewhere')).toBe('');
});
