/** The shape beside the verdict. */
import { STATE_PATHS, MAINTENANCE_PATH } from '@/client/symbols/statePaths';
import type { Verdict } from './verdict';

export function VerdictMark({ mark, size }: { mark: Verdict['mark']; size: number | string }) {
  const drawn = { width: size, height: size, viewBox: '0 0 24 24', 'aria-hidden': true, style: { flex: 'none' } } as const;
  if (mark === 'maintenance')
    return (
      <svg {...drawn} fill="none" stroke="var(--maintenance)" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
        <path d={MAINTENANCE_PATH} />
      </svg>
    );
  if (mark === 'unclear')
    return (
      <svg {...drawn} fill="none" stroke="var(--mantine-color-dimmed)" strokeWidth="2" strokeDasharray="3.4 3">
        <circle cx="12" cy="12" r="9.5" />
      </svg>
    );
  return (
    <svg {...drawn}>
      <path d={STATE_PATHS[mark]} fill={`var(--state-${mark})`} />
    </svg>
  );
}
