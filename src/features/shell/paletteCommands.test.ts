import { describe, expect, it } from 'vitest';
import type { FoundEntity } from '@/contract/landscapePicture';
import { commandsMeant } from './paletteCommands';
import { withRecent } from './recents';

describe('the commands that match a text', () => {
  const commands = [
    { label: 'Blast radius', words: 'impact failure' },
    { label: 'Security register', words: 'compliance csv' },
    { label: 'Use the dark theme', words: 'colour scheme' },
  ];
  it.each([
    ['', ['Blast radius', 'Security register', 'Use the dark theme']],
    ['rad bl', ['Blast radius']],
    ['COLOUR', ['Use the dark theme']],
    ['adius', []],
  ])('%j', (query, labels) => {
    expect(commandsMeant(commands, query).map(({ label }) => label)).toEqual(labels);
  });
});

it('keeps the last six chosen entities, each once, the newest first', () => {
  const entity = (id: string): FoundEntity => ({ kind: 'component', id, technicalName: id, name: id });
  const held = ['a', 'b', 'c', 'd', 'e', 'f'].map(entity);
  expect(withRecent(held, entity('c')).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd', 'e', 'f']);
  expect(withRecent(held, entity('g')).map(({ id }) => id)).toEqual(['g', 'a', 'b', 'c', 'd', 'e']);
});
