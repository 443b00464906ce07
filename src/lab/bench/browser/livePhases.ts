/** Live impact and incidents with many failures, and the command palette from there. */
import { ROUNDS, type Session, type Site } from './session';

const UNHEALTHY = 300;
const STATES = ['Outage', 'Degraded', 'Warning'] as const;

async function call<Answer>({ address, tenant: { tenantId, key } }: Site, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${address}/api/${tenantId}${path}`, {
    headers: { authorization: `Bearer ${key ?? ''}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

/** Resolves when live impact has been updated. */
async function breakMuch(site: Site): Promise<number> {
  const signals = Array.from({ length: UNHEALTHY }, (_, index) => ({
    component: `component-${index * 33}`,
    state: STATES[index % STATES.length],
  }));
  await call(site, '/health-signals', { signals });
  for (;;) {
    const { pendingSignals, impacted } = await call<{ pendingSignals: number; impacted: unknown[] }>(site, '/impact/snapshot');
    if (pendingSignals === 0 && impacted.length > 0) return impacted.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function watchLiveImpact(session: Session): Promise<void> {
  const { page, site } = session;
  const impacted = await breakMuch(site);
  process.stdout.write(`  ${UNHEALTHY} components report trouble, ${impacted.toLocaleString('en')} are impacted\n`);
  const rows = 'table[aria-label="Impacted components"] tbody';
  await session.open('live impact', 'live-impact', `${rows} tr`);
  await session.report('live impact');
  for (let round = 0; round < ROUNDS; round++) {
    const heading = page.getByRole('button', { name: 'Component', exact: true });
    await session.press('sort what is impacted', heading, { changed: rows });
  }
  await page.locator('div[aria-label="Impacted components"]').scrollIntoViewIfNeeded();
  const box = await page.locator('div[aria-label="Impacted components"]').boundingBox();
  await session.scroll('scroll what is impacted', async () => {
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 120);
    for (let step = 0; step < 60; step++) {
      await page.mouse.wheel(0, 240);
      await page.waitForTimeout(25);
    }
  });
  await session.open('wall screen', 'live-impact?wall=1', 'section[aria-label="Status"]');
  await session.report('wall screen');
  for (let round = 0; round < ROUNDS; round++) {
    await call(site, '/health-signals', {
      signals: [{ component: `component-${round * 33}`, state: round % 2 === 0 ? 'Warning' : 'Outage' }],
    });
    await page.waitForTimeout(1_500);
  }
}

export async function readIncidents(session: Session): Promise<void> {
  const { page } = session;
  const rows = 'table tbody';
  await session.open('incidents', 'incidents', `${rows} tr`);
  await session.report('incidents');
  for (let round = 0; round < ROUNDS; round++) {
    await page.getByRole('button', { name: /^Filter by severity/ }).click();
    const box = page.getByRole('checkbox', { name: 'Outage' });
    const filtered = { changed: 'h2', reaction: { changed: 'input[type="checkbox"]' } };
    await session.press('filter incidents', box, filtered);
    await session.press('filter taken back', box, filtered);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    const link = page.locator(`${rows} a`).nth(round);
    await session.press('open an incident', link, {
      present: '[aria-label="Timeline"], section[aria-label="Timeline"]',
      reaction: { absent: '[aria-label="Filter incidents"]' },
    });
    await page.goBack();
    await page.locator(`${rows} tr`).first().waitFor();
    await page.waitForTimeout(300);
  }
}

export async function findAnything(session: Session): Promise<void> {
  const { page } = session;
  for (let round = 0; round < ROUNDS; round++) {
    await session.answer('open the palette', () => page.keyboard.press('Control+k'), { present: '[role="dialog"] input' });
    await session.answer('first letter', () => page.keyboard.type('c'), {
      changed: '[role="dialog"] [role="listbox"], [role="dialog"] [aria-label="Choices"]',
      reaction: { changed: '[role="dialog"] input' },
    });
    await page.keyboard.type(`omponent-77`);
    await page.waitForTimeout(500);
    await session.answer('one letter more', () => page.keyboard.type(String(round)), {
      changed: '[role="dialog"] [aria-label="Choices"]',
      reaction: { changed: '[role="dialog"] input' },
    });
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
  }
}
