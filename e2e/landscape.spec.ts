/** Finding one's way in the landscape. */
import { expect } from '@playwright/test';
import { landscapePath, test } from './support/browsing';

const graph = /^Landscape with 26 components and 46 dependencies/;

test('the home page leads to the demo landscape, drawn', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/landscape$/);
  await expect(page.getByRole('application', { name: graph })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '26 components, 46 dependencies' })).toBeVisible();
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
});

test('a search leads to a component, and from there to its blast radius', async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('textbox', { name: 'Search components and applications' }).fill('astronomy');
  await page.getByRole('option', { name: /Astronomy database/ }).click();
  const panel = page.getByRole('region', { name: 'Component Astronomy database' });
  await expect(panel.getByRole('region', { name: 'Dependents' }).getByRole('listitem')).toHaveText([/^Accounting · Fulfilment/, /^Product catalogue · Catalogue/]);
  await expect(panel.getByText('It depends on nothing.')).toBeVisible();
  await expect(page).toHaveURL(/component=[0-9a-f-]{36}/);
  await panel.getByRole('link', { name: 'Show blast radius' }).click();
  await expect(page.getByRole('heading', { name: 'If Astronomy database fails' })).toBeVisible();
});

test('the table holds the same as the picture, sorts, and follows the filters', async ({ page }) => {
  await page.goto(landscapePath());
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  await expect(page.getByRole('tab', { name: 'Components (26)' })).toBeVisible();
  await page.getByRole('button', { name: 'Dependents' }).click();
  await page.getByRole('button', { name: 'Dependents' }).click();
  await expect(page.getByRole('columnheader', { name: 'Dependents' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).toContainText('Feature flags');
  await page.getByRole('button', { name: 'Filter by kind' }).click();
  await page.getByRole('checkbox', { name: 'Database' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/kinds=Database/);
  await expect(page.getByRole('tab', { name: 'Components (3)' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Components (26)' })).toBeVisible();
});

test('an application folds into one box with counted dependencies, and a link keeps it so', async ({ page, context }) => {
  await page.goto(landscapePath());
  await page.getByRole('textbox', { name: 'Search components and applications' }).fill('catalogue');
  await page.getByRole('option', { name: /^Catalogue catalogue/ }).click();
  await page.getByRole('button', { name: 'Fold into one box' }).click();
  await expect(page.getByRole('button', { name: 'Unfold 3 components' })).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole('button', { name: 'Unfold 3 components' })).toBeVisible();
  await expect(second.getByRole('application', { name: /^Landscape with 23 components/ })).toBeVisible();
});

test('the keyboard alone finds a component and opens its blast radius', async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Search components and applications' })).toBeFocused();
  await page.keyboard.type('valkey-cart');
  await expect(page.getByRole('option', { name: /Cart store/ })).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: 'Show blast radius' });
  await expect(link).toBeVisible();
  for (let presses = 0; presses < 30 && !(await link.evaluate((element) => element === document.activeElement)); presses++) await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'If Cart store fails' })).toBeVisible();
});

test('arrow keys move through the picture', async ({ page }) => {
  await page.goto(landscapePath());
  await expect(page.getByRole('application', { name: graph })).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('application', { name: graph }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('region', { name: /^Component / })).toBeVisible();
  const first = await page.getByRole('region', { name: /^Component / }).getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('region', { name: /^Component / })).not.toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Component / })).toBeHidden();
});
