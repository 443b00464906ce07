/** Tables: the inventory of 10,000 components, and the register of 30,000 dependencies. */
import { ROUNDS, type Session } from './session';

const GRID = '[role="grid"]';
const FOOT = '[role="status"]';
const REGISTER_FRAME = 'div[aria-busy]:has(table[aria-label="Register"])';
const SCROLLS = 60;
const BOX = { reaction: { changed: 'input[type="checkbox"]' } };

async function scrollOver(session: Session, selector: string): Promise<void> {
  const { page } = session;
  const box = await page.locator(selector).first().boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 200);
  for (let step = 0; step < SCROLLS; step++) {
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(25);
  }
}

export async function keepInventory(session: Session): Promise<void> {
  const { page } = session;
  await session.open('inventory', 'inventory/components', `${GRID} [role="row"][aria-rowindex="2"]`);
  await session.report('inventory');
  await session.scroll('scroll the inventory', () => scrollOver(session, GRID));
  await session.scroll('scroll on', () => scrollOver(session, GRID));
  await session.report('scrolling');
  const first = `${GRID} [role="row"][aria-rowindex="2"]`;
  await page.locator(GRID).focus();
  await page.keyboard.press('Home');
  const heading = page.getByRole('columnheader', { name: 'Name', exact: true });
  for (let round = 0; round < ROUNDS; round++) {
    await session.press('sort', heading.getByRole('button'), {
      changed: first,
      reaction: { changed: '[role="columnheader"][aria-sort]:not([aria-sort="none"])' },
    });
    await session.press('choose all that is loaded', page.locator(`${GRID} [role="columnheader"] input`), {
      present: '[aria-label="Selected rows"]',
      reaction: { changed: `${GRID} [role="columnheader"] input` },
    });
    await session.press('choose none', page.getByRole('button', { name: 'Clear selection' }), { absent: '[aria-label="Selected rows"]' });
    await session.press('choose one', page.locator(`${first} input`), { present: '[aria-label="Selected rows"]' });
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await session.answer('next row by key', () => page.locator(GRID).press('j'), { changed: `${GRID} [data-active]` });
    await session.press('open a row', page.locator(`${GRID} [role="row"] button[aria-label^="Open"]`).nth(3 + round), {
      present: 'section[aria-label^="Component Component"]',
      reaction: { present: 'section[aria-label="Component"]' },
    });
    await session.press('open its form', page.getByRole('button', { name: 'Edit' }), {
      present: 'form[aria-label="Change component"] textarea',
    });
    const name = page.getByRole('form', { name: 'Change component' }).getByRole('textbox', { name: 'Name', exact: true });
    await name.press('End');
    await session.answer('type in the form', () => page.keyboard.type('!'), { changed: 'form[aria-label="Change component"] input' });
    await session.press('save it', page.getByRole('button', { name: 'Save', exact: true }), {
      changed: 'section[aria-label^="Component Component"]',
      reaction: { present: 'form [data-loading]' },
    });
    await page.getByRole('button', { name: 'Close the panel' }).click();
    await page.waitForTimeout(400);
    await page.getByRole('button', { name: /^Filter/ }).click();
    const kind = page.getByRole('checkbox', { name: 'Database', exact: true });
    await session.press('filter', kind, { absent: `${GRID} [role="row"]`, ...BOX });
    await session.press('filter taken back', kind, { present: first, ...BOX });
    await page.keyboard.press('Escape');
    const search = page.getByRole('textbox', { name: 'Search components' });
    await search.fill('number 77');
    await page.waitForTimeout(500);
    await session.answer('search', () => search.press('7'), { changed: FOOT, reaction: { changed: '#inventory-search' } });
    await search.fill('');
    await page.waitForTimeout(500);
  }
}

export async function readRegister(session: Session): Promise<void> {
  const { page } = session;
  const table = 'table[aria-label="Register"]';
  const rows = `${table} tbody`;
  await session.open('register', 'security-register', `${rows} tr`);
  await session.report('register');
  for (let round = 0; round < ROUNDS; round++) {
    await session.press('only what is registered', page.getByText('Registered', { exact: true }), {
      changed: '[role="search"] [role="status"]',
      reaction: { changed: REGISTER_FRAME },
    });
    await session.press('all', page.getByText('All', { exact: true }), {
      changed: '[role="search"] [role="status"]',
      reaction: { changed: REGISTER_FRAME },
    });
    const search = page.getByRole('textbox', { name: 'Search components of the register' });
    await search.fill('number 77');
    await page.waitForTimeout(600);
    await session.answer('search the register', () => search.press('7'), {
      changed: '[role="search"] [role="status"]',
      reaction: { changed: '#register-search' },
    });
    await search.fill('');
    await page.waitForTimeout(600);
    await session.press('show more', page.getByRole('button', { name: /^Show more/ }), {
      changed: table,
      reaction: { present: 'button[data-loading]' },
    });
  }
  await session.scroll('scroll the register', () => scrollOver(session, rows));
}
