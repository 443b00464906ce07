/** Shown beside the health of a component that keeps changing its state, so its incident reports no changes until it is quiet. */
import { IconWaveSawTool } from '@tabler/icons-react';
import { RemarkMark } from './RemarkMark';

const EXPLANATION = 'It keeps changing its state. Its incident stays as it is until the component has been quiet for five minutes.';

export function FlappingMark() {
  return (
    <RemarkMark icon={IconWaveSawTool} colour="var(--state-Warning)" explanation={EXPLANATION}>
      Flapping
    </RemarkMark>
  );
}
