import { expect, it } from 'vitest';
import { sentenceOn } from './failure';

it.each([
  ['is taken', 'Technical name is taken.'],
  ['must start with https://', 'Technical name must start with https://.'],
  ['Technical name is needed.', 'Technical name is needed.'],
])('what the service says of a field, "%s", is read as "%s"', (message, sentence) => {
  expect(sentenceOn('Technical name', message)).toBe(sentence);
});
