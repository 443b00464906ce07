/** Exports of a scenario: its picture, sized by its content rather than by the window, and a table of what is affected. */
import { impactBands } from '@/client/impactColumns/impactBands';
import { columnsLook } from '@/client/impactColumns/columnsLook';
import { columnsPicture } from '@/client/impactColumns/columnsPicture';
import { placeBands } from '@/client/impactColumns/placeBands';
import { pictureExports, type Exported } from '@/client/pictureExports';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { ScenarioAnswer, ScenarioPicture } from '@/contract/scenarios';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import type { ExportChoice } from '@/ui/ExportMenu';
import type { ScenarioLook } from './scenarioAddress';

const SHEET = { width: 1_600, height: 1_100 };
const MOST_NAMED = 3;

/** Empty before there is an answer. Offers no picture while the table is shown. */
export function scenarioExports(shown: ScenarioLook, picture: ScenarioPicture | undefined): ExportChoice[] {
  if (picture === undefined) return [];
  const { answer } = picture;
  const paper = paletteOf('light');
  return pictureExports({
    draw: drawer(shown, picture),
    title: `What breaks if ${failureWords(answer)} together`,
    note: `Landscape version ${answer.landscapeVersion}`,
    legend: [...HEALTH_STATES].reverse().map((state) => ({ colour: paper.states[state], label: state })),
    fileName: 'scenario',
    tables: [
      {
        title: 'What is affected',
        fileName: 'scenario-affected',
        head: ['kind', 'technicalName', 'name', 'depth', 'together', 'worstAlone', 'isOnlyTogether'],
        rows: () => affectedRows(answer),
      },
    ],
  });
}

/** Null for the table. */
function drawer(shown: ScenarioLook, picture: ScenarioPicture): Exported['draw'] {
  const paper = paletteOf('light');
  const { answer, lanes: columns } = picture;
  if (shown === 'table') return null;
  return () => {
    const onlyTogether = idsOnlyTogether(answer);
    const placed = placeBands((bands) => impactBands(columns, { failingNow: new Set(), onlyTogether }, bands), SHEET);
    return { picture: columnsPicture(placed, paper), look: columnsLook(paper) };
  };
}

/** Ids of what is affected only because the failures come together. */
export function idsOnlyTogether(answer: ScenarioAnswer): ReadonlySet<string> {
  return new Set(listsOf(answer).flatMap(([, rows]) => rows.flatMap(({ id, isExcess }) => (isExcess ? [id] : []))));
}

function listsOf({ capabilities, processes, audiences, applications, components }: ScenarioAnswer) {
  return [
    ['capability', capabilities],
    ['process', processes],
    ['segment', audiences],
    ['application', applications],
    ['component', components],
  ] as const;
}

function affectedRows(answer: ScenarioAnswer) {
  return listsOf(answer).flatMap(([kind, rows]) =>
    rows.map(({ technicalName, name, depth, expectedState, alone, isExcess }) => [
      kind,
      technicalName,
      name,
      depth,
      expectedState,
      alone,
      isExcess,
    ]),
  );
}

function failureWords({ failures }: ScenarioAnswer): string {
  const named = failures.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = failures.length - named.length;
  return `${[...named, ...(more > 0 ? [countOf(more, 'more thing')] : [])].join(', ')} fail${failures.length === 1 ? 's' : ''}`;
}
