/** Moments of a window as a form holds them: in the reader's time zone, to the minute. */

/** As a field of the type `datetime-local` takes it. */
export function fieldOf(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Null for what is no moment. */
export function timeOf(field: string): Date | null {
  const moment = new Date(field);
  return field === '' || Number.isNaN(moment.getTime()) ? null : moment;
}

const SHORTEST_MS = 60_000;

/** Why the window cannot be as stated; null where it can. An empty start means now, or that it stays as it is. */
export function mistakeIn({ start, end }: { start: string; end: string }, now: Date): string | null {
  const [from, to] = [timeOf(start), timeOf(end)];
  if (start !== '' && from === null) return 'Say when it starts, or leave that empty for now.';
  if (to === null) return 'Say when it ends.';
  if (to.getTime() <= now.getTime()) return 'The end must be in the future.';
  if (to.getTime() - (from ?? now).getTime() < SHORTEST_MS && from !== null) return 'The end must be after the start.';
  return null;
}
