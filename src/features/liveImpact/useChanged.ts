/** Whether something on the page has just changed, to point it out for a moment. The first value is no change. */
'use client';

import { useEffect, useRef, useState } from 'react';

const POINTED_OUT_FOR_MS = 5_000;

export function useChanged(value: string): boolean {
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
  return isChanged;
}
