/** Liveness, for Next without the front server. */
import { healthProbe, probeResponse } from '@/server/observability/probes';

export const dynamic = 'force-dynamic';

export function GET(): Response {
  return probeResponse(healthProbe());
}
