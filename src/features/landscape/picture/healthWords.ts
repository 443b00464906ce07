/** Labels for health in the landscape. */
import { countOf, formatNumber } from '@/plain/counts';
import type { PictureGroup, ShownHealth } from '@/contract/landscapePicture';

export const SHOWN_HEALTH_WORDS: Readonly<Record<ShownHealth, string>> = {
  Healthy: 'Healthy',
  Warning: 'Warning',
  Degraded: 'Degraded',
  Outage: 'Outage',
  Unreported: 'Not reported',
  Maintenance: 'Maintenance',
};

/** For example `2 down, 1 degraded`; empty if nothing is wrong. */
export function troubleWords({ Warning, Degraded, Outage }: PictureGroup['troubled']): string {
  const parts = [
    Outage > 0 ? `${formatNumber(Outage)} down` : '',
    Degraded > 0 ? `${formatNumber(Degraded)} degraded` : '',
    Warning > 0 ? countOf(Warning, 'warning') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The health label of a component or group. Maintenance comes first, followed by any trouble. */
export function liveWords({ health, isUnderMaintenance }: Pick<PictureGroup, 'health' | 'isUnderMaintenance'>): string {
  if (!isUnderMaintenance) return SHOWN_HEALTH_WORDS[health];
  return health === 'Healthy' || health === 'Unreported' ? 'Maintenance' : `Maintenance, ${SHOWN_HEALTH_WORDS[health].toLowerCase()}`;
}
