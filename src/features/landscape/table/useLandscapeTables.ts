/** The landscape's contents as rows to take along, asked for when they are. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { CsvTable } from '@/client/pictureExports';
import { useTRPC } from '@/client/trpc';
import { contentsInputOf, type LandscapeView } from '../address/landscapeAddress';
import { DIFFERENCE_HEAD, differenceRows } from './differenceWords';
import { componentRows, COMPONENT_HEAD, dependencyRows, DEPENDENCY_HEAD } from './landscapeTables';

export function useLandscapeTables(view: LandscapeView): CsvTable[] {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const contents = () => queryClient.fetchQuery(trpc.landscape.contents.queryOptions(contentsInputOf(view)));
  const { at, since } = view;
  if (since !== null) {
    const question = { since, ...(at === null ? {} : { at }) };
    const differences = () => queryClient.fetchQuery(trpc.landscape.differences.queryOptions(question));
    return [
      { title: 'Differences', fileName: 'differences', head: DIFFERENCE_HEAD, rows: async () => differenceRows(await differences()) },
    ];
  }
  return [
    { title: 'Components', fileName: 'components', head: COMPONENT_HEAD, rows: async () => componentRows(await contents()) },
    { title: 'Dependencies', fileName: 'dependencies', head: DEPENDENCY_HEAD, rows: async () => dependencyRows(await contents()) },
  ];
}
