import { describe, expect, it } from 'vitest';
import { closest, didYouMean } from './closest';

describe('the closest name', () => {
  it.each([
    ['fronted', ['backend', 'frontend', 'front'], 'frontend'],
    ['WebApi', ['WebApp', 'WebAPI'], 'WebAPI'],
    ['chekcout', ['checkout', 'check'], 'checkout'],
    ['ab', ['ba', 'zz'], 'ba'],
    ['cat', ['car', 'can'], 'can'],
    ['payment', ['shipping', 'cart'], undefined],
    ['x', [], undefined],
  ])('to %s among %j is %s', (word, candidates, expected) => expect(closest(word, candidates)).toBe(expected));

  it('is asked about in a sentence', () => expect(didYouMean('fronted', ['frontend'])).toBe('did you mean "frontend"?'));
});
