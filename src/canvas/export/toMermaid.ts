/** The content of a picture as a Mermaid flowchart. Pure. */
import type { CanvasPicture } from '@/canvas/model/picture';
import { outlineOf, type OutlineItem } from './outline';

export function toMermaid(picture: CanvasPicture, title: string): string {
  const { cards, items, lines } = outlineOf(picture);
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `n${names.size + 1}`;
    names.set(id, name);
    return name;
  };
  const nodeLine = ({ id, name, aside }: OutlineItem): string => `${nameOf(id)}["${quoted(aside === '' ? name : `${name} (${aside})`)}"]`;
  return `${[
    '---',
    `title: ${JSON.stringify(title)}`,
    '---',
    'flowchart LR',
    ...cards.flatMap((card) => [
      `  subgraph ${nameOf(card.id)}["${quoted(card.name)}"]`,
      ...card.items.map((item) => `    ${nodeLine(item)}`),
      '  end',
    ]),
    ...items.map((item) => `  ${nodeLine(item)}`),
    ...lines.map(({ from, to, label, isDashed }) => {
      const arrow = isDashed ? '-.->' : '-->';
      return `  ${nameOf(from)} ${arrow}${label === '' ? '' : `|${quoted(label)}|`} ${nameOf(to)}`;
    }),
  ].join('\n')}\n`;
}

/** Inside a quoted label Mermaid understands entities but no backslashes. */
function quoted(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('#', '#35;').replaceAll('"', '#quot;').replaceAll('<', '#lt;').replaceAll('>', '#gt;');
}
