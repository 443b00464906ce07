import { expect, it } from 'vitest';
import { cutToFit } from './fittedName';

const perLetter = (text: string): number => [...text].length * 10;

it('a name that fits stays whole, to the pixel', () => {
  expect(cutToFit('checkout', 80, perLetter)).toBe('checkout');
});

it('of a longer one stays as much as fits together with the ellipsis', () => {
  expect(cutToFit('checkout', 79, perLetter)).toBe('checko…');
  expect(cutToFit('checkout', 60, perLetter)).toBe('check…');
});

it('no gap is left before the ellipsis', () => {
  expect(cutToFit('order database', 70, perLetter)).toBe('order…');
});

it('letters of several units are not torn apart', () => {
  expect(cutToFit('🏦🏦🏦🏦', 30, perLetter)).toBe('🏦🏦…');
});

it('where there is no room at all, there is only the ellipsis', () => {
  expect(cutToFit('checkout', 0, perLetter)).toBe('…');
  expect(cutToFit('', 0, perLetter)).toBe('');
});

it('a very long name is measured a few times, not once for each letter', () => {
  let count = 0;
  const measure = (text: string): number => {
    count++;
    return perLetter(text);
  };
  expect(cutToFit('a'.repeat(500), 200, measure)).toBe(`${'a'.repeat(19)}…`);
  expect(count).toBeLessThan(12);
});
