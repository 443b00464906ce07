/** The columns of the blast radius, in a wide window and on a phone: of applications, zones and components spread over the whole landscape. */
import { columnsPicture } from '@/client/impactColumns/columnsPicture';
import { impactBands } from '@/client/impactColumns/impactBands';
import { placeBands } from '@/client/impactColumns/placeBands';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { ImpactColumns } from '@/contract/impactColumns';
import { DIRECTIONS, type EntityKind } from '@/domain/vocabulary';
import { falseStatements } from '@/test/columnsOracle';
import { truthOf, type AnswerRead, type LandscapeRead } from '@/test/columnsTruth';
import type { Server } from './server';

const WINDOWS = [
  { width: 880, height: 690 },
  { width: 390, height: 660 },
];

interface Named {
  id: string;
  technicalName: string;
}

export async function columnsProblems(server: Server, questions: number): Promise<{ drawn: number; problems: string[] }> {
  const landscape = await readLandscape(server);
  const zones = await server.all<Named>('/hosting-zones');
  const problems: string[] = [];
  let drawn = 0;
  for (const { kind, entity } of spreadOver(landscape, zones, questions))
    for (const direction of DIRECTIONS) {
      const asked = { entityType: kind, entityId: entity.id, direction };
      const answer = (await server.rest(`/blast-radius?${new URLSearchParams(asked).toString()}`)) as AnswerRead;
      const truth = truthOf(answer, landscape);
      const all = ImpactColumns.parse(await server.page('impact.lanes', asked));
      const groups = all.groups.slice(0, 2).map(({ key }) => key);
      for (const group of [null, ...groups]) {
        const columns = group === null ? all : ImpactColumns.parse(await server.page('impact.lanes', { ...asked, group }));
        for (const window of WINDOWS) {
          const placed = placeBands((cardBands) => impactBands(columns, { failingNow: new Set() }, cardBands), window);
          const found = falseStatements(columnsPicture(placed, paletteOf('light')), truth);
          const where = `${kind} ${entity.technicalName} ${direction} ${group ?? ''} ${window.width}`;
          problems.push(...found.map((problem) => `${where}: ${problem}`));
          drawn++;
        }
      }
    }
  return { drawn, problems };
}

interface NamedLandscape extends LandscapeRead {
  applications: (LandscapeRead['applications'][number] & Named)[];
  components: (LandscapeRead['components'][number] & Named)[];
}

async function readLandscape(server: Server): Promise<NamedLandscape> {
  const segments = await server.all<{ id: string; capabilities: { capabilityId: string }[] }>('/segments');
  return {
    applications: await server.all('/applications'),
    components: await server.all('/components'),
    dependencies: await server.all('/dependencies'),
    capabilities: await server.all('/capabilities'),
    processes: await server.all('/processes'),
    segments: segments.map(({ id, capabilities }) => ({ id, capabilityIds: capabilities.map(({ capabilityId }) => capabilityId) })),
  };
}

/** As many as asked for, evenly from all kinds together. */
function spreadOver(
  { applications, components }: { applications: readonly Named[]; components: readonly Named[] },
  zones: readonly Named[],
  most: number,
): { kind: EntityKind; entity: Named }[] {
  const all = [
    ...zones.map((entity) => ({ kind: 'hosting-zone' as const, entity })),
    ...applications.map((entity) => ({ kind: 'application' as const, entity })),
    ...components.map((entity) => ({ kind: 'component' as const, entity })),
  ];
  const step = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, at) => at % step === 0);
}
