/** Asks what a draft becomes, a moment after it changed. */
'use client';

import { useEffect, useState } from 'react';
import type { ReadingTables } from './startTables';
import { draftMapping, type Outcome, type Refusal, type TableDraft } from './tableDraft';

const AFTER_MS = 150;

/** `outcome` is that of an earlier draft while `isWorking`. */
export function useOutcome(draft: TableDraft, reading: ReadingTables): { outcome: Outcome | Refusal | null; isWorking: boolean } {
  const [worked, setWorked] = useState<{ draft: TableDraft; outcome: Outcome | Refusal } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(
      () => reading.outcome(draftMapping(draft), draft.name, (outcome) => isWanted && setWorked({ draft, outcome })),
      AFTER_MS,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [draft, reading]);
  return { outcome: worked?.outcome ?? null, isWorking: worked?.draft !== draft };
}
