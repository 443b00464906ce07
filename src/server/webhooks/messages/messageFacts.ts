/** How messages for people write facts: numbers, money, instants, durations, and what a digest counts. */
import type { EventData } from '@/contract/eventData';

export interface Fact {
  label: string;
  value: string;
}

/** Leaves out empty and null values. */
export function facts(values: Readonly<Record<string, string | number | null>>): Fact[] {
  return Object.entries(values).flatMap(([label, value]) =>
    value === null || value === '' ? [] : [{ label, value: typeof value === 'number' ? value.toLocaleString('en') : value }],
  );
}

export function costPerHour(exposure: EventData['incident.opened']['exposure']): string | null {
  if (exposure === undefined || exposure === null || Math.round(exposure.expectedPerHour) === 0) return null;
  return `${exposure.currency} ${Math.round(exposure.expectedPerHour).toLocaleString('en')}`;
}

/** In UTC, because the receivers may be anywhere. */
export function instant(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** With seconds below ten minutes. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

type Digest = EventData['notification.digest'];

/** One line for each sort of thing that changed. */
export function digestFacts({ isFirst, team, singlePoints, withoutOwner, stale, dearest }: Digest): Fact[] {
  return facts({
    'Single points of failure': counted(singlePoints, isFirst),
    'Costliest failure': dearest === undefined ? null : dearestWords(dearest, isFirst),
    [team === null ? 'Components without an owner' : 'Without an owner, and needed by the team']: counted(withoutOwner, isFirst),
    'Stale reports': counted(stale, isFirst),
  });
}

function counted(part: Digest['stale'], isFirst: boolean): string | null {
  if (part === null) return null;
  const { count, appeared, appearedOmitted, gone } = part;
  const names = `${appeared.join(', ')}${appearedOmitted === 0 ? '' : ` and ${appearedOmitted.toLocaleString('en')} more`}`;
  const total = count.toLocaleString('en');
  if (isFirst) return names === '' ? total : `${total} (${names})`;
  const changes = [...(names === '' ? [] : [`new: ${names}`]), ...(gone === 0 ? [] : [`${gone.toLocaleString('en')} no longer`])];
  return changes.length === 0 ? total : `${total} (${changes.join('; ')})`;
}

function dearestWords({ currency, component, perHour, previousPerHour }: NonNullable<Digest['dearest']>, isFirst: boolean): string {
  // Where an hour costs nothing, nobody may have recorded revenue.
  const cost = (amount: number): string => (amount === 0 ? 'none known' : `${currency} ${amount.toLocaleString('en')}`);
  const now = component === null ? cost(0) : `${component}, ${cost(perHour)} per hour`;
  return isFirst ? now : `${now} (before: ${cost(previousPerHour)})`;
}
