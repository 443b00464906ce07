import cytoscape, { type ElementDefinition } from 'cytoscape';
import { expect, it } from 'vitest';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { FAR_STEPS } from '@/ui/graph/distance';
import { landscapeStyles } from './landscapeStyles';

const GROUP = 'The application with a long name number 1234';

function looks(kind: 'box' | 'folded', step: string): { label: string; size: number; above: boolean } {
  const group: ElementDefinition = {
    group: 'nodes',
    data: { id: 'group', label: `${GROUP}\n12 components`, width: 200, height: 46 },
    classes: `${kind} ${step}`,
  };
  const inside: ElementDefinition = {
    group: 'nodes',
    data: { id: 'inside', parent: 'group', label: 'Inside', width: 90, height: 32 },
    classes: 'component',
  };
  const cy = cytoscape({
    headless: true,
    styleEnabled: true,
    style: landscapeStyles(paletteOf('light')),
    elements: kind === 'box' ? [group, inside] : [group],
  });
  const node = cy.getElementById('group');
  return {
    label: node.style('label') as string,
    size: node.numericStyle('font-size'),
    above: node.style('text-valign') === 'top' && node.numericStyle('text-margin-y') < 0,
  };
}

it.each(['box', 'folded'] as const)(
  'the farther away a group is seen (%s), the larger and the shorter its name is written, its number with it',
  (kind) => {
    const from = ['', ...FAR_STEPS.map(({ name }) => name)].map((step) => looks(kind, step));
    const sizes = from.map(({ size }) => size);
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
    const lengths = from.map(({ label }) => label.length);
    expect(lengths).toEqual([...new Set(lengths)].sort((a, b) => b - a));
    for (const { label } of from.slice(1)) expect(label).toMatch(/^The.*…1234$/);
  },
);

it('from afar the name of a group around its components stands above it, from near within', () => {
  expect(['', 'far-1', 'far-4'].map((step) => looks('box', step).above)).toEqual([false, true, true]);
});
