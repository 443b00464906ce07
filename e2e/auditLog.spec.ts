/** The audit log: reading changes by name, looking at one of them, and undoing it. */
import { expect } from '@playwright/test';
import { call } from './support/ownTenant';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant as test } from './support/inOwnTenant';

test(
  'the log shows a change before and after, names its links, and can undo it',
  { tag: '@long' },
  async ({ page, ownTenant, baseURL }) => {
    const send = (method: string, path: string, json: object) => call(baseURL ?? '', ownTenant, method, path, json);
    const first = await send('POST', '/applications', { name: 'Bakery', technicalName: 'bakery' });
    const second = await send('POST', '/applications', { name: 'Dairy', technicalName: 'dairy' });
    const oven = await send('POST', '/components', { name: 'Oven', technicalName: 'oven', applicationId: first.id });
    await send('PATCH', `/components/${oven.id}`, { applicationId: second.id });

    await page.goto(`/t/${ownTenant.tenantId}/audit-log?entityId=${oven.id}`);
    const log = page.getByRole('table', { name: 'Audit log' });
    const changed = log.getByRole('row').filter({ hasText: 'Changed' });
    await expect(changed).toContainText('applicationBakery→Dairy');
    await changed.getByRole('button', { name: /^The whole change/ }).click();
    const bar = page.getByRole('region', { name: 'This change' });
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByRole('dialog', { name: 'Undo this change?' }).getByRole('button', { name: 'Undo it' }).click();
    await expect(page.getByText('Undone. The log now shows the change that did it.')).toBeVisible();
    await expect(log.getByRole('row').nth(1)).toContainText('applicationDairy→Bakery');
    await log.getByRole('button', { name: 'another change' }).click();
    await expect(log.getByRole('row').nth(1)).toContainText('applicationBakery→Dairy');
  },
);
