/** What is affected now, in the figures that all pages of impact have. Pure. */
import { impactFigures, peopleIn } from '@/client/labels/impactFigures';
import type { Figure } from '@/ui/FigureTiles';
import type { Snapshot } from './useLiveImpact';

type Counted = Pick<Snapshot, 'impacted' | 'applications' | 'capabilities' | 'audiences' | 'revenueExposure'>;

export function liveFigures({ impacted, applications, capabilities, audiences, revenueExposure }: Counted): Figure[] {
  const reach = {
    components: impacted.length,
    applications: applications.length,
    capabilities: capabilities.length,
    audiences: audiences.length,
    people: peopleIn(audiences),
  };
  return impactFigures(reach, revenueExposure);
}
