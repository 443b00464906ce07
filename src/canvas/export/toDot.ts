/** The content of a picture in the DOT language of Graphviz: a card is one node with its rows below its name. Pure. */
import type { CanvasPicture } from '@/canvas/model/picture';
import { outlineOf, type OutlineItem } from './outline';

export function toDot(picture: CanvasPicture, title: string): string {
  const { cards, items, lines } = outlineOf(picture);
  return `${[
    `digraph ${quoted(title)} {`,
    '  rankdir=LR; node [shape=plain, fontname="Helvetica"]; edge [fontname="Helvetica"];',
    ...cards.map((card) => `  ${quoted(card.id)} [label=<${table(card, card.items)}>];`),
    ...items.map((item) => `  ${quoted(item.id)} [label=<${table(item, [])}>];`),
    ...lines.map(({ from, to, label, isDashed }) => {
      const looks = [label === '' ? '' : `label=${quoted(label)}`, isDashed ? 'style=dashed' : ''].filter((look) => look !== '').join(', ');
      return `  ${quoted(from)} -> ${quoted(to)}${looks === '' ? '' : ` [${looks}]`};`;
    }),
    '}',
  ].join('\n')}\n`;
}

function table(head: OutlineItem, rows: readonly OutlineItem[]): string {
  const cell = ({ name, aside }: OutlineItem, isHead: boolean): string => {
    const text = escaped(aside === '' ? name : `${name} (${aside})`);
    return `<tr><td align="left">${isHead ? `<b>${text}</b>` : text}</td></tr>`;
  };
  return `<table border="1" cellborder="0" cellspacing="0" cellpadding="4">${cell(head, rows.length > 0)}${rows.map((row) => cell(row, false)).join('')}</table>`;
}

function quoted(text: string): string {
  return `"${text.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
