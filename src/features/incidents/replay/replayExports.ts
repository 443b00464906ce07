/** Exports of a moment of an incident: its columns, sized by their content, with the figures of that moment. */
import type { Bands } from '@/client/impactColumns/bands';
import { columnsSheet } from '@/client/impactColumns/columnsSheet';
import { impactFigures } from '@/client/labels/impactFigures';
import { pictureExports } from '@/client/pictureExports';
import type { IncidentReplay, PastHealth } from '@/contract/replay';
import type { ExportChoice } from '@/ui/ExportMenu';
import { formatTimestamp } from '@/ui/formatTimestamp';

/** Empty while nothing is shown. */
export function replayExports(
  replay: IncidentReplay,
  past: PastHealth | undefined,
  bandsIn: ((cardBands: number) => Bands) | null,
): ExportChoice[] {
  const columns = past?.lanes ?? null;
  if (past === undefined || columns === null || bandsIn === null || columns.causes.length === 0) return [];
  const { totals, currency, landscapeVersion } = columns;
  return pictureExports({
    draw: columnsSheet(bandsIn),
    hasSlide: true,
    title: `Incident ${replay.number.toLocaleString('en')}: ${replay.cause}`,
    note: `As of ${formatTimestamp(past.at, replay.stepSeconds < 60)} · Landscape version ${landscapeVersion}`,
    figures: impactFigures(totals, totals.exposure === null ? undefined : { ...totals.exposure, currency }, null),
    legend: [],
    fileName: `incident-${replay.number}`,
    tables: [],
  });
}
