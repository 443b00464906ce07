/** Parses enumerated options: in any case, one value or several separated by commas. */
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '@/domain/manifest/closest';

/** A parser for an option that takes one of `words`. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return found;
    throw new InvalidArgumentError(
      [didYouMean(text, words), `It must be one of ${words.join(', ')}.`].filter((part) => part !== undefined).join(' '),
    );
  };
}

/** A parser for an option that takes several of `words`, separated by commas; repeating it adds more. */
export function someOf<Word extends string>(words: readonly Word[]): (text: string, before: Word[] | undefined) => Word[] {
  const read = oneOf(words);
  return (text, before = []) => [...new Set([...before, ...text.split(',').map(read)])];
}

export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };
}
