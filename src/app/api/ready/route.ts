/** Readiness, for Next without the front server. */
import { probeResponse, readyProbe } from '@/server/observability/probes';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  return probeResponse(await readyProbe());
}
