/** The icon of a component kind; its name is always beside it. */
import type { ComponentKind } from '@/domain/vocabulary';
import { KIND_PATHS } from './kindDrawings';

export function KindIcon({ kind, size = 15 }: { kind: ComponentKind; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      {KIND_PATHS[kind].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
