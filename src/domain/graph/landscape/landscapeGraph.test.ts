import { expect, it, vi } from 'vitest';

it('answers on a graph that another bundle of the process has built', async () => {
  const { LandscapeGraphBuilder } = await import('./graphBuilder');
  const { finish } = await import('@/plain/steps');
  const technology = { id: '00000000-0000-4000-8000-000000000001', technicalName: 'postgres-17', name: 'PostgreSQL 17' };
  const graph = finish(new LandscapeGraphBuilder().addAll({ technologies: [technology] }).seal(7));
  vi.resetModules();
  const { LandscapeGraph } = await import('./landscapeGraph');
  expect(graph).not.toBeInstanceOf(LandscapeGraph);
  const { copyLandscape } = await import('./copyLandscape');
  expect(copyLandscape(graph).findEntity('technology', 'postgres-17')).toMatchObject({ name: 'PostgreSQL 17', index: 0 });
});
