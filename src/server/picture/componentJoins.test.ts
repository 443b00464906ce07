import { expect, it } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/graphBuilder';
import { applicationId, componentId, sketchFacts } from '@/test/graphSketch';
import type { LiveStates } from '@/server/health/liveStates';
import { componentJoinsIn } from './componentJoins';
import { foldLandscape } from './foldLandscape';

const QUIET: LiveStates = { impacted: new Map(), causes: new Set(), reported: new Set(), maintained: new Set(), rolledUp: new Map() };

/** 300 of `near` and one of `far` call or read data.hub, which calls one of `near`. */
const hub = new LandscapeGraphBuilder()
  .addAll(
    sketchFacts({
      edges: [
        ...Array.from({ length: 300 }, (_, at) => `near.n${at} -> data.hub${at % 3 === 0 ? ' Reads' : ''}`),
        'far.one -> data.hub',
        'data.hub -> near.n0 Async',
      ],
    }),
  )
  .seal(1);
const chosen = componentId('data.hub');

it('of a hub all are counted, however many, each way by itself', () => {
  const { bundles } = componentJoinsIn(hub, QUIET, { component: chosen, grouping: 'application' });
  const look = { mode: 'Hard', propagates: true };
  expect(bundles.map((bundle) => ({ ...bundle, parts: [...bundle.parts].sort((a, b) => a.count - b.count) }))).toEqual([
    {
      sourceId: applicationId('near'),
      targetId: chosen,
      count: 300,
      parts: [
        { ...look, dependencyType: 'Reads', count: 100 },
        { ...look, dependencyType: 'Calls', count: 200 },
      ],
    },
    { sourceId: chosen, targetId: applicationId('near'), count: 1, parts: [{ ...look, dependencyType: 'Calls', mode: 'Async', count: 1 }] },
    { sourceId: applicationId('far'), targetId: chosen, count: 1, parts: [{ ...look, dependencyType: 'Calls', count: 1 }] },
  ]);
});

it('they are those that a picture with room for all of them draws', () => {
  const folded = [applicationId('near'), applicationId('far')];
  const picture = foldLandscape(hub, QUIET, { folded });
  expect(picture.omitted.dependencies).toBe(0);
  const inOrder = <T extends { sourceId: string; targetId: string }>(bundles: readonly T[]): T[] =>
    [...bundles].sort((a, b) => (a.sourceId + a.targetId < b.sourceId + b.targetId ? -1 : 1));
  const { bundles } = componentJoinsIn(hub, QUIET, { component: chosen, grouping: 'application' });
  expect(inOrder(bundles).map(({ sourceId, targetId, count }) => [sourceId, targetId, count])).toEqual(
    inOrder(picture.bundles).map(({ sourceId, targetId, count }) => [sourceId, targetId, count]),
  );
});
