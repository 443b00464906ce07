/** The landscape's tables for export, loaded when asked for. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { CsvTable } from '@/client/pictureExports';
import type { LandscapeRows } from '@/contract/landscapePicture';
import { MOST_TABLE_ROWS } from '@/contract/values/picture';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { contentsInputOf, rowsInputOf, type LandscapeView } from '@/features/landscape/address/landscapeAddress';
import { DIFFERENCE_HEAD, differenceRows } from './differenceWords';
import { componentRows, everyComponentRows, COMPONENT_HEAD, dependencyRows, DEPENDENCY_HEAD } from './landscapeTables';

export function useLandscapeTables(view: LandscapeView): CsvTable[] {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const client = useTRPCClient();
  const contents = () => queryClient.fetchQuery(trpc.landscape.contents.queryOptions(contentsInputOf(view)));
  const { at, since } = view;
  if (since !== null) {
    const question = { since, ...(at === null ? {} : { at }) };
    const differences = () => queryClient.fetchQuery(trpc.landscape.differences.queryOptions(question));
    return [
      { title: 'Differences', fileName: 'differences', head: DIFFERENCE_HEAD, rows: async () => differenceRows(await differences()) },
    ];
  }
  const componentsOf = async () => {
    const whole = await contents();
    if (!whole.isAggregated) return componentRows(whole);
    const items: LandscapeRows['items'] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page: LandscapeRows = await client.landscape.rows.query({ ...rowsInputOf(view), cursor, limit: MOST_TABLE_ROWS });
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return everyComponentRows(items);
  };
  return [
    { title: 'Components', fileName: 'components', head: COMPONENT_HEAD, rows: componentsOf },
    { title: 'Dependencies', fileName: 'dependencies', head: DEPENDENCY_HEAD, rows: async () => dependencyRows(await contents()) },
  ];
}
