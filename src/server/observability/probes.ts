/** The three answers for monitoring, the same in front of Next and behind it. */
import { watchBacklog } from './backlog';
import { siblings } from '@/server/siblings';
import { mergeMetrics } from './mergeMetrics';
import { outOfReach } from './outOfReach';
import { mayReadMetrics, metrics } from './metrics';
import { readiness } from './readiness';
import { RELEASE, wordsOfNewer } from './release';

export interface ProbeAnswer {
  status: number;
  contentType: string;
  body: string;
}

function json(status: number, document: object): ProbeAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(document) };
}

/** Liveness: this process answers. Does not use the database, so that a database outage restarts no replica. */
export function healthProbe(): ProbeAnswer {
  return json(200, { status: 'ok', ...RELEASE });
}

/**
 * Readiness: 200 once the database can be reached and has this version's schema, otherwise 503 with the reason: questions cannot be answered.
 * If the database only refuses to write, that is still 200, and `writes` says so; so does `work` if it cannot be reached for some tenants.
 */
export async function readyProbe(): Promise<ProbeAnswer> {
  const { why, newer, whyNoWrites } = await readiness();
  if (why !== null) return json(503, { status: 'unavailable', detail: why, ...RELEASE });
  const writes = whyNoWrites === null ? { state: 'Accepted' } : { state: 'Refused', reason: whyNoWrites };
  const waiting = outOfReach().count();
  const work = waiting === 0 ? {} : { work: { state: 'Waiting', tenants: waiting } };
  return json(200, { status: 'ready', writes, ...work, ...(newer.length === 0 ? {} : { warning: wordsOfNewer(newer) }), ...RELEASE });
}

/** The metrics of this process alone. */
export function ownMetrics(): Promise<string> {
  watchBacklog();
  return metrics().registry.metrics();
}

/** `isLocal`: the request comes from this machine and through no proxy. False if that is unknown (behind Next alone): then the token decides. */
export async function metricsProbe(authorization: string | null, isLocal: boolean): Promise<ProbeAnswer> {
  if (!mayReadMetrics(authorization, isLocal))
    return json(401, {
      status: 'unauthenticated',
      detail: 'Send METRICS_TOKEN of the server as a bearer token. If it was started without one, set it and restart.',
    });
  const texts = await siblings().allMetrics();
  return { status: 200, contentType: metrics().registry.contentType, body: texts === null ? await ownMetrics() : mergeMetrics(texts) };
}

export function probeResponse({ status, contentType, body }: ProbeAnswer): Response {
  return new Response(body, { status, headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
}
