/** A duration in words, such as `5 minutes`. What cannot be read stays as typed, and the field says how to write it. */
'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { durationWords, readDuration } from '@/plain/durationWords';

interface Props {
  label: string;
  /** Null while what is typed cannot be read. */
  seconds: number | null;
  maxSeconds: number;
  /** Only multiples of it are taken. */
  stepSeconds?: number;
  /** What 0 is called, if it is not a duration. */
  zeroWord?: string;
  onChange(seconds: number | null): void;
}

export function DurationField({ label, seconds, maxSeconds, stepSeconds = 1, zeroWord, onChange }: Props) {
  const wordsOf = (value: number): string => (value === 0 && zeroWord !== undefined ? zeroWord : durationWords(value));
  const [{ text, of }, setTyped] = useState({ text: wordsOf(seconds ?? 0), of: seconds });
  // Reset from outside.
  if (seconds !== of) setTyped({ text: wordsOf(seconds ?? 0), of: seconds });
  const type = (typed: string): void => {
    const read = typed.trim().toLowerCase() === zeroWord?.toLowerCase() ? 0 : readDuration(typed);
    const valid = read !== null && read <= maxSeconds && read % stepSeconds === 0 ? read : null;
    setTyped({ text: typed, of: valid });
    onChange(valid);
  };
  const examples = stepSeconds === 1 ? '30 seconds or 5 minutes' : '15 minutes or 1 day';
  return (
    <TextInput
      label={label}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => of !== null && setTyped({ text: wordsOf(of), of })}
      error={
        of === null && `Write it as ${examples}${zeroWord === undefined ? '' : `, or ${zeroWord}`}; ${durationWords(maxSeconds)} at most.`
      }
      maxLength={60}
      autoComplete="off"
      w={220}
    />
  );
}
