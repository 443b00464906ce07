/** The procedures for the browser. */
import { answerBrowser } from '@/doors/browser/browserContext';

export const dynamic = 'force-dynamic';

async function answer(request: Request, { params }: { params: Promise<{ tenantId: string }> }): Promise<Response> {
  return answerBrowser(request, (await params).tenantId);
}

export { answer as GET, answer as POST };
