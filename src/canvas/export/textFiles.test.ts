import { describe, expect, it } from 'vitest';
import type { CanvasPicture } from '@/canvas/model/picture';
import { toDot } from './toDot';
import { toHtml } from './toHtml';
import { toMermaid } from './toMermaid';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const picture: CanvasPicture = {
  size: { width: 500, height: 100 },
  nodes: [
    { id: 'shop', layer: 'card', box: box(0, 0, 180, 100), label: '', classes: [] },
    {
      id: 'title shop',
      layer: 'title',
      box: box(0, 0, 180, 30),
      label: 'The "shop"',
      aside: '1 of 2 affected',
      chooses: 'shop',
      classes: [],
    },
    { id: 'web', layer: 'row', box: box(0, 30, 180, 20), label: 'Web <1>', aside: 'Outage', classes: [] },
    { id: 'bank', layer: 'row', box: box(300, 0, 180, 30), label: 'Bank #1', classes: [] },
  ],
  lines: [
    { id: 'a', from: 'shop', to: 'bank', points: [], label: '3', classes: ['mode-Soft'] },
    { id: 'b', from: 'bank', to: 'shop', points: [], classes: ['mode-Hard'] },
  ],
};

describe('Mermaid', () => {
  it('has cards as subgraphs, with names that cannot end their quotes', () => {
    expect(toMermaid(picture, 'All of it').split('\n')).toEqual([
      '---',
      'title: "All of it"',
      '---',
      'flowchart LR',
      '  subgraph n1["The #quot;shop#quot;"]',
      '    n2["Web #lt;1#gt; (Outage)"]',
      '  end',
      '  n3["Bank #35;1"]',
      '  n1 -.->|3| n3',
      '  n3 --> n1',
      '',
    ]);
  });
});

describe('DOT', () => {
  it('has cards as tables, escaped, and lines with their numbers', () => {
    const text = toDot(picture, 'All "of" it');
    expect(text).toContain('digraph "All \\"of\\" it" {');
    expect(text).toContain('<b>The "shop" (1 of 2 affected)</b>');
    expect(text).toContain('Web &lt;1&gt; (Outage)');
    expect(text).toContain('"shop" -> "bank" [label="3", style=dashed];');
    expect(text).toContain('"bank" -> "shop";');
  });
});

describe('HTML', () => {
  const file = {
    title: 'Landscape <of> Shop',
    note: 'Version 7',
    svg: { text: '<svg xmlns="http://www.w3.org/2000/svg"></svg>', width: 10, height: 10 },
    tables: [{ title: 'Components', head: ['name', 'kind'], rows: [['<script>alert(1)</script>', null]] }],
  };

  it('needs nothing from elsewhere, and no name becomes code', () => {
    const text = toHtml(file);
    expect(text).not.toMatch(/(?:src|href)="(?!data:)/);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text.match(/<script>/g)).toHaveLength(1);
    expect(text).toContain('<title>Landscape &lt;of&gt; Shop</title>');
  });

  it('has the figures, and what the picture says in words', () => {
    const figures = [{ label: 'People', value: '240,000', note: 'in 1 audience' }];
    const words = [{ heading: 'Affected: 1 hop', items: ['Shop & bank: Outage'] }];
    const text = toHtml({ ...file, figures, words });
    expect(text).toContain('<dt>People</dt><dd><b>240,000</b><br>in 1 audience</dd>');
    expect(text).toContain('<h2>Affected: 1 hop</h2>\n<ul><li>Shop &amp; bank: Outage</li></ul>');
  });
});

describe('an outline', () => {
  it('finds the title of a card by its place where a press on it selects something else', () => {
    const further: CanvasPicture = {
      size: { width: 200, height: 100 },
      nodes: [
        { id: 'shop further', layer: 'card', box: box(0, 0, 180, 100), label: '', classes: [], chooses: 'shop' },
        { id: 'title', layer: 'title', box: box(0, 0, 180, 30), label: 'Shop, further', classes: [], chooses: 'shop' },
      ],
      lines: [],
    };
    expect(toMermaid(further, 'All of it')).toContain('["Shop, further"]');
  });
});
