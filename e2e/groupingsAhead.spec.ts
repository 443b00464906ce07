/** Other groupings of a large landscape are drawn where nobody sees them, before one of them is chosen. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { applyManifest, createOwnTenant, openPageOf } from './support/ownTenant';

/** Grouped by application unless another grouping is asked for. */
async function openLarge(browser: Browser, baseURL: string, path: string): Promise<Page> {
  const tenant = await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: 'Groupings', plan: 'Enterprise' });
  const applications = Array.from({ length: 60 }, (_, app) => ({
    technicalName: `app-${app}`,
    name: `App ${app}`,
    ownerTeam: `Team ${app % 7}`,
    components: Array.from({ length: 40 }, (_unused, at) => ({ technicalName: `c-${app}-${at}`, name: `Component ${app}.${at}` })),
  }));
  const dependencies = applications.map((_, app) => ({ source: `c-${app}-0`, target: `c-${(app + 1) % 60}-1`, dependencyType: 'Calls' }));
  await applyManifest(baseURL, tenant, { version: 1, name: 'groupings', applications, dependencies });
  const page = await openPageOf(browser, baseURL, tenant);
  await page.goto(`/t/${tenant.tenantId}/${path}`);
  return page;
}

/** Also where nobody sees it. */
function pictureIn(page: Page, groups: number) {
  return page.getByRole('application', { name: new RegExp(`in ${groups} groups`), includeHidden: true });
}

test('while the menu of the groupings is open the others are drawn, out of reach, and the one that is chosen is drawn already', async ({
  browser,
  baseURL,
}) => {
  const page = await openLarge(browser, baseURL ?? '', 'landscape');
  await expect(page.getByRole('application', { name: /in 60 groups/ })).toHaveAttribute('aria-busy', 'false');
  await expect(pictureIn(page, 7)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Group' }).click();
  const byTeam = pictureIn(page, 7);
  await expect(byTeam.locator('[data-drawn="true"]')).toHaveCount(1);
  await expect(page.getByRole('application', { name: /in 7 groups/ })).toHaveCount(0);
  // Whatever is drawn on it from here on would be seen.
  await byTeam.evaluate((picture) => {
    new MutationObserver((changes) =>
      changes.forEach(({ target }) => (target as HTMLElement).dataset.drawn === 'false' && picture.setAttribute('data-anew', 'true')),
    ).observe(picture, { subtree: true, attributeFilter: ['data-drawn'] });
  });
  await page.getByRole('option', { name: 'By team' }).click();
  await expect(page.getByRole('application', { name: /in 7 groups/ })).toBeVisible();
  await expect(page.getByRole('application', { name: /in 60 groups/ })).toHaveCount(0);
  await expect(byTeam).toHaveCount(1);
  await page.getByRole('button', { name: 'Filter by team' }).click();
  await expect(byTeam).not.toHaveAttribute('data-anew', 'true');
  const byNothing = page.getByRole('application', { name: /in 1 group\b/, includeHidden: true });
  await expect(byNothing).toHaveCount(2);
  // Another part of the landscape: what was drawn of the whole is forgotten.
  await page.getByRole('checkbox', { name: 'Team 3', exact: true }).check();
  await expect(page.getByRole('application', { name: /^Landscape with [1-9]/ })).toBeVisible();
  await expect(byNothing).toHaveCount(0);
  await page.context().close();
});

test('an application that is found while another grouping is shown is brought into the middle of its own', async ({ browser, baseURL }) => {
  const page = await openLarge(browser, baseURL ?? '', 'landscape?grouping=team');
  const byTeam = page.getByRole('application', { name: /in 7 groups/ });
  await expect(byTeam).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('combobox', { name: 'Search components and applications' }).fill('app-42');
  await expect(page.getByRole('option', { name: /App 42/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Application App 42' });
  await expect(panel).toBeVisible();
  const byApplication = page.getByRole('application', { name: /in 60 groups/ });
  await expect(byApplication).toHaveAttribute('aria-busy', 'false');
  const [stage, covered] = [await byApplication.boundingBox(), await panel.boundingBox()];
  const named = page.getByText('App 42', { exact: true });
  const before = await named.count();
  await expect(async () => {
    await page.mouse.move((stage?.x ?? 0) + 5, (stage?.y ?? 0) + 5);
    await page.mouse.move(((stage?.x ?? 0) + (covered?.x ?? 0)) / 2, (stage?.y ?? 0) + (stage?.height ?? 0) / 2);
    await expect(named).toHaveCount(before + 1, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await page.context().close();
});
