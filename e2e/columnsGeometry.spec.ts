/** Columns are legible in any window and both themes. Those of large landscapes are measured in the suite of large landscapes. */
import { blastRadiusPath, test } from './support/browsing';
import { demo } from './support/demo';
import { expectColumnsReadable } from './support/columnsGeometry';

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
for (const scheme of ['light', 'dark'] as const)
  for (const window of WINDOWS) {
    const title = `columns of a component, of a zone and upstream, at ${window.width} × ${window.height}, ${scheme}`;
    // A theme moves nothing, and all windows share one layout, so the other three are only checked in the long tests.
    test(title, scheme === 'dark' || window !== WINDOWS[0] ? { tag: '@long' } : {}, async ({ page, baseURL: given }) => {
      const { tenantId, key } = demo();
      const answer = await fetch(`${given ?? ''}/api/${tenantId}/hosting-zones/eu-central-a`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const zone = (await answer.json()) as { id: string };
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(window);
      const questions: Record<string, string>[] = [{}, { entityType: 'hosting-zone', entityId: zone.id }, { direction: 'upstream' }];
      for (const parameters of questions) {
        await page.goto(blastRadiusPath(parameters));
        await expectColumnsReadable(page);
      }
    });
  }
