/** Keeps answers for a few seconds, so that a page with many cards, or many people on one page, ask Faultline once. */

/** Questions that come while one is being answered get the same answer. An error is kept for nobody. */
export function keepBriefly<Answer>(milliseconds: number, most: number, now: () => number = () => performance.now()) {
  const kept = new Map<string, { until: number; answer: Promise<Answer> }>();
  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const found = kept.get(key);
    if (found !== undefined && found.until > now()) return found.answer;
    const entry = { until: Infinity, answer: ask() };
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    entry.answer.then(
      () => void (entry.until = now() + milliseconds),
      () => void (kept.get(key) === entry && kept.delete(key)),
    );
    return entry.answer;
  };
}
