/** Health as the landscape says it. */
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

/** `2 out, 1 degraded`; empty where nothing is wrong. */
export function troubleWords({ Warning, Degraded, Outage }: PictureGroup['troubled']): string {
  const parts = [
    Outage > 0 ? `${formatNumber(Outage)} out` : '',
    Degraded > 0 ? `${formatNumber(Degraded)} degraded` : '',
    Warning > 0 ? countOf(Warning, 'warning') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** What a component or group says of its health. Maintenance is said first, and what is wrong meanwhile is not hidden. */
export function liveWords({ health, isUnderMaintenance }: Pick<PictureGroup, 'health' | 'isUnderMaintenance'>): string {
  if (!isUnderMaintenance) return SHOWN_HEALTH_WORDS[health];
  return health === 'Healthy' || health === 'Unreported' ? 'Maintenance' : `Maintenance, ${SHOWN_HEALTH_WORDS[health].toLowerCase()}`;
}
