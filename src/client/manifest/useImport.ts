/** Makes a manifest of dropped files in a worker, with what a page shows meanwhile. */
'use client';

import { useEffect, useRef, useState } from 'react';
import { startImport, type Importing } from './startImport';

export interface ImportInWork {
  /** Null if nothing is being read. */
  reading: { count: number; begun: number } | null;
  /** Resolves with the text of the manifest, and with null if it was cancelled or other files came. Rejects with an Error for the person. */
  start(files: readonly File[]): Promise<string | null>;
  cancel(): void;
}

export function useImport(): ImportInWork {
  const [reading, setReading] = useState<ImportInWork['reading']>(null);
  const current = useRef<{ importing: Importing; leave(): void } | null>(null);
  const end = (): void => {
    current.current?.importing.end();
    current.current?.leave();
    current.current = null;
  };
  useEffect(() => end, []);
  return {
    reading,
    start: async (files) => {
      end();
      setReading({ count: files.length, begun: 0 });
      const importing = startImport(
        files,
        (begun) => current.current?.importing === importing && setReading({ count: files.length, begun }),
      );
      const left = new Promise<null>((leave) => {
        current.current = { importing, leave: () => leave(null) };
      });
      try {
        return await Promise.race([importing.text, left]);
      } finally {
        if (current.current?.importing === importing) {
          current.current = null;
          setReading(null);
        }
      }
    },
    cancel: () => {
      end();
      setReading(null);
    },
  };
}
