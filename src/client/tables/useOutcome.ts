/** Works out what a draft becomes, a moment after it changed. */
'use client';

import { useEffect, useState } from 'react';
import { outcomeOf, type Outcome, type TableDraft } from './tableDraft';

const AFTER_MS = 150;

type Result = Outcome | { refusal: string };

/** `outcome` is that of an earlier draft while `isWorking`. */
export function useOutcome(draft: TableDraft): { outcome: Result | null; isWorking: boolean } {
  const [worked, setWorked] = useState<{ draft: TableDraft; outcome: Result } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWorked({ draft, outcome: outcomeOf(draft) }), AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return { outcome: worked?.outcome ?? null, isWorking: worked?.draft !== draft };
}
