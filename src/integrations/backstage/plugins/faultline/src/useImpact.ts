/** Keeps what the card shows up to date while somebody looks at it. */
import { useApi } from '@backstage/core-plugin-api';
import type { FaultlineAnswer } from '@faultline/backstage-plugin-common';
import { useEffect, useState } from 'react';
import { faultlineApiRef } from './faultlineApi';

const REFRESH_MS = 30_000;

export interface Asked {
  /** Undefined until the first answer. */
  answer: FaultlineAnswer | undefined;
  /** Of the latest attempt; with an answer beside it, that answer is out of date. */
  error: Error | undefined;
}

const NOTHING: Asked = { answer: undefined, error: undefined };

/** Asks again every 30 seconds, and not while the page is hidden. */
export function useImpact(entityRef: string): Asked {
  const api = useApi(faultlineApiRef);
  const [asked, setAsked] = useState<{ of: string; asked: Asked }>({ of: entityRef, asked: NOTHING });
  useEffect(() => {
    let isGone = false;
    const ask = async (): Promise<void> => {
      try {
        const answer = await api.impactOf(entityRef);
        if (!isGone) setAsked({ of: entityRef, asked: { answer, error: undefined } });
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        if (!isGone)
          setAsked((before) => ({ of: entityRef, asked: { answer: before.of === entityRef ? before.asked.answer : undefined, error } }));
      }
    };
    void ask();
    const timer = setInterval(() => {
      if (!document.hidden) void ask();
    }, REFRESH_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [api, entityRef]);
  return asked.of === entityRef ? asked.asked : NOTHING;
}
