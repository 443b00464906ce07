/** A webhook from creation to deletion, received on this machine. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant as test } from './support/inOwnTenant';

interface Receiver {
  address: string;
  /** The types of the received events. */
  received: string[];
  server: Server;
}

async function startReceiver(): Promise<Receiver> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push((JSON.parse(Buffer.concat(chunks).toString()) as { type: string }).type);
      response.end('thank you');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, server };
}

test(
  'a new webhook shows its secret once, receives a test and its replay, is switched off and deleted',
  { tag: '@long' },
  async ({ page, ownTenant: { tenantId } }) => {
    const { address, received, server } = await startReceiver();
    await page.goto(`/t/${tenantId}/webhooks`);
    await expect(page.getByText('No webhooks yet.')).toBeVisible();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByLabel('Address').fill('https://10.0.0.1/inside');
    await dialog.getByRole('button', { name: 'Create the webhook' }).click();
    await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Address').fill(address);
    await dialog.getByRole('radio', { name: 'Only these' }).check();
    await dialog.getByRole('checkbox', { name: 'incident.opened' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create the webhook' }).click();
    const secret = page.getByRole('dialog', { name: 'The secret of the new webhook' });
    await expect(secret.getByRole('group', { name: 'Secret' })).toHaveText(/^whsec_/);
    await secret.getByRole('button', { name: 'I have copied it' }).click();

    const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: new RegExp(address) });
    await expect(row).toContainText('incident.opened');
    const act = async (name: string): Promise<void> => {
      await row.getByRole('button', { name: `Actions for ${address}` }).click();
      await page.getByRole('menuitem', { name }).click();
      await expect(page.getByRole('menu')).toHaveCount(0);
    };
    await act('Send a test event');
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    const sent = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /webhook\.test/ });
    await expect(sent).toContainText('Delivered');
    await sent.getByRole('button', { name: 'webhook.test' }).click();
    const delivery = page.getByRole('dialog', { name: 'Delivery of webhook.test' });
    await expect(delivery.getByRole('group', { name: 'Answer to attempt 1' })).toHaveText('thank you');
    await expect(delivery.getByRole('group', { name: 'Message' })).toContainText('"type": "webhook.test"');
    await expectAccessible(page);
    await delivery.getByRole('button', { name: 'Send it again' }).click();
    await expect.poll(() => received).toEqual(['webhook.test', 'webhook.test']);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /^Webhooks/ }).click();

    await act('Switch off');
    await expect(row).toContainText('Switched off by a member.');
    await expectAccessible(page);
    await act('Delete');
    await page.getByRole('dialog', { name: 'Delete this webhook?' }).getByRole('button', { name: 'Delete the webhook' }).click();
    await expect(page.getByText('No webhooks yet.')).toBeVisible();
    server.close();
  },
);
