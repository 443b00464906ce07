/** A file of columns has the signs that it shows, and says the same in words. */
import { expect, test } from 'vitest';
import { blastColumns } from '@/domain/graph/impactPicture/blastColumns';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { finish } from '@/plain/steps';
import { readLandscape } from '@/test/graphFromManifest';
import { columnsSheet } from './columnsSheet';
import { impactBands } from './impactBands';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));
const columns = finish(
  blastColumns(
    graph,
    {
      entityType: 'component',
      entityId: 'astronomy-db',
      direction: 'downstream',
      requestedDepth: 10,
      planMaximumDepth: 10,
      modes: null,
      types: null,
    },
    true,
  ),
)!;
const draw = columnsSheet((cardBands) => impactBands({ ...columns, currency: 'EUR' }, { failingNow: new Set() }, cardBands));

test('the legend lists the states of the picture and no others, with their signs', () => {
  const { legend } = draw('sheet');
  expect(legend?.map(({ label }) => label)).toEqual(['Outage', 'Filled: fails by itself']);
  expect(legend?.[0]?.icon).toMatch(/^data:image/);
});

test('each column is said in words', () => {
  const { words } = draw('sheet');
  expect(words?.slice(0, 4)).toEqual([
    { heading: 'Fails', items: ['Astronomy database: Outage, Catalogue, Database'] },
    {
      heading: 'Affected: 1 hop',
      items: ['Catalogue: Outage. Product catalogue (Outage)', 'Fulfilment: Outage. Accounting (Outage)'],
    },
    {
      heading: 'Affected: 2 hops',
      items: ['Storefront: Outage. Frontend (Outage), Recommendations (Outage)', 'Ordering: Outage. Checkout (Outage)'],
    },
    { heading: 'Affected: 3 hops', items: ['Storefront, further: Outage. Frontend proxy (Outage)'] },
  ]);
  expect(words?.at(-1)).toEqual({ heading: 'Who it affects, and what it costs', items: ['Shoppers: Outage, €2,000/h, 240,000 people'] });
});

test('a slide is laid out lower than a sheet', () => {
  expect(draw('slide').picture.size.height).toBeLessThanOrEqual(780);
});

const factsOf = () => [];

test.each([
  ['an answer to what would happen', {}, 'Fails'],
  ['what is so at this moment', { factsOf }, 'Fails now'],
  ['a moment that is over', { factsOf, isPast: true }, 'Failed then'],
])('the first column of %s is headed so', (_what, told, heading) => {
  const [first] = impactBands({ ...columns, currency: 'EUR' }, { failingNow: new Set(), ...told }, 4).bands;
  expect(first?.heading).toBe(heading);
});
