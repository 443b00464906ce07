/** What stands below a print: when it was made, of which version, and the digest of its answer. */
'use client';

import { formatTimestamp } from '@/ui/formatTimestamp';
import { useNow } from '@/ui/useNow';
import { usePrinting } from '@/ui/usePrinting';
import classes from './PrintFoot.module.css';

interface Props {
  /** Of which landscape, or of what else the print is a version. */
  version: string;
  /** Called only while somebody prints, because it takes longer than everything else here. */
  digestOf(): string;
}

const A_MINUTE_MS = 60_000;

export function PrintFoot({ version, digestOf }: Props) {
  const isPrinting = usePrinting();
  const now = useNow(A_MINUTE_MS);
  if (!isPrinting || now === null) return null;
  return (
    <footer className={classes.foot}>
      Printed {formatTimestamp(new Date(now).toISOString())} · {version} · Digest {digestOf()}
    </footer>
  );
}
