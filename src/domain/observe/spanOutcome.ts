/** How a span ended, and what it says of the wire. Pure. */
import type { Attributes } from './span';

const PROBE_PATH = /^\/(?:health|healthz|livez?|readyz?|ping|status|actuator\/health)\b/i;
const PROBE_AGENT = /kube-probe|ELB-HealthChecker|GoogleHC/i;
const TELEMETRY_PATH = /^\/(?:v1\/(?:traces|metrics|logs)|api\/v2\/spans|api\/traces|loki\/api\/v1\/push)$/;
/** Answers of a target that works: the caller asked for the wrong thing, or gave up itself. */
const HARMLESS_GRPC = new Set(['0', '1', '3', '5', '6', '7', '9', '10', '11', '12', '16']);

const pathOf = (attributes: Attributes): string => attributes['url.path'] ?? attributes['http.target'] ?? '';

/** Of a path, or the name of a program, what tells a probe or telemetry; null for all others, which nobody needs. */
export function tellingPath(path: string): string | null {
  return PROBE_PATH.exec(path)?.[0] ?? TELEMETRY_PATH.exec(path)?.[0] ?? null;
}
export const tellingAgent = (agent: string): string | null => PROBE_AGENT.exec(agent)?.[0] ?? null;

/** Whether whoever asked, asked for the health alone. */
export const asksForHealth = (attributes: Attributes): boolean =>
  PROBE_AGENT.test(attributes['user_agent.original'] ?? '') || PROBE_PATH.test(pathOf(attributes));

export const isTelemetryCall = (attributes: Attributes): boolean => TELEMETRY_PATH.test(pathOf(attributes));

const statusOf = (attributes: Attributes): number => Number(attributes['http.response.status_code'] ?? attributes['http.status_code'] ?? 0);

/** A target that refuses a wrong request works. */
export function isFailedCall(attributes: Attributes, isError: boolean): boolean {
  const status = statusOf(attributes);
  if (status >= 500 || status === 408 || status === 429) return true;
  if (status >= 400) return false;
  const grpc = attributes['rpc.grpc.status_code'];
  return grpc === undefined ? isError : !HARMLESS_GRPC.has(grpc);
}

export function isFailedWork(attributes: Attributes, isError: boolean): boolean {
  const status = statusOf(attributes);
  return status >= 500 || (isError && status < 400);
}

export function protocolIn(attributes: Attributes): string | null {
  const rpc = attributes['rpc.system'];
  if (rpc !== undefined) return rpc === 'grpc' ? 'gRPC' : rpc === 'aws-api' ? 'HTTPS' : rpc;
  const scheme = attributes['url.scheme'] ?? attributes['http.scheme'];
  if (scheme === 'http' || scheme === 'https') return 'HTTP';
  return attributes['network.protocol.name']?.toUpperCase() ?? null;
}
