/** Metrics, where Next runs without the front server: who connects is not known here, so the token is always asked for. */
import { metricsProbe, probeResponse } from '@/server/observability/probes';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  return probeResponse(await metricsProbe(request.headers.get('authorization'), false));
}
