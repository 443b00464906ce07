/** The class of something on the page that has just changed, to point it out for a moment; empty otherwise. The first value is no change. */
'use client';

import { useEffect, useRef, useState } from 'react';
import classes from './changed.module.css';

const POINTED_OUT_FOR_MS = 5_000;

export function useChanged(value: string): string {
  const [isChanged, setChanged] = useState(false);
  const held = useRef(value);
  useEffect(() => {
    if (held.current !== value) setChanged(true);
    held.current = value;
  }, [value]);
  useEffect(() => {
    if (!isChanged) return undefined;
    const timer = setTimeout(() => setChanged(false), POINTED_OUT_FOR_MS);
    return () => clearTimeout(timer);
  }, [isChanged, value]);
  return isChanged ? (classes.changed ?? '') : '';
}
