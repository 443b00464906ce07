/** The landscape's contents as rows to take along, asked for when they are. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { CsvTable } from '@/client/pictureExports';
import { useTRPC } from '@/client/trpc';
import { contentsInputOf, type LandscapeView } from '../address/landscapeAddress';
import { componentRows, COMPONENT_HEAD, dependencyRows, DEPENDENCY_HEAD } from './landscapeTables';

export function useLandscapeTables(view: LandscapeView): CsvTable[] {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const contents = () => queryClient.fetchQuery(trpc.landscape.contents.queryOptions(contentsInputOf(view)));
  return [
    { title: 'Components', fileName: 'components', head: COMPONENT_HEAD, rows: async () => componentRows(await contents()) },
    { title: 'Dependencies', fileName: 'dependencies', head: DEPENDENCY_HEAD, rows: async () => dependencyRows(await contents()) },
  ];
}
