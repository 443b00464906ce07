/** Exports of a scenario: its picture, sized by its content rather than by the window, and a table of what is affected. */
import { impactBands } from '@/client/impactColumns/impactBands';
import { columnsSheet } from '@/client/impactColumns/columnsSheet';
import { impactFigures, peopleIn } from '@/client/labels/impactFigures';
import { pictureExports, type Exported } from '@/client/pictureExports';
import type { ScenarioAnswer, ScenarioPicture } from '@/contract/scenarios';
import { countOf } from '@/plain/counts';
import type { ExportChoice } from '@/ui/ExportMenu';
import type { ScenarioLook } from './scenarioAddress';

const MOST_NAMED = 3;

/** Empty before there is an answer. Offers no picture while the table is shown. */
export function scenarioExports(shown: ScenarioLook, picture: ScenarioPicture | undefined): ExportChoice[] {
  if (picture === undefined) return [];
  const { answer } = picture;
  return pictureExports({
    draw: drawer(shown, picture),
    title: `What breaks if ${failureWords(answer)} together`,
    note: `Landscape version ${answer.landscapeVersion}`,
    figures: impactFigures(
      { ...answer.counts, people: peopleIn(answer.audiences) },
      answer.revenueExposure,
      answer.completeness.notRecorded,
    ),
    legend: [],
    hasSlide: true,
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
function drawer(shown: ScenarioLook, { answer, lanes: columns }: ScenarioPicture): Exported['draw'] {
  if (shown === 'table') return null;
  const onlyTogether = idsOnlyTogether(answer);
  return columnsSheet((cardBands) => impactBands(columns, { failingNow: new Set(), onlyTogether }, cardBands));
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
