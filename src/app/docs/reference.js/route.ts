/** The script of the API reference's viewer. */
import { referenceScript } from '@/doors/rest/docs/referencePage';

export function GET(request: Request): Promise<Response> {
  return referenceScript(request);
}
