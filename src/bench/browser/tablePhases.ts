/** The tables: the inventory of 10,000 components, the register of 30,000 dependencies. */
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
    await session.answer('sort', () => heading.getByRole('button').click(), { changed: first, reaction: { changed: '[role="columnheader"][aria-sort]:not([aria-sort="none"])' } });
    await session.answer('choose all that is loaded', () => page.locator(`${GRID} [role="columnheader"] input`).click(), { present: '[aria-label="With what is chosen"]', reaction: { changed: `${GRID} [role="columnheader"] input` } });
    await session.answer('choose none', () => page.getByRole('button', { name: 'Choose none' }).click(), { absent: '[aria-label="With what is chosen"]' });
    await session.answer('choose one', () => page.locator(`${first} input`).click(), { present: '[aria-label="With what is chosen"]' });
    await page.getByRole('button', { name: 'Choose none' }).click();
    await session.answer('next row by key', () => page.locator(GRID).press('j'), { changed: `${GRID} [data-active]` });
    await session.answer('open a row', () => page.locator(`${GRID} [role="row"] button[aria-label^="Open"]`).nth(3 + round).click(), { present: 'section[aria-label^="Component Component"]', reaction: { present: 'section[aria-label="Component"]' } });
    await session.answer('open its form', () => page.getByRole('button', { name: 'Edit' }).click(), { present: 'form[aria-label="Change component"] textarea' });
    const name = page.getByRole('form', { name: 'Change component' }).getByRole('textbox', { name: 'Name', exact: true });
    await name.press('End');
    await session.answer('type in the form', () => page.keyboard.type('!'), { changed: 'form[aria-label="Change component"] input' });
    await session.answer('save it', () => page.getByRole('button', { name: 'Save' }).click(), { changed: 'section[aria-label^="Component Component"]', reaction: { present: 'form [data-loading]' } });
    await page.getByRole('button', { name: 'Close the panel' }).click();
    await page.waitForTimeout(400);
    await page.getByRole('button', { name: /^Filter/ }).click();
    const kind = page.getByRole('checkbox', { name: 'Database', exact: true });
    await session.answer('filter', () => kind.click(), { absent: `${GRID} [role="row"]`, ...BOX });
    await session.answer('filter taken back', () => kind.click(), { present: first, ...BOX });
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
    await session.answer('only what is registered', () => page.getByText('Registered', { exact: true }).click(), { changed: '[role="search"] [role="status"]', reaction: { changed: REGISTER_FRAME } });
    await session.answer('all', () => page.getByText('All', { exact: true }).click(), { changed: '[role="search"] [role="status"]', reaction: { changed: REGISTER_FRAME } });
    const search = page.getByRole('textbox', { name: 'Search components of the register' });
    await search.fill('number 77');
    await page.waitForTimeout(600);
    await session.answer('search the register', () => search.press('7'), { changed: '[role="search"] [role="status"]', reaction: { changed: '#register-search' } });
    await search.fill('');
    await page.waitForTimeout(600);
    await session.answer('show more', () => page.getByRole('button', { name: /^Show more/ }).click(), { changed: table, reaction: { present: 'button[data-loading]' } });
  }
  await session.scroll('scroll the register', () => scrollOver(session, rows));
}
