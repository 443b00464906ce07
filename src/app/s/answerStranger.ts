/** What is answered to people without an account when their link leads nowhere, or they ask too often. */
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError } from '@/domain/errors';

/** The address that the front server, or the platform's proxy, states; null if nobody does. */
export function addressOf({ headers }: Request): string | null {
  return headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? null;
}

/** The answer, or the refusal as `refuse` writes it. Errors that nobody foresaw go on to Next, which logs them. */
export async function answerStranger(
  answer: () => Promise<Response>,
  refuse: (error: AppError) => { body: string; headers: Record<string, string> },
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { body, headers } = refuse(error);
    const { retryAfterSeconds: seconds } = error;
    return new Response(body, {
      status: ERROR_STATUS[error.code],
      headers: { ...headers, 'Cache-Control': 'no-store', ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }) },
    });
  }
}
