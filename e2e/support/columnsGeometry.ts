/** Measures columns in a browser: how large their texts are, what overlaps, and which lines cross cards. */
import { expect, type Page } from '@playwright/test';

const LEAST_PIXELS = 11;

interface Drawn {
  /** Of the printed picture, which equals the one on the screen. */
  texts: { text: string; size: number; box: Box }[];
  cards: Box[];
  lines: { x: number; y: number }[][];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reads the picture as it is printed: the same model, as elements that can be measured. */
async function readPaper(page: Page): Promise<Drawn> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const svg = page
    .locator('svg')
    .filter({ has: page.locator('text') })
    .first();
  await expect(svg).toBeAttached();
  const drawn = await svg.evaluate((root): Drawn => {
    const boxOf = (element: Element): Box => {
      const { x, y, width, height } = (element as SVGGraphicsElement).getBBox();
      return { x, y, width, height };
    };
    const texts = [...root.querySelectorAll('text')].map((element) => ({
      text: element.textContent,
      size: parseFloat(getComputedStyle(element).fontSize),
      box: boxOf(element),
    }));
    const cards = [...root.querySelectorAll('rect')].filter((element) => (element.getAttribute('stroke') ?? 'none') !== 'none').map(boxOf);
    const lines = [...root.querySelectorAll('path')]
      .filter((element) => element.getAttribute('fill') === 'none' && element.closest('svg') === root)
      .map((element) => {
        const path = element as SVGPathElement;
        const length = path.getTotalLength();
        return Array.from({ length: 200 }, (_, at) => {
          const { x, y } = path.getPointAtLength((length * at) / 199);
          return { x, y };
        });
      });
    return { texts, cards, lines };
  });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  return drawn;
}

function overlap(a: Box, b: Box): boolean {
  const room = 1;
  return a.x + room < b.x + b.width && b.x + room < a.x + a.width && a.y + room < b.y + b.height && b.y + room < a.y + a.height;
}

/** A line may touch only the cards at its two ends. */
function crossings({ lines, cards }: Drawn): number {
  const inside = ({ x, y }: { x: number; y: number }, card: Box): boolean =>
    x > card.x + 2 && x < card.x + card.width - 2 && y > card.y + 2 && y < card.y + card.height - 2;
  return lines.filter((points) => cards.some((card) => points.slice(3, -3).some((point) => inside(point, card)))).length;
}

/** Expects of the columns on the page: every text has at least 11 pixels at the first zoom, no texts or cards overlap, and no line crosses a card that it does not connect. */
export async function expectColumnsReadable(page: Page): Promise<void> {
  const canvas = page.getByTestId('canvas');
  await expect(page.getByRole('application', { name: /^Columns of/ })).toHaveAttribute('aria-busy', 'false');
  await expect(canvas).toHaveAttribute('data-zoom', /\d/);
  const zoom = Number(await canvas.getAttribute('data-zoom'));
  const drawn = await readPaper(page);
  expect(drawn.texts.length).toBeGreaterThan(4);
  expect(drawn.texts.filter(({ size }) => size * zoom < LEAST_PIXELS)).toEqual([]);
  const clashes = drawn.texts.flatMap((a, at) =>
    drawn.texts
      .slice(at + 1)
      .filter((b) => overlap(a.box, b.box))
      .map((b) => [a.text, b.text]),
  );
  expect(clashes).toEqual([]);
  expect(drawn.cards.flatMap((a, at) => drawn.cards.slice(at + 1).filter((b) => overlap(a, b)))).toEqual([]);
  expect(crossings(drawn)).toBe(0);
}
