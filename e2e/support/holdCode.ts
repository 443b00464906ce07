/** A page before its code has loaded, which on a slow connection people see and use for a while. */
import type { Page } from '@playwright/test';

/** Holds back all scripts of a page until the returned function is called. */
export async function holdCode(page: Page): Promise<() => void> {
  let letThrough = (): void => undefined;
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/_next/static/**/*.js', async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return () => letThrough();
}
