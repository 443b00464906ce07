import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { OWN_REQUEST } from '@/doors/http/accessLine';
import { warmUp } from './warmUp';

let owned = 0;
const open: ReturnType<typeof createServer>[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

async function listening(status: number): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://localhost').pathname);
    if (Object.entries(OWN_REQUEST).every(([name, value]) => request.headers[name] === value)) owned++;
    response.writeHead(status).end();
  });
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

it('requests one page and one answer, and starts the layout workers', async () => {
  const { address, asked } = await listening(401);
  let started = 0;
  await warmUp(address, async () => void started++);
  expect([...asked].sort()).toEqual([
    '/sign-in',
    '/t/00000000-0000-4000-8000-000000000000/landscape',
    '/trpc/00000000-0000-4000-8000-000000000000/landscape.filterChoices',
  ]);
  expect([started, owned]).toEqual([1, 3]);
});

it('ignores failures', async () => {
  await expect(warmUp('http://127.0.0.1:1', () => Promise.reject(new Error('no worker')))).resolves.toBeUndefined();
});
