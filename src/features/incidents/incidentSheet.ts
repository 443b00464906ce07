/** An incident for strangers: its state, figures, picture and symptoms. Pure. */
import { columnsSheet } from '@/client/impactColumns/columnsSheet';
import type { Exported } from '@/client/pictureExports';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import type { SharedAnswer } from '@/contract/shareLinks';
import { causeCalled, FAILURE_PREDICATES, INCIDENT_STATE_LABELS, nameOfIn } from '@/domain/incidentWords';
import { formatTimestamp } from '@/ui/formatTimestamp';
import { incidentFigures } from './incidentFigures';
import { situationBands } from './situationBands';

type Shared = Extract<SharedAnswer, { page: 'incidents' }>;

/** `now` in milliseconds since 1970: the moment for which the figures count. */
export function incidentSheet({ incident, columns, reporting, at }: Shared, now: number, palette?: CanvasPalette): Exported {
  const nameOf = nameOfIn(incident);
  const utc = (instant: string): string => formatTimestamp(instant, false, true);
  const isDrawn = columns !== null && columns.causes.length > 0;
  const bands = isDrawn
    ? situationBands(
        columns,
        reporting.map((id) => ({ id })),
        // Whoever opens the link looks back at the moment when it was made.
        true,
      )
    : null;
  const lasted =
    incident.endedAt === null ? `since ${utc(incident.startedAt)}` : `from ${utc(incident.startedAt)} until ${utc(incident.endedAt)}`;
  const moment = at === null ? '' : ` · Picture as of ${utc(at)}`;
  return {
    draw: bands === null ? null : columnsSheet(bands, palette),
    title: `Incident ${incident.number.toLocaleString('en')}: ${causeCalled(incident)} ${FAILURE_PREDICATES[incident.severity]}`,
    note: `${INCIDENT_STATE_LABELS[incident.state]}, ${lasted}${moment}`,
    figures: incidentFigures(incident, { now, then: columns }),
    legend: [],
    fileName: `incident-${incident.number}`,
    tables: [
      {
        title: 'Symptoms',
        fileName: 'symptoms',
        head: ['Component', 'Affected from', 'Until'],
        rows: () =>
          incident.symptomHistory.map(({ technicalName, since, until }) => [
            nameOf(technicalName),
            utc(since),
            until === null ? '' : utc(until),
          ]),
      },
    ],
  };
}
