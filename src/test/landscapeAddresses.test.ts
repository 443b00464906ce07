/** Every address that the landscape page has ever made opens something that answers the same question: links are in wikis and saved views. */
import { createLoader } from 'nuqs';
import { describe, expect, it } from 'vitest';
import type { Picture } from '@/contract/picture';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { landscapeParsers, pictureInputOf } from '@/features/landscape/address/landscapeAddress';
import { finish } from '@/plain/steps';
import { NOTHING_LIVE } from '@/server/health/liveStates';
import { plainInput } from '@/server/picture/keptPictures';
import { firstLegible } from '@/server/picture/layout/firstLegible';
import { atOnce, makePicture } from '@/server/picture/makePicture';
import { readLandscape } from './graphFromManifest';
import { pictureLandscape } from './pictureLandscapes';

const read = createLoader(landscapeParsers);
const small = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));
const large = finish(new LandscapeGraphBuilder().addAll(pictureLandscape(400, 1_200, 40, 7)).seal(1));
const idIn = (graph: LandscapeGraph, technicalName: string): string => graph.findEntity('component', technicalName)?.id ?? '';
const application = (graph: LandscapeGraph): string => [...graph.applications][0]!.id;

async function opened(graph: LandscapeGraph, address: string): Promise<Picture> {
  const input = plainInput(pictureInputOf(read(`?${address}`), { width: 1_200, height: 720 }));
  return (await makePicture({ graph, live: NOTHING_LIVE, input }, firstLegible, atOnce)).picture;
}

const told = ({ level, grouping, matching }: Picture) => [level, grouping, matching.components];

describe('of a small landscape', () => {
  it.each<[string, unknown[]]>([
    ['', ['cards', 'application', 33]],
    ['grouping=application', ['cards', 'application', 33]],
    ['grouping=team', ['cards', 'team', 33]],
    ['grouping=capability', ['map', 'capability', 33]],
    ['grouping=hosting-zone', ['map', 'hosting-zone', 33]],
    ['grouping=none', ['components', 'none', 33]],
    ['level=cards', ['cards', 'application', 33]],
    ['level=components', ['components', 'none', 33]],
    ['level=groups', ['map', 'domain', 33]],
    ['level=groups&grouping=team', ['map', 'team', 33]],
    ['colour=exposure', ['cards', 'application', 33]],
    ['kinds=Database', ['components', 'none', 3]],
    ['rings=3', ['cards', 'application', 33]],
  ])('%s', async (address, answer) => {
    expect(told(await opened(small, address))).toEqual(answer);
  });

  it('with an open card', async () => {
    const { cards } = await opened(small, `open=${application(small)}`);
    expect(cards.find(({ id }) => id === application(small))?.isOpen).toBe(true);
  });

  it('around a component, which was drawn with its neighbours', async () => {
    const { level, headings } = await opened(small, `focus=${idIn(small, 'kafka')}&hops=1`);
    expect([level, headings.map(({ hop }) => hop)]).toEqual(['focus', [-1, 0, 1]]);
  });

  it('an application by itself, as a row of a card of applications was opened', async () => {
    const { cards, boxes } = await opened(small, `focus=${application(small)}&hops=0`);
    const own = [...small.nodes()].filter((node) => small.componentView(node).applicationId === application(small)).length;
    expect(cards.reduce((sum, { count }) => sum + count, 0) || boxes.length).toBe(own);
  });
});

describe('of a large landscape', () => {
  it.each<[string, unknown[]]>([
    ['', ['map', 'domain', 400]],
    ['grouping=application', ['map', 'application', 400]],
    ['grouping=team&level=groups', ['map', 'team', 400]],
    ['grouping=hosting-zone', ['map', 'hosting-zone', 400]],
    ['level=cards', ['map', 'domain', 400]],
    ['grouping=none', ['map', 'none', 400]],
  ])('%s', async (address, answer) => {
    expect(told(await opened(large, address))).toEqual(answer);
  });

  it('every component', async () => {
    const { cards } = await opened(large, 'level=components');
    expect(new Set(cards.flatMap(({ rows }) => rows.map(({ of }) => of))).size).toBe(400);
  });

  it('with the card of all the rest open, which no longer exists', async () => {
    expect(told(await opened(large, 'open=rest'))).toEqual(['map', 'domain', 400]);
  });
});
