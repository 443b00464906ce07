/** The line of a dependency: an arrow head where a failure passes, a bar where it stops. */
import { MODE_DASHES } from '@/client/symbols/edgeStyles';
import type { DependencyMode } from '@/domain/vocabulary';

interface Props {
  /** Decides the dashes; null if it is no single dependency. */
  mode: DependencyMode | null;
  passes: boolean;
  className?: string | undefined;
}

export function ChainLine({ mode, passes, className }: Props) {
  const dashes = mode === null ? null : MODE_DASHES[mode];
  return (
    <svg className={className} viewBox="0 0 60 10" aria-hidden="true" stroke="currentColor" fill="none" strokeWidth="1.6">
      <path d="M1 5H50" strokeDasharray={dashes?.join(' ') ?? 'none'} />
      {passes ? <path d="M50 1L58 5L50 9z" fill="currentColor" /> : <path d="M52 0V10" strokeWidth="2.4" />}
    </svg>
  );
}
