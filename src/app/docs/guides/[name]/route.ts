/** One guide. */
import { guidePage } from '@/doors/rest/docs/guidePages';

export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return guidePage((await params).name);
}
