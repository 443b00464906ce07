/** The OpenAPI document of the REST API. */
import { documentResponse } from '@/doors/rest/openapi/documentResponse';

export function GET(request: Request): Response {
  return documentResponse(request);
}
