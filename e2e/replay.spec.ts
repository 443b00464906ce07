/** Replaying an incident of the demo, by keyboard alone. */
import { expect } from '@playwright/test';
import { test } from './support/browsing';
import { demo } from './support/demo';
import { expectAccessible } from './support/expectAccessible';

interface Listed {
  items: { id: string; cause: string; state: string }[];
}

test('an incident is replayed step by step, and its URL leads back to the same moment', { tag: '@long' }, async ({ page, baseURL }) => {
  const { tenantId, key } = demo();
  const answer = await fetch(`${baseURL ?? ''}/api/${tenantId}/incidents?component=payment&state=Resolved`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { items } = (await answer.json()) as Listed;
  const incident = items.at(-1)!;
  await page.goto(`/t/${tenantId}/incidents/${incident.id}`);
  await page.getByRole('link', { name: 'Replay' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Replay of incident \d+: Payment/ })).toBeVisible();
  const minute = page.getByRole('slider', { name: 'Moment' });
  const signals = page.getByRole('region', { name: 'Signals' });
  const current = signals.getByRole('button').and(page.locator('[aria-current="step"]'));
  // The replay starts where something happens.
  await expect(current).toContainText('Both card providers refuse connections');
  await expect(page.getByRole('application', { name: /^Columns of what was affected at .*: 1 cause/ })).toHaveAttribute(
    'aria-busy',
    'false',
  );

  await page.getByRole('button', { name: 'Next change' }).press('Enter');
  await expect(current).toContainText('Orders fail at the payment step');
  await expect(page).toHaveURL(/at=/);
  const there = await minute.getAttribute('aria-valuenow');
  await page.reload();
  await expect(minute).toHaveAttribute('aria-valuenow', there ?? '');

  await minute.press('Home');
  await expect(page.getByText('Nothing was reported to be wrong at this moment.')).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await expect(page.getByRole('application', { name: /^Columns of what was affected/ })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  const stopped = await minute.getAttribute('aria-valuenow');
  await page.getByRole('button', { name: 'Back one step' }).press('Enter');
  await expect(minute).toHaveAttribute('aria-valuenow', String(Number(stopped) - 1));
  await minute.press('End');
  await expect(current).toContainText('Works again');

  await signals.getByRole('button', { name: /Both card providers refuse connections/ }).press('Enter');
  const columns = page.getByRole('application', { name: /^Columns of what was affected/ });
  await expect(columns).toHaveAttribute('aria-busy', 'false');
  await columns.focus();
  const path = page.getByRole('region', { name: /^Path to/ });
  const spoken = columns.getByRole('status');
  for (let presses = 0; presses < 8 && !/ hops?, in /.test((await spoken.textContent()) ?? ''); presses++)
    await page.keyboard.press(presses % 2 === 0 ? 'ArrowRight' : 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(path).toContainText('The cause is Payment.');
  await expect(path.getByRole('listitem').first()).toContainText('calls Payment');
  await expectAccessible(page);
});
