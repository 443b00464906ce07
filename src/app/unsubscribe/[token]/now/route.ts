/** Takes the POST of mail programs that unsubscribe with one click (RFC 8058). */
import { ERROR_STATUS } from '@/contract/errorStatus';
import { AppError } from '@/domain/errors';
import { unsubscribe } from '@/server/auth/unsubscribe';

export const dynamic = 'force-dynamic';

export async function POST(_request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  try {
    await unsubscribe((await params).token);
    return new Response('You are unsubscribed.\n', { headers: { 'content-type': 'text/plain; charset=utf-8' } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(`${error.message}\n`, { status: ERROR_STATUS[error.code] });
  }
}
