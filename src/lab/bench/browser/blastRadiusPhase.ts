/** Blast radius: ask, go deeper, reverse, filter, follow. */
import { DRAWN, GRAPH } from './landscapePhases';
import { KEPT_PICTURE_WITHIN_MS, NEW_QUESTION_WITHIN_MS, QUIET_MS, REACHED_MS, ROUNDS, type Session, type Site } from './session';

const CONSEQUENCES = 'section[aria-label="Consequences"]';
const VERDICT = `${CONSEQUENCES} [role="status"]`;

const REACHES_AT_LEAST = 500;

/** Components on which many others depend. */
async function wideStarts({ address, tenant: { tenantId, key } }: Site): Promise<string[]> {
  const read = async <Read>(path: string): Promise<Read> =>
    (await (await fetch(`${address}/api/${tenantId}${path}`, { headers: { authorization: `Bearer ${key ?? ''}` } })).json()) as Read;
  const found: string[] = [];
  for (let number = 100; found.length < ROUNDS; number++) {
    const { id } = await read<{ id: string }>(`/components/component-${number}`);
    const { counts } = await read<{ counts: { components: number } }>(
      `/blast-radius?entityType=component&direction=downstream&entityId=${id}&componentLimit=1`,
    );
    if (counts.components >= REACHES_AT_LEAST) found.push(id);
  }
  return found;
}

export async function exploreBlastRadius(session: Session): Promise<void> {
  const { page, site } = session;
  const slider = page.getByRole('slider', { name: 'Depth in hops' });
  const answered = { changed: VERDICT, picture: { changed: GRAPH, present: DRAWN } };
  for (const id of await wideStarts(site)) {
    await session.come('open a component of the landscape', `landscape?component=${id}`, DRAWN);
    await page.getByRole('link', { name: 'Show blast radius' }).hover();
    const opened = { present: CONSEQUENCES, reaction: { present: '[data-pending="true"]' }, picture: { present: DRAWN } };
    await session.press('open its blast radius', page.getByRole('link', { name: 'Show blast radius' }), opened, NEW_QUESTION_WITHIN_MS);
    await page.locator(DRAWN).waitFor();
    await page.waitForTimeout(QUIET_MS);
    await slider.focus();
    await page.waitForTimeout(REACHED_MS);
    await session.answer('one hop', () => page.keyboard.press('Home'), { ...answered, reaction: { changed: '[role="slider"]' } });
    await session.answer('one hop more', () => page.keyboard.press('ArrowRight'), {
      ...answered,
      reaction: { changed: '[role="slider"]' },
    });
    await session.answer('as deep as it goes', () => page.keyboard.press('End'), { ...answered, reaction: { changed: '[role="slider"]' } });
    await session.press('what could cause it', page.getByText('What could cause it', { exact: true }), answered);
    await session.press('what breaks', page.getByText('What breaks', { exact: true }), answered);
    for (const [menu, value] of [
      ['mode', 'Hard'],
      ['type', 'Publishes'],
    ] as const) {
      await page.getByRole('button', { name: `Filter by ${menu}` }).click();
      const box = page.getByRole('checkbox', { name: value, exact: true });
      const act = { reaction: { changed: 'input[type="checkbox"]' } };
      await session.press(`filter by ${menu}`, box, { ...answered, ...act });
      await session.press('filter taken back', box, { ...answered, ...act });
      await page.keyboard.press('Escape');
      await page.waitForTimeout(QUIET_MS);
    }
    await session.press('table', page.getByText('Table', { exact: true }), { present: 'table[aria-label="Affected components"] tbody tr' });
    await session.press(
      'sort the table',
      page.getByRole('table', { name: 'Affected components' }).getByRole('button', { name: 'Expected state' }),
      {
        changed: 'table[aria-label="Affected components"] tbody',
      },
    );
    await session.press('a path', page.locator('table[aria-label="Affected components"] tbody button').first(), {
      present: 'section[aria-label^="Path to"] ol li',
      reaction: { present: 'section[aria-label^="Path to"]' },
    });
    await session.press('columns', page.getByText('Columns', { exact: true }), { present: DRAWN }, KEPT_PICTURE_WITHIN_MS);
  }
}
