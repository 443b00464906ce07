/** The security register: gaps, filters in the URL, and files that match their digest. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { demo } from './support/demo';
import { test } from './support/browsing';

const registerPath = (query = ''): string => `/t/${demo().tenantId}/security-register${query}`;

test('gaps are marked in their rows, a bar filters, and the back button reverts one choice', async ({ page }) => {
  await page.goto(registerPath());
  const register = page.getByRole('table', { name: 'Register' });
  await expect(register.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Gaps').click();
  await expect(page).toHaveURL(/status=gap/);
  await expect(register.getByRole('row').nth(1)).toContainText('missing');
  await page
    .getByRole('region', { name: 'Completeness' })
    .getByRole('button', { name: /^Fulfilment/ })
    .click();
  await expect(page).toHaveURL(/application=/);
  await expect(register.getByRole('row').nth(1)).toContainText('Fulfilment');
  await page.goBack();
  await expect(page).not.toHaveURL(/application=/);
  await expect(page).toHaveURL(/status=gap/);
});

test('the CSV file has the digest that the page shows', async ({ page }) => {
  await page.goto(registerPath('?status=registered'));
  const digest = await page
    .getByRole('region', { name: 'Digest' })
    .getByText(/^sha256:/)
    .innerText();
  await page.getByRole('button', { name: 'Export' }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^dependency-security-register-now-v\d+\.csv$/);
  const bytes = readFileSync(await download.path());
  expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest);
});
