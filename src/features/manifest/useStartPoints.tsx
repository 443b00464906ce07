/** The ways to start: a template, the current landscape, a file. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { useTRPC } from '@/client/trpc';
import { manifestTemplate } from './template';

export function useStartPoints(onLoad: (text: string) => void, onError: (message: string) => void) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isExporting, setExporting] = useState(false);
  const loadLandscape = async (): Promise<void> => {
    setExporting(true);
    try {
      const { content } = await client.fetchQuery({ ...trpc.manifest.export.queryOptions({}), staleTime: 0, gcTime: 0 });
      onLoad(content);
    } catch (error) {
      onError(`The landscape could not be exported. ${explain(error)}`);
    } finally {
      setExporting(false);
    }
  };
  return { isExporting, loadTemplate: () => onLoad(manifestTemplate(window.location.origin)), loadLandscape: () => void loadLandscape() };
}
