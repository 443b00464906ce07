/** Tells when a part of a page that arrives after its frame can be used: what was typed or pressed before is replayed then, not earlier. */
'use client';

import { useEffect, useState } from 'react';
import { takeEarlyInput } from './earlyInput';

/** Also stands in place of the part while it is on its way. */
export function ReadyLater() {
  return <span hidden data-ready-later />;
}

/** Stands behind the part. */
export function PageReady() {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    setReady(true);
    takeEarlyInput();
  }, []);
  return isReady ? null : <ReadyLater />;
}
