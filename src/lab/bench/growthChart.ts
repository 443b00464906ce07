/** A chart of times by size as SVG text: both scales logarithmic, one line per question, readable on light and dark pages. */

export interface GrowthLine {
  name: string;
  /** Milliseconds, one for each size. */
  times: readonly number[];
}

const WIDTH = 760;
const HEIGHT = 360;
const LEFT = 72;
const RIGHT = 260;
const TOP = 44;
const BOTTOM = 44;
/** The least distance between two names beside the lines. */
const NAME_HEIGHT = 17;

/** Distinguishable with the common colour blindnesses, on white and on black. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}.soft{fill:#59636e}.grid{stroke:#d1d9e0}path{fill:none;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.soft{fill:#9198a1}.grid{stroke:#3d444d}}`;

/** `sizes` are in ascending order; each line has one time per size. All times are above 0. */
export function growthChart(title: string, sizes: readonly number[], lines: readonly GrowthLine[]): string {
  const times = lines.flatMap((line) => line.times);
  const lowest = Math.floor(Math.log10(Math.min(...times)));
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...times))));
  const [smallest = 1, largest = 1] = [sizes[0], sizes.at(-1)];
  const x = (size: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(size / smallest)) / Math.log(largest / smallest);
  const y = (ms: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (Math.log10(ms) - lowest)) / (highest - lowest);
  const powers = Array.from({ length: highest - lowest + 1 }, (_, i) => 10 ** (lowest + i));
  const grid = powers.map(
    (ms) =>
      `<line class="grid" x1="${LEFT}" y1="${at(y(ms))}" x2="${WIDTH - RIGHT}" y2="${at(y(ms))}"/>` +
      `<text class="soft" x="${LEFT - 8}" y="${at(y(ms) + 4)}" text-anchor="end">${duration(ms)}</text>`,
  );
  const ticks = sizes.map(
    (size) => `<text class="soft" x="${at(x(size))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  );
  const names = namePositions(lines.map((line) => y(line.times.at(-1) ?? 1)));
  const drawn = lines.map((line, i) => {
    const colour = COLOURS[i % COLOURS.length] ?? '';
    const points = line.times.map((ms, j) => [at(x(sizes[j] ?? 1)), at(y(ms))] as const);
    const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`).join('');
    const [endX = '', endY = ''] = points.at(-1) ?? [];
    const nameY = names[i] ?? 0;
    return (
      `<path stroke="${colour}" d="M${points.map((point) => point.join(' ')).join('L')}"/>${dots}` +
      `<path stroke="${colour}" stroke-opacity=".5" style="stroke-width:1" d="M${endX} ${endY}L${WIDTH - RIGHT + 16} ${at(nameY)}"/>` +
      `<text x="${WIDTH - RIGHT + 20}" y="${at(nameY + 4)}">${escaped(line.name)}, ${duration(line.times.at(-1) ?? 0)}</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}"><style>${STYLE}</style>`,
    `<text class="title" x="${LEFT}" y="20">${escaped(title)}</text>`,
    ...grid,
    ...ticks,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

/** Moves names apart that would overlap: from the top downwards, then back up from the bottom edge. */
function namePositions(wanted: readonly number[]): number[] {
  const positions = [...wanted];
  const order = positions.map((_, i) => i).sort((a, b) => positions[a]! - positions[b]!);
  let above = -Infinity;
  for (const i of order) above = positions[i] = Math.max(positions[i]!, above + NAME_HEIGHT);
  let below = HEIGHT - BOTTOM + NAME_HEIGHT;
  for (const i of order.reverse()) below = positions[i] = Math.min(positions[i]!, below - NAME_HEIGHT);
  return positions;
}

/** At most two significant digits: 0.01 ms, 3.2 ms, 180 ms, 1.5 s. */
function duration(ms: number): string {
  return ms >= 1_000 ? `${Number((ms / 1_000).toPrecision(2))} s` : `${Number(ms.toPrecision(2))} ms`;
}

function at(pixels: number): string {
  return String(Number(pixels.toFixed(1)));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
