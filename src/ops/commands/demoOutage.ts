/** `npm run demo:outage [-- --seconds N]`: finds the demo that `npm start` serves and plays an outage in it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataDirectory } from '@/ops/dataDirectory';
import { playOutage, type DemoAccess } from '@/ops/demoOutage';

function readFacts<T>(name: string): T {
  const path = join(dataDirectory(), name);
  if (!existsSync(path))
    throw new Error('No demo is being served from here. Start it with "npm start" in another terminal, then try again.');
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

function secondsAsked(words: readonly string[]): number {
  const place = words.indexOf('--seconds');
  const seconds = place === -1 ? 10 : Number(words[place + 1]);
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > 600)
    throw new Error('--seconds takes a number from 0 to 600: how long each scene is to be looked at.');
  return seconds;
}

const USAGE = `npm run demo:outage [-- --seconds N]

Lets the database of the demo landscape fail and recover while "npm start" runs in another terminal.
  --seconds N   how long each of the three scenes is to be looked at, from 0 to 600 (10 unless said)`;

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) {
    console.log(USAGE);
    return;
  }
  const sceneSeconds = secondsAsked(words);
  const { address } = readFacts<{ address: string }>('server.json');
  const { tenantId, key } = readFacts<Omit<DemoAccess, 'address'>>('demo.json');
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted: everything is made healthy again.')));
  console.log(`Playing an outage in the demo: look at ${address}/t/${tenantId}/live-impact meanwhile. Ctrl-C ends it early.`);
  await playOutage({
    access: { address, tenantId, key },
    sceneSeconds,
    fetch,
    wait: (milliseconds) =>
      wait(milliseconds, undefined, { signal: interrupted.signal }).catch((error: unknown) => {
        throw interrupted.signal.aborted ? interrupted.signal.reason : error;
      }),
    say: (line) => console.log(line),
  });
}

main().catch((error: unknown) => {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  console.error(cause?.code === 'ECONNREFUSED' ? 'The demo server does not answer. Start it with "npm start".' : message);
  process.exitCode = 1;
});
