/** How long somebody waits for work that others may go on waiting for. */
import { AppError } from '@/domain/errors';

/** The result of `work`, or AppError `unavailable` after so many milliseconds; the work itself goes on, and what it throws later is nobody's any more. */
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
