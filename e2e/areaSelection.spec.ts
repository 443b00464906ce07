/** Drawing a frame around part of the landscape, by mouse, keyboard or finger, and adding its content to a scenario. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/expectAccessible';
import { testInOwnTenant } from './support/inOwnTenant';
import { applyManifest } from './support/ownTenant';

const MANIFEST = {
  version: 1,
  name: 'two shops',
  applications: [
    {
      technicalName: 'till',
      name: 'Till',
      components: ['checkout', 'cart', 'prices'].map((technicalName) => ({
        technicalName,
        name: technicalName,
      })),
    },
    {
      technicalName: 'stock',
      name: 'Stock',
      components: ['shelves', 'orders'].map((technicalName) => ({
        technicalName,
        name: technicalName,
        kind: 'Database',
      })),
    },
  ],
  dependencies: [
    { source: 'checkout', target: 'orders', dependencyType: 'Reads' },
    { source: 'cart', target: 'shelves', dependencyType: 'Reads' },
  ],
};

async function openLandscape(page: Page, tenantId: string) {
  await page.goto(`/t/${tenantId}/landscape?level=cards`);
  const picture = page.getByRole('application', { name: /^Landscape with 5 components/ });
  await expect(picture).toHaveAttribute('aria-busy', 'false');
  const box = await picture.boundingBox();
  if (box === null) throw new Error('The picture has no size.');
  return { picture, box, frame: page.getByRole('group', { name: 'Contents of the frame' }) };
}

testInOwnTenant(
  'dragging with Shift frames components, which are added to a scenario',
  { tag: '@long' },
  async ({ page, ownTenant, baseURL }) => {
    await applyManifest(baseURL ?? '', ownTenant, MANIFEST);
    const { picture, box, frame } = await openLandscape(page, ownTenant.tenantId);
    const zoom = await page.getByTestId('canvas').getAttribute('data-zoom');

    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page.getByRole('status').filter({ hasText: /in the frame$/ })).toBeVisible();
    await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4, { steps: 3 });
    await expect(page.getByRole('status').filter({ hasText: '5 components in the frame' })).toBeVisible();
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect(frame).toContainText('5 components selected');
    await expect(page.getByTestId('canvas')).toHaveAttribute('data-zoom', zoom ?? '');
    await expectAccessible(page);

    // Escape ends it, also in the middle of a drag.
    await page.keyboard.press('Escape');
    await expect(frame).toBeHidden();
    await expect(picture).toBeFocused();
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4, { steps: 3 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect(page.getByRole('status').filter({ hasText: /in the frame$/ })).toHaveCount(0);
    await expect(frame).toBeHidden();

    // Without the key, by the button below the picture.
    await page.getByRole('button', { name: 'Select with a frame (B, or drag with Shift)' }).click();
    await page.mouse.move(box.x + 4, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4, { steps: 3 });
    await page.mouse.up();
    await frame.getByRole('button', { name: 'Add 5 to scenario' }).click();
    await expect(page.getByRole('heading', { name: 'What fails (5 of 5)' })).toBeVisible();
  },
);

testInOwnTenant('keys alone frame components', { tag: '@long' }, async ({ page, ownTenant, baseURL }) => {
  await applyManifest(baseURL ?? '', ownTenant, MANIFEST);
  const { picture, box, frame } = await openLandscape(page, ownTenant.tenantId);
  await picture.focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: 'Select with a frame (B, or drag with Shift)' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  const steps = Math.ceil(Math.max(box.width, box.height) / 24);
  for (let step = 0; step < steps; step++) for (const key of ['ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  for (let step = 0; step < steps; step++) for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('status').filter({ hasText: '5 components in the frame' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(frame).toBeFocused();
  await expect(frame.getByRole('button', { name: 'Add 5 to scenario' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What fails (5 of 5)' })).toBeVisible();
});

testInOwnTenant('a finger frames components, and moves the picture otherwise', { tag: '@long' }, async ({ page, ownTenant, baseURL }) => {
  await applyManifest(baseURL ?? '', ownTenant, MANIFEST);
  const { box, frame } = await openLandscape(page, ownTenant.tenantId);
  const devtools = await page.context().newCDPSession(page);
  const touch = async (from: [number, number], to: [number, number]): Promise<void> => {
    const at = ([x, y]: [number, number]) => [{ x, y }];
    const half: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    await devtools.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: at(from),
    });
    for (const point of [half, to])
      await devtools.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: at(point),
      });
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const corner: [number, number] = [box.x + 4, box.y + 4];
  const opposite: [number, number] = [box.x + box.width - 4, box.y + box.height - 4];
  await touch(corner, [corner[0] + 80, corner[1] + 60]);
  await expect(frame).toBeHidden();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('button', { name: 'Select with a frame (B, or drag with Shift)' }).click();
  await touch(corner, opposite);
  await expect(frame.getByRole('button', { name: 'Add 5 to scenario' })).toBeVisible();
});
