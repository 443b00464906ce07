/** Stands where an answer is not there yet: that it is loading, or why it could not be had. */
'use client';

import { LoadingRows } from '@/ui/LoadingRows';
import { FailureNote } from './FailureNote';

interface Props {
  /** Of an endless list, the first page: `ShowMore` speaks for the others. */
  query: { isPending: boolean; isError: boolean; isFetchNextPageError?: boolean; error: unknown; refetch(): unknown };
  failure: string;
  loading: string;
  rows?: number;
}

export function Unanswered({ query, failure, loading, rows = 5 }: Props) {
  const { isPending, isError, isFetchNextPageError = false, error, refetch } = query;
  if (isPending) return <LoadingRows label={loading} rows={rows} />;
  return isError && !isFetchNextPageError && <FailureNote title={failure} error={error} onRetry={() => void refetch()} />;
}
