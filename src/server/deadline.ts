/** Limits how long somebody waits for work that continues for others. */
import { AppError } from '@/domain/errors';

/**
 * The result of `work`, or AppError `unavailable` after this many milliseconds. The work itself continues, and its later errors are
 * ignored.
 */
export async function awaitAtMost<T>(work: Promise<T>, milliseconds: number, detail: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => undefined);
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable', detail, { retryAfterSeconds: 5 })), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
