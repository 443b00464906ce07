/** Words of the vocabulary as they are typed: in any case, one or several with commas. */
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '@/domain/manifest/closest';

/** A reader for an option that takes one of `words`. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return found;
    throw new InvalidArgumentError(
      [didYouMean(text, words), `It is one of ${words.join(', ')}.`].filter((part) => part !== undefined).join(' '),
    );
  };
}

/** A reader for an option that takes several of `words`, with commas between them; given twice, it adds. */
export function someOf<Word extends string>(words: readonly Word[]): (text: string, before: Word[] | undefined) => Word[] {
  const read = oneOf(words);
  return (text, before = []) => [...new Set([...before, ...text.split(',').map(read)])];
}

export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`It is a whole number from ${minimum} to ${maximum}.`);
  };
}
