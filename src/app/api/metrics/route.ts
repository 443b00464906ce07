/** Metrics, for Next without the front server. The caller's address is not known here, so the token is always required. */
import { metricsProbe, probeResponse } from '@/server/observability/probes';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  return probeResponse(await metricsProbe(request.headers.get('authorization'), false));
}
