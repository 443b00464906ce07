/** A scenario for paper, files and strangers: title, figures, picture and a table of what is affected. Pure. */
import { columnsSheet } from '@/client/impactColumns/columnsSheet';
import { impactBands } from '@/client/impactColumns/impactBands';
import { impactFigures, peopleOf } from '@/client/labels/impactFigures';
import type { CsvTable, Exported } from '@/client/pictureExports';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import type { ScenarioAnswer, ScenarioPicture } from '@/contract/scenarios';
import { countOf, formatNumber } from '@/plain/counts';

const MOST_NAMED = 3;

export function scenarioSheet({ answer, lanes: columns }: ScenarioPicture, palette?: CanvasPalette): Exported {
  const onlyTogether = idsOnlyTogether(answer);
  return {
    draw: columnsSheet((cardBands) => impactBands(columns, { failingNow: new Set(), onlyTogether }, cardBands), palette),
    title: `What breaks if ${failureWords(answer)} together`,
    note: `Landscape version ${answer.landscapeVersion}`,
    figures: impactFigures({ ...answer.counts, ...peopleOf(answer.audiences) }, answer.revenueExposure, {
      parts: answer.completeness.notRecorded ?? [],
    }),
    legend: [],
    hasSlide: true,
    fileName: 'scenario',
    tables: [
      {
        title: whatIsAffected(answer),
        fileName: 'scenario-affected',
        head: ['kind', 'technicalName', 'name', 'depth', 'together', 'worstAlone', 'isOnlyTogether'],
        rows: () => affectedRows(answer),
      },
    ],
  };
}

/** Ids of what is affected only because the failures come together. */
export function idsOnlyTogether(answer: ScenarioAnswer): ReadonlySet<string> {
  return new Set(listsOf(answer).flatMap(([, rows]) => rows.flatMap(({ id, isExcess }) => (isExcess ? [id] : []))));
}

export function listsOf({ capabilities, processes, audiences, applications, components }: ScenarioAnswer) {
  return [
    ['capability', capabilities],
    ['process', processes],
    ['segment', audiences],
    ['application', applications],
    ['component', components],
  ] as const;
}

/** The list may leave out components, which the figures count. */
function whatIsAffected({ components, completeness: { componentsOmitted } }: ScenarioAnswer): string {
  if (componentsOmitted === 0) return 'What is affected';
  const all = components.length + componentsOmitted;
  return `What is affected, with the first ${formatNumber(components.length)} of ${countOf(all, 'component')}`;
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

const KIND_WORDS = {
  capability: 'Capability',
  process: 'Process',
  segment: 'Audience',
  application: 'Application',
  component: 'Component',
} as const;

/** What is affected for people who read it on a page: names and words instead of values. */
export function readableTables(answer: ScenarioAnswer): CsvTable[] {
  return [
    {
      title: whatIsAffected(answer),
      fileName: 'affected',
      head: ['What', 'Kind', 'Together', 'Worst alone', 'Only together'],
      rows: () =>
        listsOf(answer).flatMap(([kind, rows]) =>
          rows.map(({ name, expectedState, alone, isExcess }) => [name, KIND_WORDS[kind], expectedState, alone, isExcess ? 'Yes' : 'No']),
        ),
    },
  ];
}
