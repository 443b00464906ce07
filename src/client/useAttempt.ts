/** An attempt that leads to another page, or is refused: whether it is on its way, and why the last one was refused. */
'use client';

import { useState } from 'react';

interface Attempt {
  isBusy: boolean;
  /** Null if nothing was refused. */
  error: unknown;
}

export function useAttempt() {
  const [state, setState] = useState<Attempt>({ isBusy: false, error: null });
  const attempt = <Made>(made: Promise<Made>, onMade: (made: Made) => void): void => {
    setState({ isBusy: true, error: null });
    made.then(onMade, (error: unknown) => setState({ isBusy: false, error }));
  };
  return { ...state, attempt };
}
