import type { ComponentKind } from '@/domain/vocabulary';

/**
 * The kind as a proposal states it. Other means that the source does not know: stated, it would take a known kind away, and contradict
 * another manifest that knows.
 */
export function knownKind(kind: ComponentKind): ComponentKind | undefined {
  return kind === 'Other' ? undefined : kind;
}
