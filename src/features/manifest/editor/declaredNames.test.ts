import { yaml } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { declaredNames } from './declaredNames';

const namesIn = (text: string) =>
  Object.fromEntries(
    [...declaredNames(EditorState.create({ doc: text, extensions: [yaml()] }))].map(([kind, names]) => [kind, [...names]]),
  );

it('distinguishes applications from their components, and areas from their zones', () => {
  const text = `name: x
applications:
  - technicalName: shop
    components:
      - technicalName: web
      - { technicalName: "db", name: Orders }
  - name: Back office
    technicalName: office
    components: [{ technicalName: mail }]
hostingAreas:
  - technicalName: eu
    zones:
      - technicalName: eu-1
dependencies:
  - source: web`;
  expect(namesIn(text)).toEqual({
    application: ['shop', 'office'],
    component: ['web', 'db', 'mail'],
    'hosting-area': ['eu'],
    'hosting-zone': ['eu-1'],
  });
});

it('reads an unfinished manifest', () => {
  expect(namesIn('datasets:\n  - technicalName: orders\n  - technicalName:\n  - { technica')).toEqual({ dataset: ['orders'] });
});
