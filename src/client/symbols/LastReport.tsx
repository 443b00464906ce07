/** What was last said about a component itself and how long ago, for a cell of a table; nothing if nobody ever said anything. */
import { Text } from '@mantine/core';
import type { DrawnComponent } from '@/contract/landscapePicture';
import { Elapsed } from '@/ui/Elapsed';
import { StaleMark } from './StaleMark';

export function LastReport({ report }: { report: DrawnComponent['lastReport'] }) {
  if (report == null) return null;
  return (
    <>
      <Text component="span" size="sm" style={{ whiteSpace: 'nowrap' }}>
        {report.state} <Elapsed at={report.at} /> ago
      </Text>{' '}
      {report.isStale && <StaleMark lastReportAt={null} />}
    </>
  );
}
