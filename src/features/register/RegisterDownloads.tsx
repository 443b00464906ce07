/** The register as files: CSV straight from the server, JSON put together page by page. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { useTRPC } from '@/client/trpc';
import type { RegisterFileInput, SecurityRegister } from '@/contract/securityRegister';
import { ExportMenu } from '@/ui/ExportMenu';
import { saveFile } from '@/ui/saveFile';
import { notify } from '@/ui/notify';

/** With more entries only CSV is offered. */
const MOST_IN_JSON = 10_000;

export function RegisterDownloads({ input, total }: { input: RegisterFileInput; total: number }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const fetchNow = { staleTime: 0, gcTime: 0 };

  const saveCsv = async (): Promise<void> => {
    const { fileName, contentType, content } = await client.fetchQuery({ ...trpc.securityRegister.file.queryOptions(input), ...fetchNow });
    saveFile(fileName, new Blob([content], { type: contentType }));
  };
  const saveJson = async (): Promise<void> => {
    const pages: SecurityRegister[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
      const page: SecurityRegister = await client.fetchQuery({
        ...trpc.securityRegister.list.queryOptions({ ...input, limit: 200, ...(cursor === undefined ? {} : { cursor }) }),
        ...fetchNow,
      });
      if (pages[0] !== undefined && pages[0].digest !== page.digest)
        throw new Error('The register changed while it was being read. Try again.');
      pages.push(page);
    }
    const [first] = pages;
    if (first === undefined) return;
    const { nextCursor: _nextCursor, ...whole } = first;
    const text = JSON.stringify({ filters: input, ...whole, items: pages.flatMap(({ items }) => items) }, null, 2);
    saveFile(
      `dependency-security-register-${input.at?.slice(0, 10) ?? 'now'}-v${first.landscapeVersion}.json`,
      new Blob([text], { type: 'application/json' }),
    );
  };
  const run = async (save: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await save();
    } catch (error) {
      const message = error instanceof Error && error.constructor === Error ? error.message : explain(error);
      notify({ title: 'The file could not be created', message, color: 'red' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ExportMenu
      choices={[
        { label: 'CSV, matches the digest', onClick: () => void run(saveCsv) },
        ...(total > MOST_IN_JSON ? [] : [{ label: 'JSON', onClick: () => void run(saveJson) }]),
      ]}
    />
  );
}
