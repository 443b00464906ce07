/** In which group a component stands: the server's rule, for a component whose picture is not there yet. */
import type { ComponentPlace, Grouping } from '@/contract/landscapePicture';

const NOWHERE = 'none';

/** Null without grouping. */
export function groupKeyOf({ application, hostingZones, capabilities }: ComponentPlace, grouping: Grouping): string | null {
  switch (grouping) {
    case 'application':
      return application.id;
    case 'hosting-zone':
      return hostingZones[0]?.id ?? NOWHERE;
    case 'team':
      return application.ownerTeam === null || application.ownerTeam === '' ? NOWHERE : `team ${application.ownerTeam}`;
    case 'capability':
      return capabilities[0]?.id ?? NOWHERE;
    case 'none':
      return null;
  }
}
