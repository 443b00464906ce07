/** Shown beside a state that nobody has reported again within the limit. */
import { IconClockQuestion } from '@tabler/icons-react';
import { Elapsed } from '@/ui/Elapsed';
import { RemarkMark } from './RemarkMark';

const EXPLANATION = 'Nobody has reported this again within the limit. The state stays; it opens no incident and ends none.';

export function StaleMark({ lastReportAt }: { lastReportAt: string | null }) {
  return (
    <RemarkMark icon={IconClockQuestion} colour="dimmed" explanation={EXPLANATION}>
      Stale
      {lastReportAt !== null && (
        <>
          : last report <Elapsed at={lastReportAt} /> ago
        </>
      )}
    </RemarkMark>
  );
}
