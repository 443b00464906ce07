/** A page as it is before its code has come, which on a slow line is seen and used for a while. */
import type { Page } from '@playwright/test';

/** No script of a page is delivered until the answer is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let letThrough = (): void => undefined;
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/_next/static/**/*.js', async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return () => letThrough();
}
