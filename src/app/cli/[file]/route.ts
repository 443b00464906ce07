/** Downloads of the command line. */
import { commandLineFile } from '@/doors/rest/docs/commandLine';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return commandLineFile((await params).file, request);
}
