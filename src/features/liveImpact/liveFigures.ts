/** What is affected now, in the figures that all pages of impact have. Pure. */
import { impactFigures, peopleOf, type Unrecorded } from '@/client/labels/impactFigures';
import type { RecordedPart } from '@/domain/graph/questions/notRecorded';
import type { Figure } from '@/ui/FigureTiles';
import type { Snapshot } from './useLiveImpact';

type Counted = Pick<Snapshot, 'impacted' | 'applications' | 'capabilities' | 'audiences' | 'revenueExposure'>;

/** What is not recorded for any situation. */
export function notRecordedNow(situations: Snapshot['situations']): readonly RecordedPart[] {
  const [first, ...others] = situations.map(({ notRecorded = [] }) => notRecorded);
  return first?.filter((part) => others.every((parts) => parts.includes(part))) ?? [];
}

export function liveFigures(
  { impacted, applications, capabilities, audiences, revenueExposure }: Counted,
  unrecorded: Unrecorded,
): Figure[] {
  const reach = {
    components: impacted.length,
    applications: applications.length,
    capabilities: capabilities.length,
    audiences: audiences.length,
    ...peopleOf(audiences),
  };
  return impactFigures(reach, revenueExposure, unrecorded);
}
