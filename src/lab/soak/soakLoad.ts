/** Mixed load on one tenant: questions, blast radii, signals, manifests, agents, refusals, live feeds that come and go, and a webhook. */
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequest, postRequest } from '@/lab/load/protocol';
import { largeManifest } from '@/lab/bench/largeManifest';

export interface SoakTenant {
  port: number;
  tenantId: string;
  authorization: string;
  components: readonly string[];
}

/** The requests of each connection, sent in turn. */
export function mixedRequests({ tenantId, authorization, components }: SoakTenant): string[][] {
  const read = (path: string): string => getRequest(`/api/${tenantId}${path}`, { authorization });
  const write = (path: string, body: object): string =>
    postRequest(`/api/${tenantId}${path}`, { authorization, 'content-type': 'application/json' }, JSON.stringify(body));
  const reads = components.flatMap((id, index) => [
    read(`/components/${id}`),
    read(`/components?limit=20&search=${index}`),
    read(`/incidents?limit=5`),
    read(`/changes?limit=5`),
  ]);
  const questions = components.flatMap((id) => [
    read(`/blast-radius?entityType=component&entityId=${id}&direction=downstream&maxDepth=2`),
    read('/impact/snapshot'),
    read('/blast-radius/health-impact'),
  ]);
  const signals = components.flatMap((id) =>
    ['Outage', 'Degraded', 'Healthy'].map((state) => write(`/components/${id}/health`, { state, source: 'soak' })),
  );
  const small = largeManifest({ components: 20, dependencies: 40 });
  const manifests = ['first', 'second'].flatMap((description) => {
    const { applications = [] } = small;
    const changed = {
      version: 1,
      name: 'soak',
      applications: (applications ?? []).map(({ components: _, ...rest }) => ({ ...rest, description })),
    };
    return ['preview', 'apply'].map((step) => write(`/manifest/${step}`, changed));
  });
  const unknown = getRequest(`/api/${tenantId}/components`, { authorization: 'Bearer flt_nothing' });
  const refusals = [read('/components/nobody'), unknown, write('/components', { name: 7 }), read('/nowhere')];
  return [reads, questions, signals, manifests, refusals];
}

/** Keeps this many feeds open, and replaces the oldest every second. */
export function feedsThatComeAndGo(
  { port, tenantId, authorization }: SoakTenant,
  count: number,
): { received: () => number; stop: () => void } {
  const open: ReturnType<typeof get>[] = [];
  let received = 0;
  const take = (response: IncomingMessage): void =>
    void response.on('data', (piece: Buffer) => (received += piece.length)).on('error', () => undefined);
  const add = (): void => {
    const request = get({ port, host: '127.0.0.1', path: `/api/${tenantId}/events`, headers: { authorization }, agent: false }, take);
    open.push(request.on('error', () => undefined));
  };
  for (let index = 0; index < count; index += 1) add();
  const timer = setInterval(() => (open.shift()?.destroy(), add()), 1_000);
  const stop = (): void => (clearInterval(timer), open.forEach((request) => request.destroy()));
  return { received: () => received, stop };
}

/** Answers webhooks, and every tenth one with an error. */
export async function webhookReceiver(): Promise<{ server: Server; url: string; received: () => number }> {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.writeHead(received % 10 === 0 ? 500 : 204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received: () => received };
}
