/** The live feed for the browser. */
import { answerBrowserFeed } from '@/doors/browser/browserFeed';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ tenantId: string }> }): Promise<Response> {
  return answerBrowserFeed(request, (await params).tenantId);
}
