/** What home asks about the last week: the same from the server, while it writes the page, and from the browser. */
const MOST_EACH = 3;
const DAY_MS = 86_400_000;

/** `now` in milliseconds. Rounded to the day, so that the questions do not change while the page is open. */
export function latelyQuestions(now: number) {
  const since = new Date(Math.floor(now / DAY_MS) * DAY_MS - 7 * DAY_MS).toISOString();
  return {
    incidents: { state: ['Resolved' as const], since, limit: MOST_EACH },
    maintenance: { status: ['Active' as const, 'Planned' as const], limit: MOST_EACH },
  };
}
