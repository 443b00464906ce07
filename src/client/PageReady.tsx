/** Tells when a part of a page that arrives after its frame can be used: what was typed or pressed before is replayed then, not earlier. */
'use client';

import { useEffect } from 'react';
import { takeEarlyInput } from './earlyInput';

/** Stands in place of the part while it is on its way. */
export function ReadyLater() {
  return <span hidden data-ready-later />;
}

/** Stands behind the part. */
export function PageReady() {
  useEffect(takeEarlyInput, []);
  return <ReadyLater />;
}
