/** What a start says and does while its database is down, starts late, or refuses the login. */
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createTestDatabase } from '@/test/database';
import { awaitDatabase } from './awaitDatabase';
import type { InstallationAddresses } from './installationAddresses';

const { addresses, drop } = await createTestDatabase();
const QUICK = { total: 1_000, pause: 20 };
const never = (): boolean => false;

/** The same logins at another port. */
function at(port: number): InstallationAddresses {
  const moved = (address: string): string => Object.assign(new URL(address), { port: String(port) }).href;
  return { app: moved(addresses.app), system: moved(addresses.system), owner: null, isSingleLogin: addresses.isSingleLogin };
}

/** Passes every connection on to the database of this test. */
async function openDoor(port: number): Promise<{ port: number; close: () => void }> {
  const there = new URL(addresses.app);
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

it('waits for a database that starts late, says so once, and names the variable', async () => {
  const door = await openDoor(0);
  door.close();
  const said: string[] = [];
  let opened: { close: () => void } | null = null;
  const say = (line: string): void => {
    said.push(line);
    if (opened === null) void openDoor(door.port).then((made) => (opened = made));
  };
  await awaitDatabase(at(door.port), { say, isLeaving: never, patience: { total: 60_000, pause: 20 } });
  expect(said).toEqual([
    `The database of DATABASE_URL at 127.0.0.1:${door.port} does not answer: connect ECONNREFUSED 127.0.0.1:${door.port}. Trying again for up to 1 min …`,
  ]);
  (opened as { close: () => void } | null)?.close();
});

it('gives up with the variable, the reason and what to do', async () => {
  await expect(awaitDatabase(at(1), { say: () => undefined, isLeaving: never, patience: QUICK })).rejects.toThrow(
    'The database of DATABASE_URL at 127.0.0.1:1 does not answer: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct DATABASE_URL, and start again.',
  );
});

it('does not wait if waiting would not help', async () => {
  const wrong = Object.assign(new URL(addresses.system), { password: 'wrong' }).href;
  const absent = Object.assign(new URL(addresses.app), { pathname: '/nowhere' }).href;
  const waiting = { say: () => expect.unreachable(), isLeaving: never };
  await expect(awaitDatabase({ ...addresses, system: wrong, isSingleLogin: false }, waiting)).rejects.toThrow(
    /refuses the connection of DATABASE_SYSTEM_URL: password authentication failed/,
  );
  await expect(awaitDatabase({ ...addresses, app: absent }, waiting)).rejects.toThrow('database "nowhere" does not exist');
  const elsewhere = Object.assign(new URL(addresses.system), { pathname: '/postgres' }).href;
  await expect(awaitDatabase({ ...addresses, system: elsewhere, owner: null, isSingleLogin: false }, waiting)).rejects.toThrow(
    /^These have to name the same database: DATABASE_URL names \w+, DATABASE_SYSTEM_URL names postgres\.$/,
  );
  await drop();
});

it('ends with a start that is called off', async () => {
  await awaitDatabase(at(1), { say: () => undefined, isLeaving: () => true });
});
