/** What an incident affects, in the figures that all pages of impact have: those of its situation while it has one. Pure. */
import { impactFigures } from '@/client/labels/impactFigures';
import type { Incident } from '@/contract/incidents';
import { countOf } from '@/plain/counts';
import type { Figure } from '@/ui/FigureTiles';

export function incidentFigures({ situation, counts }: Pick<Incident, 'situation' | 'counts'>): Figure[] {
  if (situation !== null && situation.causes.length > 0) return impactFigures(situation.counts, situation.exposure, situation.notRecorded);
  return [
    { label: 'Affected', value: countOf(counts.components, 'component'), note: '' },
    { label: 'In', value: countOf(counts.applications, 'application'), note: '' },
  ];
}
