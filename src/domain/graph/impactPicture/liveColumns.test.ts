import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import { liveColumns, MOST_DRAWN_CAUSES, OTHER_CAUSES } from './liveColumns';
import type { FailureState } from '@/domain/vocabulary';
import { readLandscape } from '@/test/graphFromManifest';
import { impactOf, unhealthyLandscapes } from '@/test/healthArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));
const idOf = (technicalName: string): string => graph.findEntity('component', technicalName)?.id ?? '';

function columnsOf(states: Readonly<Record<string, FailureState>>, order: readonly string[] = []) {
  const unhealthy = Object.entries(states).map(([name, state]) => ({ componentId: idOf(name), state, since: 0 }));
  return liveColumns(liveImpact(graph, { unhealthy, healthyCount: 0 }), order.map(idOf), true);
}

describe('the columns of the current impact', () => {
  test('show all causes together, in the given order, and each symptom in its card', () => {
    const columns = columnsOf({ 'astronomy-db': 'Outage', payment: 'Degraded', frontend: 'Warning' }, ['payment', 'astronomy-db']);
    expect(columns.causes.map(({ technicalName, state }) => [technicalName, state])).toEqual([
      ['payment', 'Degraded'],
      ['astronomy-db', 'Outage'],
    ]);
    const storefront = columns.cards.find(({ technicalName }) => technicalName === 'storefront');
    expect(
      storefront?.parts.flatMap(({ rows }) => rows).map(({ technicalName, depth, state }) => [technicalName, depth, state]),
    ).toContainEqual(['frontend', 2, 'Outage']);
  });

  test('lead from each cause to what it reaches first', () => {
    const columns = columnsOf({ payment: 'Outage' });
    const ordering = columns.cards.find(({ technicalName }) => technicalName === 'ordering');
    const link = { from: idOf('payment'), to: ordering?.parts[0]?.id, count: 1, fromRow: idOf('payment'), toRow: idOf('checkout') };
    expect(columns.links).toContainEqual(link);
    expect(ordering?.depth).toBe(1);
  });

  test('are empty if nothing is impacted', () => {
    const columns = columnsOf({});
    expect([columns.causes, columns.cards, columns.capabilities, columns.audiences, columns.links]).toEqual([[], [], [], [], []]);
  });

  test('a cause that takes nothing else down leads to what its own application supports', () => {
    const columns = columnsOf({ 'frontend-proxy': 'Outage' });
    const placing = columns.capabilities.find(({ technicalName }) => technicalName === 'place-order');
    expect(columns.links).toContainEqual({ from: idOf('frontend-proxy'), to: placing?.id, count: 1, fromRow: null, toRow: null });
  });
});

test('show each impacted component as a cause or in a card, in any landscape', () => {
  fc.assert(
    fc.property(unhealthyLandscapes, ({ facts, own }) => {
      const impact = impactOf(facts, own);
      const [impacted, causes] = [impact.nodes.length, impact.rootCauses.length];
      const columns = liveColumns(impact, [], true);
      expect(columns.causes.length).toBe(Math.min(MOST_DRAWN_CAUSES, causes));
      expect(columns.causes.length + columns.causesOmitted).toBe(causes);
      const carded = columns.cards.reduce((sum, { componentCount }) => sum + componentCount, columns.others.components);
      expect(carded).toBe(impacted - causes);
      const known = new Set([
        OTHER_CAUSES,
        'others',
        ...[
          ...columns.causes,
          ...columns.cards.flatMap(({ parts }) => [
            ...parts,
            ...parts.flatMap((part) => part.rows.map(({ id }) => ({ id: `${part.id} ${id}` }))),
          ]),
          ...columns.capabilities,
          ...columns.processes,
          ...columns.audiences,
        ].map(({ id }) => id),
      ]);
      for (const { from, to } of columns.links) expect([known.has(from), known.has(to)]).toEqual([true, true]);
    }),
    randomRuns(150),
  );
});
