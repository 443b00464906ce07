/** A separate process that sends what webhooks are owed, until it is killed: `tsx keepSending.ts`. */
import { setTimeout as delay } from 'node:timers/promises';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';

async function main(): Promise<void> {
  for (;;) {
    await deliverWebhooks(60_000);
    await delay(50);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
