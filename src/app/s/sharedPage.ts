/** The page behind a share link: the stored answer in words, tables and one picture, as HTML without any script. */
import { createHash } from 'node:crypto';
import { STILL_PAGE_STYLE, toStillPage, type StillPage } from '@/canvas/export/toHtml';
import { toSvg } from '@/canvas/export/toSvg';
import { answerDigest, incidentDigest, landscapeDigest, overviewDigest } from '@/client/answerDigest';
import type { Drawn, Exported } from '@/client/pictureExports';
import { paletteOf, type CanvasPalette } from '@/client/symbols/canvasPalette';
import type { SharedAnswer, SharedView } from '@/contract/shareLinks';
import { blastRadiusSheet } from '@/features/blastRadius/blastRadiusSheet';
import { readableTables as blastRadiusTables } from '@/features/blastRadius/readableTables';
import { incidentSheet } from '@/features/incidents/incidentSheet';
import { landscapeSheet } from '@/features/landscape/landscapeSheet';
import { readableTables as scenarioTables, scenarioSheet } from '@/features/scenarios/scenarioSheet';
import { overviewSheet } from '@/features/weakPoints/overviewSheet';
import { weakPointSheet } from '@/features/weakPoints/weakPointSheet';
import { processState } from '@/server/processState';
import { formatTimestamp } from '@/ui/formatTimestamp';
import { STRANGERS_HEADERS } from './strangersHeaders';

const THEMES = ['light', 'dark'] as const;
const NOBODY: ReadonlySet<string> = new Set();

/** Nothing but this page's own style and the small images within its picture. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STILL_PAGE_STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE_HEADERS = {
  ...STRANGERS_HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
} as const;

/** How many pages a process keeps: a page never changes, and its picture takes longer to draw than everything else. */
const MOST_KEPT = 50;

/** The page of a link that was found to work just now. */
export async function sharedPage(view: SharedView): Promise<string> {
  const kept = processState('sharedPages', () => new Map<string, string>());
  const text = kept.get(view.id) ?? (await drawPage(view));
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && !kept.has(view.id) && oldest !== undefined) kept.delete(oldest);
  kept.set(view.id, text);
  return text;
}

async function drawPage(view: SharedView): Promise<string> {
  const { content, madeAt, tenantName } = view;
  const [light, dark] = THEMES.map((theme) => sheetOf(view, paletteOf(theme))) as [Exported, Exported];
  const drawn = { light: drawingOf(light), dark: drawingOf(dark) };
  const tables = await Promise.all(tablesOf(content, light).map(async ({ title, head, rows }) => ({ title, head, rows: await rows() })));
  return toStillPage({
    title: light.title,
    note: `${tenantName}, as it was on ${utc(pastMomentOf(content) ?? madeAt)} · ${light.note}`,
    figures: light.figures ?? [],
    words: drawn.light?.words ?? [],
    svg: drawn.light === null || drawn.dark === null ? null : { light: picture(drawn.light, 'light'), dark: picture(drawn.dark, 'dark') },
    tables,
    foot: footOf(view),
  });
}

/** A page that says one thing, for a link that leads nowhere. */
export function plainPage(title: string, note: string): string {
  const page: StillPage = { title, note, svg: null, tables: [], foot: '' };
  return toStillPage(page);
}

const utc = (instant: string): string => formatTimestamp(instant, false, true);

function footOf({ content, madeAt, expiresAt, hasRevenue }: SharedView): string {
  const money = hasRevenue ? 'With money.' : 'Without money.';
  return `Shared on ${utc(madeAt)}. It does not change, and the link ends on ${utc(expiresAt)}. ${money} Digest of the answer: ${digestOf(content)}. Made with Faultline.`;
}

/** The moment in the past that the view shows; null if it shows that of the link. */
function pastMomentOf(content: SharedAnswer): string | null {
  if (content.page === 'scenarios') return content.picture.answer.baseline.at;
  return content.page === 'landscape' || content.page === 'blast-radius' ? content.at : null;
}

function digestOf(content: SharedAnswer): string {
  switch (content.page) {
    case 'landscape':
      return landscapeDigest(content);
    case 'blast-radius':
      return answerDigest(content.answer);
    case 'scenarios':
      return answerDigest(content.picture.answer);
    case 'weak-points':
      return answerDigest(content.answer);
    case 'weak-points-overview':
      return overviewDigest(content);
    case 'incidents':
      return incidentDigest(content.incident);
  }
}

function sheetOf({ content, madeAt }: SharedView, palette: CanvasPalette): Exported {
  switch (content.page) {
    case 'landscape':
      return landscapeSheet(content, palette);
    case 'blast-radius':
      return blastRadiusSheet(content.answer, content.columns, NOBODY, () => Promise.resolve(content.answer), palette);
    case 'scenarios':
      return scenarioSheet(content.picture, palette);
    case 'weak-points':
      return weakPointSheet(content.answer);
    case 'weak-points-overview':
      return overviewSheet(content);
    case 'incidents':
      return incidentSheet(content, Date.parse(madeAt), palette);
  }
}

function tablesOf(content: SharedAnswer, sheet: Exported): Exported['tables'] {
  if (content.page === 'blast-radius') return blastRadiusTables(content.answer);
  if (content.page === 'scenarios') return scenarioTables(content.picture.answer);
  return sheet.tables;
}

function drawingOf({ draw }: Exported): Drawn | null {
  return draw === null ? null : draw('sheet');
}

function picture({ picture: drawn, look, legend = [] }: Drawn, theme: 'light' | 'dark') {
  const { text: colour, dimmed } = paletteOf(theme);
  return toSvg(drawn, look, { title: '', note: '', legend, colour, dimmed });
}
