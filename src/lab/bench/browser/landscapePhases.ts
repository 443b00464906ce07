/** Landscape: open, explore, filter, move. */
import { KEPT_PICTURE_WITHIN_MS, NEW_QUESTION_WITHIN_MS, QUIET_MS, ROUNDS, type Session } from './session';

export const GRAPH = '[role="application"]';
/** Drawn and visible. */
export const DRAWN = `${GRAPH}[aria-busy="false"]:has([data-zoom])`;
const STAGE = 'div[aria-busy]:has([role="application"])';
const SUMMARY = 'header [role="status"]';

/** Another grouping or other colours. */
const ANOTHER_LOOK_WITHIN_MS = 300;
/** The first picture, of any landscape. */
const FIRST_PICTURE_WITHIN_MS = 1_000;

/** The first visit also loads the landscape into the server's memory and lays out the picture; the second finds both there. */
export async function openLandscape(session: Session): Promise<void> {
  await session.open('first visit', 'landscape', DRAWN, FIRST_PICTURE_WITHIN_MS);
  await session.report('first visit');
  await session.open('next visit', 'landscape', DRAWN, FIRST_PICTURE_WITHIN_MS);
  await session.report('next visit');
  await session.open('by application', 'landscape?grouping=application', DRAWN);
  await session.report('by application');
}

/** A phase that runs alone starts on a freshly opened page. */
async function atLandscape(session: Session): Promise<void> {
  if (new URL(session.page.url()).pathname.endsWith('/landscape')) return;
  await session.come('open the landscape', 'landscape', DRAWN);
}

export async function exploreLandscape(session: Session): Promise<void> {
  await atLandscape(session);
  const { page } = session;
  const search = page.getByRole('combobox', { name: 'Search components and applications' });
  const panel = 'section[aria-label^="Application application number"]';
  const picture = { changed: GRAPH, present: DRAWN, reaction: { changed: STAGE } };
  for (let round = 0; round < ROUNDS; round++) {
    const number = 11 + round * 17;
    await search.click();
    await search.fill(`application number ${number}`.slice(0, -1));
    await page.waitForTimeout(300);
    await session.answer('search', () => page.keyboard.type(String(number).slice(-1)), {
      changed: '[role="listbox"]',
      reaction: { changed: 'input#landscape-search' },
    });
    await session.answer(
      'choose a group',
      () => page.keyboard.press('Enter'),
      {
        present: `${panel} [aria-label="Components"]`,
        reaction: { present: 'aside, section[aria-label]' },
      },
      NEW_QUESTION_WITHIN_MS,
    );
    await session.press('choose a component', page.locator(`${panel} [aria-label="Components"] li button`).first(), {
      present: 'section[aria-label^="Component Component"]',
    });
    await session.press('its neighbours alone', page.getByRole('button', { name: 'Show only its neighbours' }), picture);
    await session.press('back to everything', page.getByRole('button', { name: 'Show everything', exact: true }).first(), picture);
    await search.fill(`application number ${number}`);
    await page.waitForTimeout(400);
    await page.keyboard.press('Enter');
    await page.locator(panel).waitFor();
    await page.waitForTimeout(QUIET_MS);
    await session.press('focus on it', page.getByRole('button', { name: 'Focus on it' }), picture);
    await session.press('everything again', page.getByRole('button', { name: 'Show everything', exact: true }).first(), picture);
  }
}

export async function filterLandscape(session: Session): Promise<void> {
  await atLandscape(session);
  const { page } = session;
  const group = page.getByRole('combobox', { name: 'Group' });
  const filtered = { changed: SUMMARY, present: DRAWN, reaction: { changed: 'input[type="checkbox"]' } };
  for (let round = 0; round < ROUNDS; round++) {
    await session.press('open a filter', page.getByRole('button', { name: 'Filter by tier' }), {
      present: '[role="dialog"] input[type="checkbox"]',
    });
    await session.press('filter', page.getByRole('checkbox', { name: 'Mission critical' }), filtered);
    await session.press('filter taken back', page.getByRole('checkbox', { name: 'Mission critical' }), filtered);
    await page.keyboard.press('Escape');
    await session.press('table', page.getByText('Table', { exact: true }), { present: '[role="tablist"]' });
    await session.press('picture', page.getByText('Picture', { exact: true }), { present: DRAWN }, KEPT_PICTURE_WITHIN_MS);
  }
  // Opening the menu prefetches the other groupings; one that was not shown before may still be loading when it is selected.
  const seen = new Set([await group.inputValue()]);
  for (const wanted of ['Team', 'Hosting zone', 'Capability', 'Team', 'Hosting zone', 'Capability'].filter((name) => !seen.has(name))) {
    await session.press('open the groupings', group, { present: '[role="option"]' });
    const isNew = !seen.has(wanted);
    seen.add(wanted);
    await session.press(
      isNew ? `another grouping, ${wanted.toLowerCase()}` : 'a grouping seen before',
      page.getByRole('option', { name: wanted }),
      { changed: GRAPH, present: DRAWN, reaction: { changed: 'input[aria-label="Group"]' } },
      isNew ? ANOTHER_LOOK_WITHIN_MS : KEPT_PICTURE_WITHIN_MS,
    );
  }
  // Nothing reports health here, so that the picture begins with the colours of criticality: each choice differs from the one before.
  for (const wanted of ['Expected cost per hour', 'Criticality', 'Lifecycle', 'Team', 'Health']) {
    await page.getByRole('combobox', { name: 'Colour by' }).click();
    await session.press(
      'other colours',
      page.getByRole('option', { name: wanted, exact: true }),
      { changed: '[data-legend]', present: DRAWN, reaction: { changed: 'input[aria-label="Colour by"]' } },
      ANOTHER_LOOK_WITHIN_MS,
    );
  }
}

/** Over the whole picture, as an eye that looks for something: from cell to cell, row by row. */
export async function pointAtLandscape(session: Session): Promise<void> {
  const { page } = session;
  await session.come('open the landscape', 'landscape', DRAWN);
  const box = (await page.locator(GRAPH).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.waitForTimeout(2_000);
  await session.scroll('pointing for two seconds', async () => {
    for (let step = 0; step < 120; step++) {
      await page.mouse.move(box.x + 40 + ((step * 23) % (box.width - 80)), box.y + 60 + Math.floor((step * 23) / (box.width - 80)) * 60);
      await page.waitForTimeout(16);
    }
  });
  await session.report('pointing');
}

export async function moveLandscape(session: Session): Promise<void> {
  await atLandscape(session);
  const { page } = session;
  const box = await page.locator(GRAPH).boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  // The minimap appears once somebody has zoomed in.
  await page.locator(GRAPH).focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press('+');
  const map = await page.getByTestId('minimap').boundingBox();
  const onMap = { x: (map?.x ?? 0) + (map?.width ?? 0) / 2, y: (map?.y ?? 0) + (map?.height ?? 0) / 2 };
  for (let round = 0; round < ROUNDS; round++) {
    await page.mouse.move(middle.x, middle.y);
    await session.answer('zoom by the wheel', () => page.mouse.wheel(0, round % 2 === 0 ? -240 : 240), { present: GRAPH });
    await page.mouse.move(middle.x + 300, middle.y + 200);
    await page.mouse.down();
    await session.answer('drag the picture', () => page.mouse.move(middle.x + 340 + round, middle.y + 230), { present: GRAPH });
    await page.mouse.up();
    await session.answer('press on the small map', () => page.mouse.click(onMap.x + round * 4, onMap.y), { present: GRAPH });
    await page.locator(GRAPH).focus();
    await session.answer('next by arrow key', () => page.keyboard.press('ArrowRight'), { present: 'section[aria-label]' });
    // Its panel moves the minimap aside.
    await page.keyboard.press('Escape');
    await page.waitForTimeout(QUIET_MS);
  }
  await session.scroll('dragging for two seconds', async () => {
    await page.mouse.move(middle.x - 200, middle.y - 150);
    await page.mouse.down();
    for (let step = 0; step < 60; step++) {
      await page.mouse.move(middle.x - 200 + step * 5, middle.y - 150 + step * 3);
      await page.waitForTimeout(16);
    }
    await page.mouse.up();
  });
}
