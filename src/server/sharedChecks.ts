/**
 * Lets questions that arrive at the same time share one check of the database. A question may share a check only if that starts after the
 * question arrived, so no answer misses a change that was acknowledged before.
 */
import { processState } from './processState';

interface Checks {
  running: Promise<unknown> | null;
  next: Promise<unknown> | null;
}

/** The result of `read`, as of now or later. `name` says what is read, and `key` for whom. */
export function sharedCheck<T>(name: string, key: string, read: () => Promise<T>): Promise<T> {
  const all = processState(name, () => new Map<string, Checks>());
  const mine = all.get(key) ?? { running: null, next: null };
  all.set(key, mine);
  const begin = (): Promise<T> => {
    mine.next = null;
    const check = read().finally(() => {
      if (mine.running === check) mine.running = null;
      if (mine.running === null && mine.next === null) all.delete(key);
    });
    mine.running = check;
    return check;
  };
  if (mine.running === null) return begin();
  mine.next ??= mine.running.then(begin, begin);
  return mine.next as Promise<T>;
}
