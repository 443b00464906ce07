/** Serialises the body of an answer: at once if it is short, otherwise in turns with other tenants so that it does not block them. */
import type { Call } from '@/doors/http/reply';
import { takeTurns } from '@/server/fairness/takeTurns';
import { isLongJson, jsonInSteps } from '@/plain/jsonInSteps';

const DEADLINE_MS = 30_000;

/** Throws as `takeTurns` does. */
export async function jsonBody({ request, tenantId }: Call, data: unknown): Promise<string | Uint8Array> {
  if (!isLongJson(data)) return JSON.stringify(data);
  const asked = { kind: 'writing', tenantId: tenantId.toLowerCase(), deadlineMs: DEADLINE_MS, signal: request.signal } as const;
  return takeTurns(asked, () => jsonInSteps(data));
}
