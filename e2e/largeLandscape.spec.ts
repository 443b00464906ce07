/** A landscape that is too large for one picture. */
import { expect } from '@playwright/test';
import { test } from './support/browsing';
import { applyManifest, createOwnTenant, openPageOf } from './support/ownTenant';

test(
  'a landscape of two thousand components opens as a map, shows one application by itself, and is never sent as a whole',
  { tag: '@long' },
  async ({ browser, baseURL: given }) => {
    const baseURL = given ?? '';
    const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Large', plan: 'Enterprise' });
    const applications = Array.from({ length: 100 }, (_, app) => ({
      technicalName: `app-${app}`,
      name: `App ${app}`,
      ownerTeam: `Team ${app % 7}`,
      components: Array.from({ length: 20 }, (_unused, at) => ({ technicalName: `c-${app}-${at}`, name: `Component ${app}.${at}` })),
    }));
    const dependencies = applications.flatMap((_, app) =>
      Array.from({ length: 20 }, (_unused, at) => ({
        source: `c-${app}-${at}`,
        target: `c-${(app + at + 1) % 100}-${at}`,
        dependencyType: 'Calls',
      })),
    );
    await applyManifest(baseURL, tenant, { version: 1, name: 'large', applications, dependencies });
    const page = await openPageOf(browser, baseURL, tenant);
    let most = 0;
    page.on('response', (response) => {
      if (response.url().includes('/trpc/'))
        void response.text().then(
          (text) => (most = Math.max(most, text.split('"technicalName":"c-').length - 1)),
          () => undefined,
        );
    });
    await page.goto(`/t/${tenant.tenantId}/landscape`);
    const picture = page.getByRole('application', { name: /^Landscape with 2,000 components and 2,000 dependencies in 7 groups by team/ });
    await expect(picture).toHaveAttribute('aria-busy', 'false');
    await page.getByRole('combobox', { name: 'Search components and applications' }).fill('app-42');
    await page
      .getByRole('option', { name: /App 42/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Application App 42' })).toContainText('Components (20)');
    await page.getByRole('button', { name: 'Focus on it' }).click();
    await expect(page.getByRole('group', { name: 'Focus' })).toContainText('Around App 42');
    await expect(page.getByRole('application', { name: /^Landscape with [2-9]\d components/ })).toBeVisible();
    expect(most).toBeLessThanOrEqual(200);

    // A link to a component that no picture has room for describes it, with what it depends on.
    const answer = await fetch(`${baseURL}/api/${tenant.tenantId}/components/c-42-3`, {
      headers: { authorization: `Bearer ${tenant.key ?? ''}` },
    });
    const { id } = (await answer.json()) as { id: string };
    await page.goto(`/t/${tenant.tenantId}/landscape?component=${id}`);
    const panel = page.getByRole('region', { name: 'Component Component 42.3' });
    await expect(panel.getByRole('region', { name: /^(Depends on|Dependents)/ })).toHaveCount(2);
    await expect(picture).toHaveAttribute('aria-busy', 'false');
    await page.context().close();
  },
);
