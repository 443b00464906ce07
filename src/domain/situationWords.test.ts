import { expect, it } from 'vitest';
import { situationReach } from './situationWords';

const none = { components: 0, applications: 0, capabilities: 0, processes: 0, audiences: 0 };

it.each([
  ['2 audiences with 240,000 people', { audiences: 2, people: 240_000, audiencesWithoutNumber: 0 }],
  ['2 audiences with at least 240,000 people', { audiences: 2, people: 240_000, audiencesWithoutNumber: 1 }],
  ['1 audience with 1 person', { audiences: 1, people: 1 }],
  ['2 audiences, people not recorded', { audiences: 2, people: null, audiencesWithoutNumber: 2 }],
  ['2 audiences, people not recorded', { audiences: 2, people: 0, audiencesWithoutNumber: 1 }],
  ['1 audience', { audiences: 1, people: 0, audiencesWithoutNumber: 0 }],
  ['', { audiences: 0, people: 0, audiencesWithoutNumber: 0 }],
])('says %j', (words, counts) => {
  expect(situationReach({ ...none, ...counts })).toBe(words);
});
