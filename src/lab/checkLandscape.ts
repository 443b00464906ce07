/** Reads the pictures of a landscape from a server, as a browser draws them, and compares what they state with what REST lists. */
import type { TRPCClient } from '@trpc/client';
import type { CanvasPicture } from '@/canvas/model/picture';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { GROUPINGS } from '@/contract/values/picture';
import { unpackMarks, unpackPicture } from '@/contract/values/packPicture';
import { markedPicture } from '@/features/landscape/picture/differenceMarks';
import type { AppRouter } from '@/server/procedures/root';
import { falseStatements, type KnownLandscape } from './drawnLandscape';

const WINDOWS = [
  { width: 1_200, height: 720 },
  { width: 360, height: 640 },
] as const;
const PAGE = 200;

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

async function everyPage<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page<Item> = await read(cursor);
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

export async function listLandscape(client: TRPCClient<AppRouter>): Promise<KnownLandscape> {
  const { impacted } = await client.health.snapshot.query({});
  const asked = (cursor: string | undefined) => ({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
  return {
    components: await everyPage((cursor) => client.components.list.query(asked(cursor))),
    applications: await everyPage((cursor) => client.applications.list.query(asked(cursor))),
    dependencies: await everyPage((cursor) => client.dependencies.list.query(asked(cursor))),
    capabilities: await everyPage((cursor) => client.capabilities.list.query(asked(cursor))),
    hostingZones: await everyPage((cursor) => client.hostingZones.list.query(asked(cursor))),
    affected: new Map(impacted.map(({ id, effectiveState }) => [id, effectiveState])),
  };
}

interface View {
  grouping: (typeof GROUPINGS)[number] | null;
  around: string[];
  hops: number;
}

/** In focus: what has the most dependents, one component from the middle of the list, and an application. */
function views({ components, applications, dependencies }: KnownLandscape): View[] {
  const counts = new Map<string, number>();
  for (const { targetComponentId: id } of dependencies) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [busiest] = [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
  const things = [busiest, components[components.length >> 1]?.id, applications[0]?.id].filter((id) => id !== undefined);
  return [
    ...[null, ...GROUPINGS].map((grouping) => ({ grouping, around: [], hops: 0 })),
    ...things.flatMap((id) => [1, 3].map((hops) => ({ grouping: null, around: [id], hops }))),
  ];
}

export interface CheckedPicture {
  /** For example `by team, 1200 × 720`. */
  name: string;
  drawn: CanvasPicture;
  /** What the page says it is grouped by. */
  grouping: string;
  /** A sentence for each statement that does not hold. */
  problems: string[];
}

/** Every grouping and a few things in focus, in a wide and a narrow window, in the colours of health. Throws what the server answers. */
export async function* checkLandscape(client: TRPCClient<AppRouter>, known: KnownLandscape): AsyncGenerator<CheckedPicture> {
  for (const { grouping, around, hops } of views(known))
    for (const window of WINDOWS) {
      const question = around.length === 0 ? null : { around, hops };
      const input = { grouping, level: null, open: [], filters: {}, question, ...window };
      const data = unpackPicture(await client.landscape.picture.query(input));
      const marks = unpackMarks(await client.landscape.pictureMarks.query({ ...input, colourBy: 'health' }));
      const drawn = markedPicture({ data, marks, differences: undefined }, paletteOf('light'));
      const subject = around.length === 0 ? `by ${grouping ?? 'default'}` : `${hops} hops around ${around.join()}`;
      const name = `${subject}, ${window.width} × ${window.height}`;
      yield { name, drawn, grouping: data.grouping, problems: falseStatements(drawn, known, data.grouping, around) };
    }
}
