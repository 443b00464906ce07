/** In place of the landscape until it has been read, in its outlines, so that nothing moves when it comes; or why it does not. */
'use client';

import { Box, Skeleton, Title } from '@mantine/core';
import { FailureNote } from '@/client/FailureNote';
import { LoadingRows } from '@/ui/LoadingRows';
import frame from '@/ui/PictureFrame.module.css';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import type { PictureOrTableView } from '@/ui/PictureOrTable';
import classes from './LandscapePage.module.css';

/** As wide as the buttons of the filters, in pixels. */
const FILTER_WIDTHS = [90, 78, 74, 106, 82, 122, 118, 80, 84] as const;
const CONTROL_HEIGHT = 30;

interface Props {
  view: PictureOrTableView;
  query: { isError: boolean; error: unknown; refetch(): unknown };
}

export function UnreadLandscape({ view, query }: Props) {
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <div className={frame.toolbar}>
          <Title order={1} className={frame.title}>
            Landscape
          </Title>
          {!query.isError && (
            <>
              <Skeleton height={CONTROL_HEIGHT} className={classes.search} />
              <Skeleton height={CONTROL_HEIGHT} className={classes.grouping} />
              <Skeleton height={CONTROL_HEIGHT} width={112} />
              <Skeleton height={CONTROL_HEIGHT} width={68} />
            </>
          )}
        </div>
        {!query.isError && (
          <div className={classes.filters}>
            {FILTER_WIDTHS.map((width) => (
              <Skeleton key={width} height={CONTROL_HEIGHT} width={width} />
            ))}
          </div>
        )}
      </header>
      <div className={frame.content}>
        {query.isError && (
          <FailureNote title="The landscape could not be read" error={query.error} onRetry={() => void query.refetch()} isInset />
        )}
        {!query.isError && view === 'picture' && <PictureSkeleton shape="boxes" label="Reading the landscape" />}
        {!query.isError && view === 'table' && (
          <Box flex={1} p="md">
            <LoadingRows label="Reading the landscape" rows={12} />
          </Box>
        )}
      </div>
    </div>
  );
}
