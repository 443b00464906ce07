/** The landscape as it was, and a comparison with now. */
import { expect } from '@playwright/test';
import { test } from './support/browsing';
import { expectAccessible } from './support/expectAccessible';
import { applyManifest, createOwnTenant, openPageOf } from './support/ownTenant';

test(
  'landscape and blast radius can be shown as they were, compared with an earlier version in picture and table, and shown as they are again',
  { tag: '@long' },
  async ({ browser, baseURL: given }) => {
    const baseURL = given ?? '';
    const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Then and now', plan: 'Business' });
    for (const names of [
      ['web', 'old'],
      ['web', 'db'],
    ]) {
      const components = names.map((technicalName) => ({ technicalName, name: technicalName }));
      const dependencies = names.includes('old') ? [{ source: 'old', target: 'web', dependencyType: 'Calls' }] : [];
      const applications = [{ technicalName: 'shop', name: 'Shop', components }];
      await applyManifest(baseURL, tenant, { version: 1, name: 'grows', applications, dependencies });
    }
    const headers = { authorization: `Bearer ${tenant.key ?? ''}` };
    const components = `${baseURL}/api/${tenant.tenantId}/components`;
    expect((await fetch(`${components}/old?cascade=true`, { method: 'DELETE', headers })).ok).toBe(true);
    const { id } = (await (await fetch(`${components}/web`, { headers })).json()) as { id: string };
    const page = await openPageOf(browser, baseURL, tenant);
    await page.goto(`/t/${tenant.tenantId}/landscape`);
    await expect(page.getByRole('application', { name: /^Landscape with 2 components/ })).toBeVisible();
    await page.getByRole('button', { name: 'Show the past' }).click();
    const version = page.getByRole('slider', { name: 'Version' });
    await expect(version).toHaveAttribute('aria-valuenow', '3');
    await version.press('ArrowLeft');
    await expect(page).toHaveURL(/at=/);
    await expect(version).toHaveAttribute('aria-valuetext', /applied manifest grows: 1 component added/);
    await page.getByRole('button', { name: 'Previous change' }).click();
    await expect(version).toHaveAttribute('aria-valuenow', '1');
    await version.press('End');
    await expect(version).toHaveAttribute('aria-valuenow', '3');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page).toHaveURL(/since=/);
    const earlier = page.getByRole('slider', { name: 'Earlier version' });
    await expect(earlier).toHaveAttribute('aria-valuenow', '2');
    await earlier.press('ArrowLeft');
    await expect(earlier).toHaveAttribute('aria-valuenow', '1');
    // What was deleted is also in the picture.
    await expect(page.getByRole('application', { name: /^Landscape with 3 components/ })).toBeVisible();
    await expect(page.getByText('Components: 1 new, 1 gone')).toBeVisible();
    await expectAccessible(page);
    await page.getByText('Table', { exact: true }).click();
    const differences = page.getByRole('table', { name: 'Differences' });
    await expect(differences.getByRole('row', { name: /^\+ New Component db/ })).toBeVisible();
    await expect(differences.getByRole('row', { name: /^− Gone Component old/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByText('Picture', { exact: true }).click();
    await page.getByRole('button', { name: 'Stop comparing' }).click();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect(page.getByRole('application', { name: /^Landscape with 2 components/ })).toBeVisible();

    await page.goto(`/t/${tenant.tenantId}/blast-radius?entityType=component&entityId=${id}`);
    await expect(page.getByRole('application', { name: /: 0 components/ })).toBeVisible();
    await page.getByRole('button', { name: 'Show the past' }).click();
    await version.press('ArrowLeft');
    await expect(page.getByRole('application', { name: /: 1 component / })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect(page.getByRole('application', { name: /: 0 components/ })).toBeVisible();
    await page.context().close();
  },
);
