/** Times of a window as form fields hold them: in the reader's time zone, to the minute. */

/** Formats a time for a `datetime-local` field. */
export function fieldOf(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Null if the text is no time. */
export function timeOf(field: string): Date | null {
  const moment = new Date(field);
  return field === '' || Number.isNaN(moment.getTime()) ? null : moment;
}

const SHORTEST_MS = 60_000;

/** Why the window is invalid; null if it is valid. An empty start means now, or unchanged when editing. */
export function mistakeIn({ start, end }: { start: string; end: string }, now: Date): string | null {
  const [from, to] = [timeOf(start), timeOf(end)];
  if (start !== '' && from === null) return 'Enter a start, or leave it empty to start now.';
  if (to === null) return 'Enter an end.';
  if (to.getTime() <= now.getTime()) return 'The end must be in the future.';
  if (to.getTime() - (from ?? now).getTime() < SHORTEST_MS && from !== null) return 'The end must be after the start.';
  return null;
}
